#ifndef ARENA_REPLAY_BOARD_POSITION_H_
#define ARENA_REPLAY_BOARD_POSITION_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/replay.pb.h"

namespace flagfall::arena::replay {

// A piece that stands on the board.
struct PieceAt {
  bool is_red = false;
  int square = 0;
  // 0 where the observer does not know it.
  std::uint32_t type = 0;
};

// A position of a game on a board, as an observer knows it.
struct BoardPosition {
  std::vector<PieceAt> pieces;
  // 100 · from + to of the ply that led to it; 0 where none did.
  std::uint32_t last_ply = 0;
  std::uint32_t step = 0;
};

// It is made of the replay alone, and so tells no more than that: of a running game what spectators may know.
// `position` is a step of the replay; a later one than the last stands for the last. FAILED_PRECONDITION for a game
// that is not on a board.
absl::StatusOr<BoardPosition> BoardPositionOf(const v1::Replay& replay, std::uint32_t position, v1::Observer observer);

}  // namespace flagfall::arena::replay

#endif  // ARENA_REPLAY_BOARD_POSITION_H_
