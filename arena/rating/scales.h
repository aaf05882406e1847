#ifndef ARENA_RATING_SCALES_H_
#define ARENA_RATING_SCALES_H_

#include <vector>

#include "absl/types/span.h"
#include "arena/rating/davidson.h"

namespace flagfall::arena {

// Which bots can be compared: those that games connect, over any number of other bots, and all anchors with each other.
// That a bot has won or lost all of its games does not part it from the others: the priors bound its rating.
struct Scales {
  // By bot; numbered from 0 in the order of their first bots.
  std::vector<int> scale_of;
  // By scale.
  std::vector<int> sizes;
};

// `anchors` by index.
Scales FindScales(int bots, absl::Span<const PairScore> scores, absl::Span<const int> anchors);

}  // namespace flagfall::arena

#endif  // ARENA_RATING_SCALES_H_
