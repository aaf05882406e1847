#ifndef ARENA_REPLAY_POSITION_IMAGE_H_
#define ARENA_REPLAY_POSITION_IMAGE_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "arena/replay/board_look.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/replay.pb.h"

namespace flagfall::arena::replay {

// Width and height of the image in pixels.
inline constexpr int kPositionImageSide = look::kPixels * look::kExtent;

// The same as position_picture.h draws as SVG, as PNG: for sites that show previews of links, most of which show no
// SVG. The names of the players are left out, since they may have letters of any script. Errors are those of
// BoardPositionOf (board_position.h).
absl::StatusOr<std::string> PositionImage(const v1::Replay& replay, std::uint32_t position, v1::Observer observer);

}  // namespace flagfall::arena::replay

#endif  // ARENA_REPLAY_POSITION_IMAGE_H_
