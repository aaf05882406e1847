#include "arena/store/webhook_deliveries.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "arena/base/timestamps.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

#define FLAGFALL_SELECT_DELIVERIES                                                                                    \
  "SELECT name, webhook_id, event, state, attempts, status, trouble, created_time_us, attempt_time_us, next_time_us " \
  "FROM webhook_deliveries "

absl::StatusOr<v1::WebhookDelivery> ReadDelivery(const Statement& row) {
  v1::WebhookDelivery delivery;
  delivery.set_id(row.Text(0));
  delivery.set_webhook_id(static_cast<std::uint64_t>(row.Int(1)));
  FLAGFALL_ASSIGN_OR_RETURN(const auto event, EnumNamed<v1::Webhook::Event>(row.Text(2)));
  delivery.set_event(event);
  FLAGFALL_ASSIGN_OR_RETURN(const auto state, EnumNamed<v1::WebhookDelivery::State>(row.Text(3)));
  delivery.set_state(state);
  delivery.set_attempts(static_cast<std::uint32_t>(row.Int(4)));
  delivery.set_status(static_cast<std::uint32_t>(row.Int(5)));
  delivery.set_trouble(row.Text(6));
  *delivery.mutable_create_time() = TimestampOf(Micros(row.Int(7)));
  if (!row.IsNull(8)) *delivery.mutable_attempt_time() = TimestampOf(Micros(row.Int(8)));
  if (!row.IsNull(9)) *delivery.mutable_next_time() = TimestampOf(Micros(row.Int(9)));
  return delivery;
}

absl::StatusOr<bool> HasRoomForDelivery(Database& database, std::int64_t webhook) {
  Statement count = database.Prepare(
      "SELECT (SELECT count(*) FROM webhook_deliveries WHERE webhook_id = ?1 AND state = 'pending'), (SELECT count(*) "
      "FROM webhook_deliveries WHERE next_time_us IS NOT NULL)");
  FLAGFALL_RETURN_IF_ERROR(count.Bind(webhook).Next().status());
  return count.Int(0) < kPendingOfOneMax && count.Int(1) < kPendingMax;
}

absl::Status ForgetOldDeliveries(Database& database, std::int64_t webhook) {
  Statement remove = database.Prepare(
      "DELETE FROM webhook_deliveries WHERE webhook_id = ?1 AND state <> 'pending' AND delivery_id <= (SELECT "
      "delivery_id FROM webhook_deliveries WHERE webhook_id = ?1 AND state <> 'pending' ORDER BY delivery_id DESC "
      "LIMIT 1 OFFSET ?2)");
  return remove.Bind(webhook).Bind(kDeliveriesKept).Run();
}

absl::Status Enable(Database& database, std::int64_t webhook, Micros now) {
  Statement update =
      database.Prepare("UPDATE webhooks SET disabled_reason = NULL, success_time_us = ?2 WHERE webhook_id = ?1");
  return update.Bind(webhook).Bind(now.count()).Run();
}

absl::Status DisableUnlessWorking(Database& database, std::int64_t webhook, Micros created, absl::string_view trouble) {
  Statement disable = database.Prepare(
      "UPDATE webhooks SET disabled_reason = ?3 WHERE webhook_id = ?1 AND coalesce(success_time_us < ?2, TRUE) AND "
      "disabled_reason IS NULL RETURNING webhook_id");
  disable.Bind(webhook).Bind(created.count());
  disable.Bind(absl::StrCat("a report failed again and again, at last so: ", trouble));
  FLAGFALL_ASSIGN_OR_RETURN(const bool is_disabled, disable.Next());
  FLAGFALL_RETURN_IF_ERROR(disable.Run());
  if (!is_disabled) return absl::OkStatus();
  Statement give_up = database.Prepare(
      "UPDATE webhook_deliveries SET state = 'failed', next_time_us = NULL, trouble = 'the webhook was disabled' WHERE "
      "webhook_id = ?1 AND state = 'pending'");
  return give_up.Bind(webhook).Run();
}

}  // namespace

absl::StatusOr<bool> AddDelivery(Database& database, const DeliveryToAdd& delivery, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_ASSIGN_OR_RETURN(const bool has_room, HasRoomForDelivery(database, delivery.webhook));
  if (has_room) {
    Statement insert = database.Prepare(
        "INSERT INTO webhook_deliveries (name, webhook_id, event, body, state, created_time_us, next_time_us) VALUES "
        "(?1, ?2, ?3, ?4, 'pending', ?5, ?5)");
    insert.Bind(delivery.name).Bind(delivery.webhook).Bind(EnumWord(delivery.event)).Bind(delivery.body);
    FLAGFALL_RETURN_IF_ERROR(insert.Bind(now.count()).Run());
  } else {
    Statement update = database.Prepare("UPDATE webhooks SET dropped = dropped + 1 WHERE webhook_id = ?1");
    FLAGFALL_RETURN_IF_ERROR(update.Bind(delivery.webhook).Run());
  }
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return has_room;
}

