#ifndef REFEREE_RULES_BOARD_GAME_BOARD_PLAY_H_
#define REFEREE_RULES_BOARD_GAME_BOARD_PLAY_H_

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/board/board_state.h"
#include "referee/rules/board_game/board_view.h"
#include "referee/rules/game.h"

namespace flagfall {

// The steps that every game on a board has in common.

// The ply of a message. Numbers that are not squares are an error that names the clause (R2.1).
absl::StatusOr<board::Ply> PlyOf(const v1::Ply& ply);

// The set-ups that are not in yet, as open decisions.
absl::InlinedVector<OpenDecision, 2> OpenSetUps(const BoardWorld& world);

// Puts a side's army on the board (R1.2 to R1.4); play begins when it is the second. The error names the clause, and
// the world stays as it was. Play has not begun.
absl::Status TakeSetUp(Side side, const v1::SetUp& set_up, BoardWorld& world);

// Notes where and when the pieces fell that the ply removed.
void NoteRemovals(const board::PlyReport& report, board::Ply ply, BoardWorld& world);

v1::Outcome OutcomeOf(const board::BoardResult& result);

}  // namespace flagfall

#endif  // REFEREE_RULES_BOARD_GAME_BOARD_PLAY_H_
