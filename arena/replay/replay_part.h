#ifndef ARENA_REPLAY_REPLAY_PART_H_
#define ARENA_REPLAY_REPLAY_PART_H_

#include <cstdint>

#include "flagfall/v1/web.pb.h"

namespace flagfall::arena {

// What the whole replay of a running game has behind a step, above 0 and no more than whole.steps(): only the arrays,
// from_step and steps. Put behind what was there up to that step, as protobuf's merging does, the arrays are the
// whole's.
v1::Replay ReplayBehind(const v1::Replay& whole, std::uint32_t step);

}  // namespace flagfall::arena

#endif  // ARENA_REPLAY_REPLAY_PART_H_
