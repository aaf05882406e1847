#include "referee/rules/record.h"

#include <functional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/given_set_ups.h"

namespace flagfall {
namespace {

// Whether the record's last entry is an action that came too late to count.
bool EndsWithLateAction(const v1::GameRecord& record) {
  const v1::Reason reason = record.outcome().reason();
  if (reason != v1::REASON_OUT_OF_TIME && reason != v1::REASON_HOST_LATE) return false;
  return !record.entries().empty() && record.entries().rbegin()->has_acted();
}

// Tries the record's actions on a new game, in order; whatever is accepted is handed to `see`, with the game after it.
absl::StatusOr<std::unique_ptr<Game>> Replay(const v1::GameRecord& record,
                                             const std::function<void(const v1::RecordEntry&, const Game&)>& see) {
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<Game> game, NewGame(record.ruleset(), record.seed()));
  FLAGFALL_RETURN_IF_ERROR(TakeGivenSetUps(record.given_set_ups(), *game,
                                           [&](v1::Side side, const v1::Action& set_up, const ObserverEvents&) {
                                             v1::RecordEntry entry;
                                             entry.set_side(side);
                                             *entry.mutable_acted()->mutable_action() = set_up;
                                             see(entry, *game);
                                           }));
  const int count = record.entries_size() - (EndsWithLateAction(record) ? 1 : 0);
  for (int i = 0; i < count; ++i) {
    const v1::RecordEntry& entry = record.entries(i);
    if (entry.has_acted() && game->Act(entry.side(), entry.acted().action()).ok()) see(entry, *game);
  }
  return game;
}

}  // namespace

absl::StatusOr<std::vector<RecordedAction>> AcceptedActions(const v1::GameRecord& record) {
  std::vector<RecordedAction> actions;
  FLAGFALL_RETURN_IF_ERROR(Replay(record, [&actions](const v1::RecordEntry& entry, const Game& after) {
                             actions.push_back({.side = entry.side(),
                                                .action = entry.acted().action(),
                                                .comment = entry.acted().comment(),
                                                .plies = after.Progress().plies});
                           }).status());
  return actions;
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

absl::StatusOr<std::uint32_t> PlyCountOf(const v1::GameRecord& record) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Game> game,
                            Replay(record, [](const v1::RecordEntry&, const Game&) {}));
  return game->Progress().plies;
}

absl::StatusOr<Position> PositionAtPly(const v1::GameRecord& record, std::uint32_t ply) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<RecordedAction> actions, AcceptedActions(record));
  const std::uint32_t plies = actions.empty() ? 0 : actions.back().plies;
  if (ply > plies) {
    return absl::OutOfRangeError(absl::StrCat("the game has no ply ", ply, "; expected 0 to ", plies));
  }
  Position position;
  FLAGFALL_ASSIGN_OR_RETURN(position.game, NewGame(record.ruleset(), record.seed()));
  std::uint32_t made = 0;
  for (const RecordedAction& action : actions) {
    if (action.plies > ply) break;
    FLAGFALL_RETURN_IF_ERROR(position.game->Act(action.side, action.action).status());
    if (action.plies > made) position.comment = action.comment;
    made = action.plies;
  }
  return position;
}

}  // namespace flagfall
