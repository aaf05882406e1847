#ifndef ARENA_TOURNAMENT_DRAWN_H_
#define ARENA_TOURNAMENT_DRAWN_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace flagfall::arena {

// What is left to chance in a schedule, drawn from the tournament's seed, so that anyone can draw it again.

// The players 0 to `players` - 1 in the order of SHA-256("flagfall seat SEED PLAYER").
std::vector<int> DrawnOrder(int players, std::uint64_t seed);

// The last bit of SHA-256("flagfall lot SEED WHAT"). `what` says what is drawn, and in one tournament says it once.
bool DrawnLot(std::uint64_t seed, absl::string_view what);

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_DRAWN_H_
