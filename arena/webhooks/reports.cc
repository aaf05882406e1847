#include "arena/webhooks/reports.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "arena/base/names.h"
#include "arena/base/timestamps.h"
#include "arena/queries/ledger_messages.h"
#include "arena/queries/secrets.h"
#include "arena/store/errors.h"
#include "arena/store/games.h"
#include "arena/store/submissions.h"
#include "arena/store/tournaments.h"
#include "arena/store/webhook_deliveries.h"
#include "arena/store/webhooks.h"
#include "arena/webhooks/signature.h"
#include "flagfall/v1/arena_service.pb.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::webhooks {
namespace {

// A report, and the owners whom it concerns. Hosts are concerned by all.
struct Report {
  v1::WebhookReport message;
  std::vector<std::string> owners;
};

absl::StatusOr<Report> ReportOfGame(store::Database& database, const std::string& id) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::GameSummary game, store::FindGame(database, id));
  Report report;
  *report.message.mutable_game() = queries::MessageOf(game);
  *report.message.mutable_time() = TimestampOf(game.start_time + game.duration);
  FLAGFALL_ASSIGN_OR_RETURN(report.owners, store::OwnersOf(database, {game.red, game.blue}));
  return report;
}

absl::StatusOr<Report> ReportOfTournament(store::Database& database, std::int64_t id) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament tournament, store::FindTournament(database, id));
  FLAGFALL_ASSIGN_OR_RETURN(v1::Tournament message, queries::MessageOf(database, tournament));
  queries::HideUntilFinished(message);
  v1::TournamentSpec spec;
  spec.set_name(message.spec().name());
  spec.set_format(message.spec().format());
  *spec.mutable_ruleset() = message.spec().ruleset();
  *message.mutable_spec() = std::move(spec);
  Report report;
  *report.message.mutable_time() = message.update_time();
  *report.message.mutable_tournament() = std::move(message);
  const std::vector<std::string> bots(tournament.spec.bots().begin(), tournament.spec.bots().end());
  FLAGFALL_ASSIGN_OR_RETURN(report.owners, store::OwnersOf(database, bots));
  if (!tournament.spec.challenger().empty()) report.owners.push_back(tournament.spec.challenger());
  return report;
}

absl::StatusOr<Report> ReportOfCheck(store::Database& database, std::int64_t id) {
  Report report;
  FLAGFALL_ASSIGN_OR_RETURN(v1::Submission submission, store::FindSubmission(database, id));
  if (submission.steps_size() > 0) *report.message.mutable_time() = submission.steps().rbegin()->time();
  submission.clear_steps();
  if (!submission.owner().empty()) report.owners.push_back(submission.owner());
  *report.message.mutable_submission() = std::move(submission);
  return report;
}

absl::StatusOr<Report> ReportOf(store::Database& database, const store::WebhookEvent& event) {
  if (event.event == v1::Webhook::EVENT_GAME) return ReportOfGame(database, event.about);
  std::int64_t id = 0;
  if (!absl::SimpleAtoi(event.about, &id)) return absl::InternalError("a webhook's event is about nothing");
  return event.event == v1::Webhook::EVENT_TOURNAMENT ? ReportOfTournament(database, id) : ReportOfCheck(database, id);
}

// Whether a report that cannot be made now can be made later: the ledger is locked, full, or not where it was. A row
// that is damaged or missing stays so.
bool IsForNow(const absl::Status& status) {
  return absl::IsUnavailable(status) || store::IsDiskFull(status) || store::IsLedgerGone(status);
}

absl::Status Add(store::Database& database, std::int64_t webhook, v1::WebhookReport report, Micros now) {
  store::DeliveryToAdd delivery{.webhook = webhook, .name = DrawDeliveryName(), .event = report.event()};
  report.set_id(delivery.name);
  delivery.body = ToJson(report);
  return store::AddDelivery(database, delivery, now).status();
}

}  // namespace

absl::StatusOr<int> PlanDeliveries(store::Database& database, int count, Micros now,
                                   const std::function<void(const std::string&)>& log) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::WebhookEvent> events, store::WebhookEvents(database, count));
  // In most cases nothing has happened, and nobody is kept from writing.
  if (events.empty()) return 0;
  FLAGFALL_ASSIGN_OR_RETURN(store::Transaction transaction, store::Transaction::BeginWriting(database));
  for (const store::WebhookEvent& event : events) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::WebhookToTell> webhooks,
                              store::WebhooksToTell(database, event.event));
    if (webhooks.empty()) continue;
    absl::StatusOr<Report> made = ReportOf(database, event);
    if (!made.ok()) {
      if (IsForNow(made.status())) return made.status();
      log(absl::StrCat("webhooks: nobody is told of ", EnumWord(event.event), " ", event.about,
                       ", whose report cannot be made: ", made.status().message()));
      continue;
    }
    Report report = *std::move(made);
    report.message.set_event(event.event);
    for (const store::WebhookToTell& webhook : webhooks) {
      if (!webhook.owner.empty() && !absl::c_linear_search(report.owners, webhook.owner)) continue;
      FLAGFALL_RETURN_IF_ERROR(Add(database, webhook.id, report.message, now));
    }
  }
  FLAGFALL_RETURN_IF_ERROR(store::DropWebhookEvents(database, events.back().id));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return static_cast<int>(events.size());
}

absl::StatusOr<v1::WebhookDelivery> PlanTest(store::Database& database, std::int64_t webhook, Micros now) {
  v1::WebhookReport report;
  report.set_event(v1::Webhook::EVENT_TEST);
  *report.mutable_time() = TimestampOf(now);
  store::DeliveryToAdd delivery{.webhook = webhook, .name = DrawDeliveryName(), .event = report.event()};
  report.set_id(delivery.name);
  delivery.body = ToJson(report);
  FLAGFALL_ASSIGN_OR_RETURN(const bool is_added, store::AddDelivery(database, delivery, now));
  if (!is_added) return absl::ResourceExhaustedError("as many reports wait as may; try again later");
  return store::FindDelivery(database, webhook, delivery.name);
}

}  // namespace flagfall::arena::webhooks
