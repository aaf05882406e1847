#ifndef ARENA_STORE_WEBHOOKS_H_
#define ARENA_STORE_WEBHOOKS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "flagfall/v1/hosting.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::store {

// The most webhooks of one user (or of the home itself), and of all together.
inline constexpr std::int64_t kWebhooksOfOneMax = 8;
inline constexpr std::int64_t kWebhooksMax = 512;

// What is known of a webhook before it is made.
struct WebhookToAdd {
  // The user's name; empty for the host's at the home itself.
  std::string user = {};
  std::string url = {};
  // At least one, none of them EVENT_TEST.
  std::vector<v1::Webhook::Event> events;
  // 32 bytes.
  std::string signing_key = {};
};

// Returns the new webhook's id. NOT_FOUND as FindUser; FAILED_PRECONDITION for a removed user; INVALID_ARGUMENT for
// events that it cannot be told of; RESOURCE_EXHAUSTED when there are as many as there may be.
absl::StatusOr<std::int64_t> AddWebhook(Database& database, const WebhookToAdd& webhook, Micros now);

// NOT_FOUND when there is none.
absl::StatusOr<v1::Webhook> FindWebhook(Database& database, std::int64_t id);

// Ordered by id; with `user` only that user's.
absl::StatusOr<std::vector<v1::Webhook>> ListWebhooks(Database& database, const std::optional<std::string>& user);

// Removes the webhook with its deliveries.
absl::Status RemoveWebhook(Database& database, std::int64_t id);

// One that is to be told of an event.
struct WebhookToTell {
  std::int64_t id = 0;
  // Empty for a host's, which is told of everything.
  std::string owner;
};

// Returns the webhooks that are told of such events: enabled, and of users who are still there.
absl::StatusOr<std::vector<WebhookToTell>> WebhooksToTell(Database& database, v1::Webhook::Event event);

// Something that happened, of which webhooks are to be told.
struct WebhookEvent {
  std::int64_t id = 0;
  v1::Webhook::Event event = v1::Webhook::EVENT_UNSPECIFIED;
  // The game's id, the tournament's, or the submission's.
  std::string about;
};

// Returns the oldest events that were not dropped, at most `count`.
absl::StatusOr<std::vector<WebhookEvent>> WebhookEvents(Database& database, int count);
// Forgets the event and all before it.
absl::Status DropWebhookEvents(Database& database, std::int64_t id);

// Returns the names of those who own bots among these, without the host.
absl::StatusOr<std::vector<std::string>> OwnersOf(Database& database, const std::vector<std::string>& bots);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_WEBHOOKS_H_
