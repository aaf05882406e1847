#ifndef ARENA_ANALYSIS_BOARD_REPLAY_H_
#define ARENA_ANALYSIS_BOARD_REPLAY_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/board.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/board/board_state.h"

namespace flagfall::arena::analysis {

// A ply of a recorded board game. In both positions all types are known; who knows which is told by Piece::is_revealed.
struct ReplayedPly {
  // From 1.
  int number = 0;
  Side side = Side::kRed;
  board::Ply ply;
  board::PlyReport report;
  // What the player took the opponent's pieces for before it, in the record; null where it did not say.
  const v1::Beliefs* beliefs;
  const board::BoardState& before;
  const board::BoardState& after;
};

// What a recorded board game began with.
struct RecordedStart {
  board::BoardRules rules;
  std::vector<board::Placement> red;
  std::vector<board::Placement> blue;

  const std::vector<board::Placement>& Of(Side side) const { return side == Side::kRed ? red : blue; }
};

// Whether games of this ruleset can be replayed here: `classic`, `battle`, `duel` and `barrage`.
bool IsReplayed(absl::string_view ruleset_id);

// Calls `see` with each ply of the game, in order; not at all where it ended before both set-ups were in. Returns what
// it began with. NOT_FOUND when the ruleset is none of `classic`, `battle`, `duel` and `barrage`; else errors as
// NewGame's.
absl::StatusOr<RecordedStart> ReplayBoard(const v1::GameRecord& record,
                                          const std::function<void(const ReplayedPly&)>& see);

// A ply as its squares, "a4-a5".
std::string PlyName(const v1::Ply& ply);

}  // namespace flagfall::arena::analysis

#endif  // ARENA_ANALYSIS_BOARD_REPLAY_H_
