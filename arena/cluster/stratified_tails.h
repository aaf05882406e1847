#ifndef ARENA_CLUSTER_STRATIFIED_TAILS_H_
#define ARENA_CLUSTER_STRATIFIED_TAILS_H_

#include <array>
#include <cstdint>

#include "absl/types/span.h"

namespace flagfall::arena::cluster {

// Games that are alike but for the machine that played them, counted by their score of 0, 1 or 2.
struct Stratum {
  using Counts = std::array<std::int64_t, 3>;
  // Those of one machine, and of all machines, it included.
  Counts mine = {};
  Counts all = {};
};

// Of the sum of one machine's scores over all strata.
struct Tails {
  double expected = 0;
  std::int64_t observed = 0;
  // How probable a sum is that is as small, or as great, as the observed one.
  double at_most = 1;
  double at_least = 1;
};

// The tails of the sum if it makes no difference which machine plays: in each stratum every choice of as many games as
// the machine has played is then equally probable to have been its own. They are exact, but for terms below 1e-260.
// Takes as long as the square of the machine's games in a stratum, for the largest.
Tails TailsOf(absl::Span<const Stratum> strata);

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_STRATIFIED_TAILS_H_
