#include "arena/exam/recorded_game.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/analysis/replayed_rulesets.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board_game/board_options.h"
#include "referee/rules/record.h"
#include "referee/rules/side_messages.h"

namespace flagfall::arena::exam {
namespace {

// The set-ups are left out.
absl::StatusOr<std::vector<RecordedPly>> PliesOf(const v1::GameRecord& record) {
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<RecordedAction> actions, AcceptedActions(record));
  std::vector<RecordedPly> plies;
  for (RecordedAction& action : actions) {
    if (action.action.has_ply()) plies.push_back({.side = SideOf(action.side), .action = std::move(action.action)});
  }
  return plies;
}

bool IsSame(const RecordedPly& a, const RecordedPly& b) {
  const v1::Ply& one = a.action.ply();
  const v1::Ply& other = b.action.ply();
  return a.side == b.side && one.from() == other.from() && one.to() == other.to();
}

}  // namespace

absl::StatusOr<RecordedGame> RecordedGameOf(v1::GameRecord record) {
  RecordedGame game{.id = record.game_id()};
  if (!IsBoardGame(record.ruleset().id())) {
    return absl::FailedPreconditionError(absl::StrCat("game ", game.id, " is one of ", record.ruleset().id(),
                                                      "; a bot can be asked for plies of ",
                                                      analysis::ReplayedRulesetNames("and")));
  }
  FLAGFALL_ASSIGN_OR_RETURN(game.set_ups, SetUpsOf(record));
  FLAGFALL_ASSIGN_OR_RETURN(game.plies, PliesOf(record));
  if (game.plies.empty()) {
    return absl::FailedPreconditionError(absl::StrCat("game ", game.id, " has no ply for which a bot could be asked"));
  }
  for (const RecordedPly& ply : game.plies) game.own[IndexOf(ply.side)].push_back(ply.action);
  game.record = std::move(record);
  return game;
}

void BreakOffAfter(std::size_t plies, RecordedGame& game) {
  while (game.plies.size() > plies) {
    game.own[IndexOf(game.plies.back().side)].pop_back();
    game.plies.pop_back();
  }
}

absl::StatusOr<std::size_t> PliesInCommon(const v1::GameRecord& played, const RecordedGame& recorded) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<RecordedPly> plies, PliesOf(played));
  for (std::size_t i = 0; i < plies.size(); ++i) {
    if (i < recorded.plies.size() && IsSame(plies[i], recorded.plies[i])) continue;
    return absl::InternalError(
        absl::StrCat("the exam of game ", recorded.id, " went astray at ply ", i + 1, ": it is not the recorded one"));
  }
  return plies.size();
}

}  // namespace flagfall::arena::exam
