#include "arena/checker/useless_beliefs.h"

#include <cmath>
#include <cstdint>
#include <set>

#include "absl/strings/str_cat.h"
#include "referee/match/match_limits.h"

namespace flagfall::arena::checker {
namespace {

// Squares of the board.
constexpr std::uint32_t kOrigins = 100;

// Whether weights say how likely types are.
bool AreUsable(const v1::PieceBelief& belief) {
  double sum = 0;
  for (const float weight : belief.weights()) {
    if (!std::isfinite(weight) || weight < 0) return false;
    sum += weight;
  }
  return sum > 0 && belief.weights_size() <= kBeliefWeightsMax;
}

}  // namespace

std::string UselessIn(const v1::Beliefs& beliefs) {
  if (beliefs.pieces_size() > kBeliefPiecesMax) return absl::StrCat("beliefs of ", beliefs.pieces_size(), " pieces");
  std::set<std::uint32_t> origins;
  for (const v1::PieceBelief& belief : beliefs.pieces()) {
    if (belief.origin() >= kOrigins) return absl::StrCat("a belief about origin ", belief.origin());
    if (!origins.insert(belief.origin()).second) return absl::StrCat("two beliefs about origin ", belief.origin());
    if (!AreUsable(belief)) return absl::StrCat("weights for origin ", belief.origin(), " that say nothing");
  }
  return "";
}

}  // namespace flagfall::arena::checker
