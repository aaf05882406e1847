#ifndef ARENA_RATING_SCALES_H_
#define ARENA_RATING_SCALES_H_

#include <vector>

#include "absl/types/span.h"
#include "arena/rating/davidson.h"

namespace flagfall::arena::rating {

// Groups of bots that can be compared: bots that games connect, directly or over other bots, and all anchors. A bot
// that has won or lost all of its games is still connected, because the priors bound its rating.
struct Scales {
  // The scale of each bot. Scales are numbered from 0 in the order of their first bots.
  std::vector<int> scale_of;
  // The number of bots on each scale.
  std::vector<int> sizes;
};

// Finds the scales of `bots` bots. `anchors` are indices of bots.
Scales FindScales(int bots, absl::Span<const PairScore> scores, absl::Span<const int> anchors);

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_SCALES_H_
