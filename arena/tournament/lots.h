#ifndef ARENA_TOURNAMENT_LOTS_H_
#define ARENA_TOURNAMENT_LOTS_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace flagfall::arena::tournament {

// The random choices of a schedule. They follow from the tournament's seed alone, so that anyone can repeat them.

// The players 0 to `players` - 1 in the order of SHA-256("flagfall seat SEED PLAYER").
std::vector<int> DrawOrder(int players, std::uint64_t seed);

// The last bit of SHA-256("flagfall lot SEED WHAT"). `what` names the choice; within a tournament each name is used for
// one choice only.
bool DrawLot(std::uint64_t seed, absl::string_view what);

// A number from 0 to 1, without 1: the first 53 bits of SHA-256("flagfall fraction SEED WHAT") over 2^53. `what` as
// above.
double DrawFraction(std::uint64_t seed, absl::string_view what);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_LOTS_H_
