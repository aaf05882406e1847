#ifndef ARENA_REPLAY_POSITION_PICTURE_H_
#define ARENA_REPLAY_POSITION_PICTURE_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/replay.pb.h"

namespace flagfall::arena::replay {

// Draws a position of a game on a board as SVG, as that observer knows it, for pages that show a game without this
// site's code. It is made of the replay alone, and so shows no more than that: of a running game what spectators may
// know. `position` is a step of the replay; a later one than the last stands for the last. FAILED_PRECONDITION for a
// game that is not on a board.
absl::StatusOr<std::string> PositionPicture(const v1::Replay& replay, std::uint32_t position, v1::Observer observer);

}  // namespace flagfall::arena::replay

#endif  // ARENA_REPLAY_POSITION_PICTURE_H_
