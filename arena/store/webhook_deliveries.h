#ifndef ARENA_STORE_WEBHOOK_DELIVERIES_H_
#define ARENA_STORE_WEBHOOK_DELIVERIES_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "flagfall/v1/hosting.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::store {

// The most deliveries that wait for one webhook, and for all together; a report above them is dropped and counted.
inline constexpr std::int64_t kPendingOfOneMax = 1'000;
inline constexpr std::int64_t kPendingMax = 20'000;
// So many of the newest deliveries of a webhook are kept that are over.
inline constexpr std::int64_t kDeliveriesKept = 100;

struct DeliveryToAdd {
  std::int64_t webhook = 0;
  // The id by which the receiver knows it.
  std::string name = {};
  v1::Webhook::Event event = v1::Webhook::EVENT_UNSPECIFIED;
  std::string body = {};
};

// Adds a delivery that is due now. Returns false, and counts it as dropped, when as many wait as may.
absl::StatusOr<bool> AddDelivery(Database& database, const DeliveryToAdd& delivery, Micros now);

// NOT_FOUND when the webhook has none of that name.
absl::StatusOr<v1::WebhookDelivery> FindDelivery(Database& database, std::int64_t webhook, absl::string_view name);

// The newest first, at most kDeliveriesKept.
absl::StatusOr<std::vector<v1::WebhookDelivery>> ListDeliveries(Database& database, std::int64_t webhook);

// Has it sent again, now. NOT_FOUND as FindDelivery; FAILED_PRECONDITION while it is pending; RESOURCE_EXHAUSTED when
// as many wait as may.
absl::Status Redeliver(Database& database, std::int64_t webhook, absl::string_view name, Micros now);

// A delivery that is to be sent.
struct DueDelivery {
  std::string name = {};
  std::int64_t webhook = 0;
  std::string url = {};
  std::string signing_key = {};
  std::string body = {};
  // Attempts before this one.
  std::uint32_t attempts = 0;
};

// Returns deliveries that are due at `now`, at most one of each webhook and none of those that are `busy`, nor of users
// who were removed. Those that have waited longest come first.
absl::StatusOr<std::vector<DueDelivery>> DueDeliveries(Database& database, const std::set<std::int64_t>& busy,
                                                       int count, Micros now);

// What came of an attempt.
struct DeliveryAttempt {
  // The receiver's answer; 0 without one.
  std::uint32_t status = 0;
  // Empty for a success.
  std::string trouble = {};
  // When it is to be tried again, where it failed; absent when it is given up.
  std::optional<Micros> next = std::nullopt;
};

// Stores the attempt, if the delivery is still there. A success enables the webhook. A delivery that is given up
// disables it unless another has succeeded since this one was made; what waits is given up with it.
absl::Status RecordAttempt(Database& database, absl::string_view name, const DeliveryAttempt& attempt, Micros now);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_WEBHOOK_DELIVERIES_H_
