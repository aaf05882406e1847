#include "arena/analysis/board_replay.h"

#include "referee/base/status_macros.h"
#include "referee/rules/board_game/board_options.h"
#include "referee/rules/board_game/board_play.h"
#include "referee/rules/record.h"
#include "referee/rules/side_messages.h"

namespace flagfall::arena::analysis {
namespace {

std::vector<board::Placement> PlacementsOf(const v1::SetUp& set_up) {
  std::vector<board::Placement> placements;
  for (const v1::Placement& placement : set_up.placements()) {
    placements.push_back({.square = static_cast<board::Square>(placement.square()),
                          .type = static_cast<board::PieceType>(placement.type())});
  }
  return placements;
}

}  // namespace

std::string PlyName(const v1::Ply& ply) {
  return board::PlyName({.from = static_cast<board::Square>(ply.from()), .to = static_cast<board::Square>(ply.to())});
}

bool IsReplayed(absl::string_view ruleset_id) { return IsBoardGame(ruleset_id); }

absl::StatusOr<RecordedStart> ReplayBoard(const v1::GameRecord& record,
                                          const std::function<void(const ReplayedPly&)>& see) {
  RecordedStart start;
  FLAGFALL_ASSIGN_OR_RETURN(start.rules, BoardRulesOf(record.ruleset()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<RecordedAction> actions, AcceptedActions(record));
  for (const RecordedAction& action : actions) {
    if (!action.action.has_set_up()) continue;
    (action.side == v1::SIDE_RED ? start.red : start.blue) = PlacementsOf(action.action.set_up());
  }
  if (start.red.empty() || start.blue.empty()) return RecordedStart{.rules = start.rules, .red = {}, .blue = {}};
  board::BoardState after = board::BoardState::Free(start.rules, start.red, start.blue);
  int number = 0;
  for (const RecordedAction& action : actions) {
    if (!action.action.has_ply()) continue;
    FLAGFALL_ASSIGN_OR_RETURN(const board::Ply ply, PlyOf(action.action.ply()));
    const board::BoardState before = after;
    const board::PlyReport report = after.Make(ply);
    see({.number = ++number,
         .side = SideOf(action.side),
         .ply = ply,
         .report = report,
         .beliefs = action.beliefs,
         .before = before,
         .after = after});
  }
  return start;
}

}  // namespace flagfall::arena::analysis
