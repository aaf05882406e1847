// Compiled as C++17: Debian's LEMON 1.3.1 uses what C++20 has taken out of std::allocator.
#include "arena/tournament/min_cost_matching.h"

#include <lemon/full_graph.h>
#include <lemon/matching.h>

#include <limits>

#include "referee/base/check.h"

namespace flagfall::arena::tournament {

static_assert(std::numeric_limits<MatchingCost>::is_integer, "LEMON asks numeric_limits for the largest cost");

std::vector<int> MinCostMatching(int count, const std::function<MatchingCost(int, int)>& cost_of) {
  FLAGFALL_CHECK(count % 2 == 0);
  std::vector<int> partners(static_cast<std::size_t>(count));
  if (count == 0) return partners;
  using Weights = lemon::FullGraph::EdgeMap<MatchingCost>;
  const lemon::FullGraph graph(count);
  Weights weights(graph);
  for (int j = 1; j < count; ++j) {
    for (int i = 0; i < j; ++i) weights[graph.edge(graph(i), graph(j))] = -cost_of(i, j);
  }
  lemon::MaxWeightedPerfectMatching<lemon::FullGraph, Weights> matching(graph, weights);
  FLAGFALL_CHECK(matching.run());
  for (int i = 0; i < count; ++i) partners[i] = graph.id(matching.mate(graph(i)));
  return partners;
}

}  // namespace flagfall::arena::tournament
