#ifndef ARENA_TOURNAMENT_MIN_COST_MATCHING_H_
#define ARENA_TOURNAMENT_MIN_COST_MATCHING_H_

#include <functional>
#include <vector>

namespace flagfall::arena::tournament {

// The cost of a pair, from 0; the sum over all pairs must be below 2^120. The type is wide enough for a number whose
// digits are several criteria.
using MatchingCost = __int128;

// Pairs the numbers from 0 to `count` - 1 so that the sum of `cost_of(i, j)`, i < j, over all pairs is minimal. Returns
// the partner of each. `count` must be even. The result is deterministic, also where several matchings have the same
// cost. (J. Edmonds's algorithm as implemented by the LEMON library, in O(n³ log n): 40 ms for 256.)
std::vector<int> MinCostMatching(int count, const std::function<MatchingCost(int, int)>& cost_of);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_MIN_COST_MATCHING_H_
