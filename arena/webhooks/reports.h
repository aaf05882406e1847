#ifndef ARENA_WEBHOOKS_REPORTS_H_
#define ARENA_WEBHOOKS_REPORTS_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/hosting.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::webhooks {

// Makes deliveries of the oldest events that have happened, at most `count`, for all webhooks that are told of them, in
// one transaction with their removal from the ledger's list. An owner's webhook is told of games and tournaments in
// which a bot of the owner's plays, and of the owner's submissions and challenges; no report says more than its reader
// may ask for. An event whose report cannot be made, since a row is damaged, is dropped: `log` takes a line that says
// so, and the others are told. Returns how many events there were.
absl::StatusOr<int> PlanDeliveries(store::Database& database, int count, Micros now,
                                   const std::function<void(const std::string&)>& log);

// Makes a delivery for a test of the webhook. RESOURCE_EXHAUSTED when as many deliveries wait as may.
absl::StatusOr<v1::WebhookDelivery> PlanTest(store::Database& database, std::int64_t webhook, Micros now);

}  // namespace flagfall::arena::webhooks

#endif  // ARENA_WEBHOOKS_REPORTS_H_
