#include "referee/rules/record.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/given_set_ups.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

// Whether the record's last entry is an action that came too late to count.
bool EndsWithLateAction(const v1::GameRecord& record) {
  const v1::Reason reason = record.outcome().reason();
  if (reason != v1::REASON_OUT_OF_TIME && reason != v1::REASON_HOST_LATE) return false;
  return !record.entries().empty() && record.entries().rbegin()->has_acted();
}

}  // namespace

absl::StatusOr<std::unique_ptr<Game>> PlayAgain(const v1::GameRecord& record,
                                                const std::function<void(const PlayedEntry&)>& see) {
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<Game> game, NewGame(record.ruleset(), record.seed()));
  FLAGFALL_RETURN_IF_ERROR(TakeGivenSetUps(
      record.given_set_ups(), *game, [&](v1::Side side, const v1::Action& set_up, const ObserverEvents& events) {
        v1::RecordEntry entry;
        entry.set_side(side);
        *entry.mutable_acted()->mutable_action() = set_up;
        see({.entry = entry, .is_given = true, .events = &events, .refusal = absl::OkStatus(), .game = *game});
      }));
  const int late = EndsWithLateAction(record) ? record.entries_size() - 1 : -1;
  for (int i = 0; i < record.entries_size(); ++i) {
    const v1::RecordEntry& entry = record.entries(i);
    absl::StatusOr<ObserverEvents> events = absl::DeadlineExceededError("the action came after its deadline");
    if (entry.has_acted() && i != late) events = game->Act(entry.side(), entry.acted().action());
    see({.entry = entry,
         .events = events.ok() ? &*events : nullptr,
         .refusal = entry.has_acted() ? events.status() : absl::OkStatus(),
         .game = *game});
  }
  return game;
}

absl::StatusOr<std::vector<RecordedAction>> AcceptedActions(const v1::GameRecord& record) {
  std::vector<RecordedAction> actions;
  FLAGFALL_RETURN_IF_ERROR(
      PlayAgain(record, [&actions](const PlayedEntry& played) {
        if (played.events == nullptr) return;
        actions.push_back({.side = played.entry.side(),
                           .action = played.entry.acted().action(),
                           .comment = played.entry.acted().comment(),
                           .beliefs = played.entry.acted().has_beliefs() ? &played.entry.acted().beliefs() : nullptr,
                           .plies = played.game.Progress().plies});
      }).status());
  return actions;
}

Micros DecisionTimes::UsedBy(const v1::RecordEntry& entry) {
  Micros& sent = sent_[IndexOf(SideOf(entry.side()))];
  if (entry.has_decision_sent()) sent = Micros(entry.at_micros());
  if (!entry.has_acted()) return Micros(0);
  const v1::Acted& acted = entry.acted();
  if (acted.has_sent_micros()) sent = Micros(acted.sent_micros());
  const Micros passed = Micros(entry.at_micros() - acted.host_delay_micros()) - sent;
  return std::max(passed, Micros(0)) - Micros(acted.lag_credit_micros());
}

absl::StatusOr<v1::GivenSetUps> SetUpsOf(const v1::GameRecord& record) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<RecordedAction> actions, AcceptedActions(record));
  v1::GivenSetUps set_ups;
  for (const RecordedAction& action : actions) {
    if (!action.action.has_set_up()) continue;
    *(action.side == v1::SIDE_RED ? set_ups.mutable_red() : set_ups.mutable_blue()) = action.action.set_up();
  }
  return set_ups.has_red() && set_ups.has_blue() ? set_ups : v1::GivenSetUps();
}

absl::StatusOr<Position> PositionAtPly(const v1::GameRecord& record, std::uint32_t ply) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<RecordedAction> actions, AcceptedActions(record));
  const std::uint32_t plies = actions.empty() ? 0 : actions.back().plies;
  if (ply > plies) {
    return absl::OutOfRangeError(absl::StrCat("the game has no ply ", ply, "; expected 0 to ", plies));
  }
  Position position;
  FLAGFALL_ASSIGN_OR_RETURN(position.game, NewGame(record.ruleset(), record.seed()));
  for (const RecordedAction& action : actions) {
    if (action.plies > ply) break;
    FLAGFALL_RETURN_IF_ERROR(position.game->Act(action.side, action.action).status());
    if (action.plies == ply && !action.comment.empty()) position.commented.push_back(action);
  }
  return position;
}

}  // namespace flagfall
