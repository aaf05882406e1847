#include "arena/tournament/batch.h"

#include <utility>

namespace flagfall::arena::tournament {

std::vector<Pairing> AllGamesOf(const std::vector<Pairing>& firsts, std::uint32_t games) {
  std::vector<Pairing> pairings;
  for (std::uint32_t game = 0; game < games; ++game) {
    for (Pairing pairing : firsts) {
      if (game % 2 == 1) {
        std::swap(pairing.red, pairing.blue);
        pairing.first_before = static_cast<std::uint32_t>(firsts.size());
      }
      pairings.push_back(pairing);
    }
  }
  return pairings;
}

}  // namespace flagfall::arena::tournament
