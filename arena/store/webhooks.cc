#include "arena/store/webhooks.h"

#include <algorithm>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "arena/base/timestamps.h"
#include "arena/store/users.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

#define FLAGFALL_SELECT_WEBHOOKS                                                                                      \
  "SELECT webhook_id, coalesce(users.name, ''), url, tells_games, tells_tournaments, tells_checks, created_time_us, " \
  "coalesce(disabled_reason, ''), dropped, (SELECT count(*) FROM webhook_deliveries AS delivery WHERE "               \
  "delivery.webhook_id = webhooks.webhook_id AND state = 'pending') FROM webhooks LEFT JOIN users USING (user_id) "

constexpr v1::Webhook::Event kToldOf[] = {v1::Webhook::EVENT_GAME, v1::Webhook::EVENT_TOURNAMENT,
                                          v1::Webhook::EVENT_CHECK};

v1::Webhook ReadWebhook(const Statement& row) {
  v1::Webhook webhook;
  webhook.set_id(static_cast<std::uint64_t>(row.Int(0)));
  webhook.set_user(row.Text(1));
  webhook.set_url(row.Text(2));
  for (int i = 0; i < 3; ++i) {
    if (row.Int(3 + i) != 0) webhook.add_events(kToldOf[i]);
  }
  *webhook.mutable_create_time() = TimestampOf(Micros(row.Int(6)));
  webhook.set_disabled_reason(row.Text(7));
  webhook.set_dropped(static_cast<std::uint64_t>(row.Int(8)));
  webhook.set_pending(static_cast<std::uint32_t>(row.Int(9)));
  return webhook;
}

absl::Status CheckEvents(const std::vector<v1::Webhook::Event>& events) {
  const auto is_known = [](v1::Webhook::Event event) { return absl::c_linear_search(kToldOf, event); };
  if (!events.empty() && absl::c_all_of(events, is_known)) return absl::OkStatus();
  return absl::InvalidArgumentError("events must be at least one of game, tournament and check");
}

absl::Status CheckRoomForWebhook(Database& database, absl::string_view user) {
  Statement count = database.Prepare(
      "SELECT count(*), count(*) FILTER (WHERE user_id IS (SELECT user_id FROM users WHERE name = ?1)) FROM webhooks");
  FLAGFALL_RETURN_IF_ERROR(count.Bind(user).Next().status());
  if (count.Int(1) >= kWebhooksOfOneMax) {
    return absl::ResourceExhaustedError(
        absl::StrCat("there are ", kWebhooksOfOneMax, " webhooks of one user, and may be no more; remove one first"));
  }
  if (count.Int(0) < kWebhooksMax) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat("this arena has ", kWebhooksMax, " webhooks, and takes no more"));
}

}  // namespace

absl::StatusOr<std::int64_t> AddWebhook(Database& database, const WebhookToAdd& webhook, Micros now) {
  FLAGFALL_RETURN_IF_ERROR(CheckEvents(webhook.events));
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  if (!webhook.user.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::User user, FindUser(database, webhook.user));
    if (user.has_remove_time()) {
      return absl::FailedPreconditionError(absl::StrCat("user ", user.name(), " was removed, and gets no webhooks"));
    }
  }
  FLAGFALL_RETURN_IF_ERROR(CheckRoomForWebhook(database, webhook.user));
  Statement insert = database.Prepare(
      "INSERT INTO webhooks (user_id, url, signing_key, tells_games, tells_tournaments, tells_checks, created_time_us) "
      "VALUES ((SELECT user_id FROM users WHERE name = ?1), ?2, ?3, ?4, ?5, ?6, ?7) RETURNING webhook_id");
  insert.Bind(webhook.user).Bind(webhook.url).BindBlob(webhook.signing_key);
  for (const v1::Webhook::Event event : kToldOf) {
    insert.Bind(std::int64_t{absl::c_linear_search(webhook.events, event)});
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, insert.Bind(now.count()).Number());
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return id;
}

absl::StatusOr<v1::Webhook> FindWebhook(Database& database, std::int64_t id) {
  Statement select = database.Prepare(FLAGFALL_SELECT_WEBHOOKS "WHERE webhook_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(id).Next());
  if (!found) {
    return absl::NotFoundError(absl::StrCat("there is no webhook ", id, "; `flagfall webhook list` shows them"));
  }
  return ReadWebhook(select);
}

absl::StatusOr<std::vector<v1::Webhook>> ListWebhooks(Database& database, const std::optional<std::string>& user) {
  Statement select =
      database.Prepare(FLAGFALL_SELECT_WEBHOOKS "WHERE ?1 IS NULL OR users.name = ?1 ORDER BY webhook_id");
  return select.Bind(user).Collect<v1::Webhook>(ReadWebhook);
}

absl::Status RemoveWebhook(Database& database, std::int64_t id) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  Statement deliveries = database.Prepare("DELETE FROM webhook_deliveries WHERE webhook_id = ?1");
  FLAGFALL_RETURN_IF_ERROR(deliveries.Bind(id).Run());
  Statement webhook = database.Prepare("DELETE FROM webhooks WHERE webhook_id = ?1");
  FLAGFALL_RETURN_IF_ERROR(webhook.Bind(id).Run());
  return transaction.Commit();
}

absl::StatusOr<std::vector<WebhookToTell>> WebhooksToTell(Database& database, v1::Webhook::Event event) {
  Statement select = database.Prepare(
      "SELECT webhook_id, CASE role WHEN 'owner' THEN name ELSE '' END FROM webhooks LEFT JOIN users USING (user_id) "
      "WHERE disabled_reason IS NULL AND removed_time_us IS NULL AND CASE ?1 WHEN 'game' THEN tells_games WHEN "
      "'tournament' THEN tells_tournaments ELSE tells_checks END ORDER BY webhook_id");
  return select.Bind(EnumWord(event)).Collect<WebhookToTell>([](const Statement& row) {
    return WebhookToTell{.id = row.Int(0), .owner = row.Text(1)};
  });
}

absl::StatusOr<std::vector<WebhookEvent>> WebhookEvents(Database& database, int count) {
  Statement select = database.Prepare(
      "SELECT event_id, event, CASE event WHEN 'game' THEN (SELECT game_id FROM games WHERE sequence = about) ELSE "
      "CAST(about AS TEXT) END FROM webhook_events ORDER BY event_id LIMIT ?1");
  return select.Bind(std::int64_t{count})
      .Collect<WebhookEvent>([](const Statement& row) -> absl::StatusOr<WebhookEvent> {
        WebhookEvent event{.id = row.Int(0), .about = row.Text(2)};
        FLAGFALL_ASSIGN_OR_RETURN(event.event, EnumNamed<v1::Webhook::Event>(row.Text(1)));
        return event;
      });
}

absl::Status DropWebhookEvents(Database& database, std::int64_t id) {
  Statement remove = database.Prepare("DELETE FROM webhook_events WHERE event_id <= ?1");
  return remove.Bind(id).Run();
}

absl::StatusOr<std::vector<std::string>> OwnersOf(Database& database, const std::vector<std::string>& bots) {
  std::set<std::string> owners;
  for (const std::string& bot : bots) {
    Statement select =
        database.Prepare("SELECT users.name FROM bots JOIN users ON user_id = owner_id WHERE bots.name = ?1");
    FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(bot).Next());
    if (found) owners.insert(select.Text(0));
  }
  return std::vector<std::string>(owners.begin(), owners.end());
}

}  // namespace flagfall::arena::store
