#ifndef ARENA_TOURNAMENT_BATCH_H_
#define ARENA_TOURNAMENT_BATCH_H_

#include <cstdint>
#include <vector>

#include "arena/tournament/format.h"

namespace flagfall::arena::tournament {

// The batch in which each of these pairings has so many games with alternating sides: all first games, then all second
// games, and so on.
std::vector<Pairing> AllGamesOf(const std::vector<Pairing>& firsts, std::uint32_t games);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_BATCH_H_
