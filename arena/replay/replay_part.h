#ifndef ARENA_REPLAY_REPLAY_PART_H_
#define ARENA_REPLAY_REPLAY_PART_H_

#include <cstdint>

#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::replay {

// Returns the part of a running game's replay that comes after a step: only the arrays, from_step and steps. Appended
// to what the replay had up to that step, as protobuf's merging does, the arrays are those of `whole` again. `step`
// must be above 0 and no more than whole.steps().
v1::Replay ReplayAfter(const v1::Replay& whole, std::uint32_t step);

}  // namespace flagfall::arena::replay

#endif  // ARENA_REPLAY_REPLAY_PART_H_
