#include "arena/tournament/sprt_match.h"

#include "arena/tournament/drawn.h"
#include "referee/base/check.h"

namespace flagfall::arena {

SprtMatch::SprtMatch(const SprtOptions& options, std::uint32_t pairs_max, std::uint64_t seed)
    : pairs_max_(pairs_max), is_first_red_(DrawnLot(seed, "side")), test_(options, Sample::kPair) {
  FLAGFALL_CHECK(pairs_max >= 1);
}

std::vector<Pairing> SprtMatch::NextPairings() {
  if (pairs_asked_ == pairs_max_) return {};
  ++pairs_asked_;
  const int red = (pairs_asked_ % 2 == 1) == is_first_red_ ? 0 : 1;
  return {{.round = pairs_asked_, .red = red, .blue = 1 - red},
          {.round = pairs_asked_, .red = 1 - red, .blue = red, .first_before = 1}};
}

void SprtMatch::Take(const PlayedGame& game) {
  if (!half_pair_.has_value()) {
    half_pair_ = game.HalfPointsOf(0);
    return;
  }
  test_.Add(*half_pair_ + game.HalfPointsOf(0));
  half_pair_.reset();
}

}  // namespace flagfall::arena