absl::StatusOr<v1::WebhookDelivery> FindDelivery(Database& database, std::int64_t webhook, absl::string_view name) {
  Statement select = database.Prepare(FLAGFALL_SELECT_DELIVERIES "WHERE webhook_id = ?1 AND name = ?2");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(webhook).Bind(name).Next());
  if (!found) {
    return absl::NotFoundError(absl::StrCat("webhook ", webhook, " has no delivery '", absl::CHexEscape(name),
                                            "', or not any more: the newest ", kDeliveriesKept, " are kept"));
  }
  return ReadDelivery(select);
}

absl::StatusOr<std::vector<v1::WebhookDelivery>> ListDeliveries(Database& database, std::int64_t webhook) {
  Statement select =
      database.Prepare(FLAGFALL_SELECT_DELIVERIES "WHERE webhook_id = ?1 ORDER BY delivery_id DESC LIMIT ?2");
  return select.Bind(webhook).Bind(kDeliveriesKept).Collect<v1::WebhookDelivery>(ReadDelivery);
}

absl::Status Redeliver(Database& database, std::int64_t webhook, absl::string_view name, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::WebhookDelivery delivery, FindDelivery(database, webhook, name));
  if (delivery.state() == v1::WebhookDelivery::STATE_PENDING) {
    return absl::FailedPreconditionError(absl::StrCat("delivery ", name, " is to be sent anyway"));
  }
  FLAGFALL_ASSIGN_OR_RETURN(const bool has_room, HasRoomForDelivery(database, webhook));
  if (!has_room) return absl::ResourceExhaustedError("as many reports wait as may; try again later");
  Statement update = database.Prepare(
      "UPDATE webhook_deliveries SET state = 'pending', attempts = 0, created_time_us = ?2, next_time_us = ?2 WHERE "
      "name = ?1");
  FLAGFALL_RETURN_IF_ERROR(update.Bind(name).Bind(now.count()).Run());
  return transaction.Commit();
}

absl::StatusOr<std::vector<DueDelivery>> DueDeliveries(Database& database, const std::set<std::int64_t>& busy,
                                                       int count, Micros now) {
  Statement select = database.Prepare(
      "SELECT delivery.name, webhook_id, url, signing_key, body, attempts, min(next_time_us) FROM webhook_deliveries "
      "AS delivery JOIN webhooks USING (webhook_id) LEFT JOIN users USING (user_id) WHERE next_time_us <= ?1 AND "
      "removed_time_us IS NULL GROUP BY webhook_id ORDER BY min(next_time_us)");
  select.Bind(now.count());
  std::vector<DueDelivery> due;
  while (static_cast<int>(due.size()) < count) {
    FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Next());
    if (!found) break;
    if (busy.contains(select.Int(1))) continue;
    due.push_back({.name = select.Text(0),
                   .webhook = select.Int(1),
                   .url = select.Text(2),
                   .signing_key = select.Blob(3),
                   .body = select.Text(4),
                   .attempts = static_cast<std::uint32_t>(select.Int(5))});
  }
  return due;
}

absl::Status RecordAttempt(Database& database, absl::string_view name, const DeliveryAttempt& attempt, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  const bool is_success = attempt.trouble.empty();
  Statement update = database.Prepare(
      "UPDATE webhook_deliveries SET state = ?2, attempts = attempts + 1, status = ?3, trouble = ?4, attempt_time_us = "
      "?5, next_time_us = ?6 WHERE name = ?1 AND state = 'pending' RETURNING webhook_id, created_time_us");
  update.Bind(name).Bind(is_success ? "delivered" : attempt.next.has_value() ? "pending" : "failed");
  update.Bind(std::int64_t{attempt.status}).Bind(attempt.trouble).Bind(now.count());
  !is_success&& attempt.next.has_value() ? update.Bind(attempt.next->count()) : update.BindNull();
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, update.Next());
  if (!found) return absl::OkStatus();
  const std::int64_t webhook = update.Int(0);
  const Micros created(update.Int(1));
  FLAGFALL_RETURN_IF_ERROR(update.Run());
  if (is_success) FLAGFALL_RETURN_IF_ERROR(Enable(database, webhook, now));
  if (!is_success && !attempt.next.has_value()) {
    FLAGFALL_RETURN_IF_ERROR(DisableUnlessWorking(database, webhook, created, attempt.trouble));
  }
  if (is_success || !attempt.next.has_value()) FLAGFALL_RETURN_IF_ERROR(ForgetOldDeliveries(database, webhook));
  return transaction.Commit();
}

}  // namespace flagfall::arena::store
