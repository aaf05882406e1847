#include "sample-bots/environment/env_record.h"

#include <string>

#include "referee/base/status_macros.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/side_messages.h"

namespace flagfall::environment {

absl::StatusOr<RecordedGame> RecordedGameOf(const v1::Ruleset& ruleset, const PlayedGame& played) {
  // No chance is in the board games.
  FLAGFALL_ASSIGN_OR_RETURN(RecordedGame game, RecordedGame::New(ruleset, std::string(32, '\0')));
  for (const Side side : kSides) {
    FLAGFALL_RETURN_IF_ERROR(game.Apply(ToProto(side), SetUpAction(played.set_ups[IndexOf(side)])));
  }
  Side side = Side::kRed;
  for (const board::Ply ply : played.plies) {
    FLAGFALL_RETURN_IF_ERROR(game.Apply(ToProto(side), PlyAction(ply)));
    side = OpponentOf(side);
  }
  if (played.is_out_of_plies || played.is_out_of_captures) {
    v1::Outcome draw;
    draw.set_result(v1::RESULT_DRAW);
    draw.set_reason(played.is_out_of_plies ? v1::REASON_ADJUDICATED_MAX_PLIES : v1::REASON_ADJUDICATED_NO_CAPTURE);
    game.Adjudicate(draw);
  }
  return game;
}

}  // namespace flagfall::environment
