#include "arena/tournament/lots.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "absl/strings/str_cat.h"
#include "referee/base/sha256.h"

namespace flagfall::arena::tournament {

std::vector<int> DrawOrder(int players, std::uint64_t seed) {
  std::vector<std::string> keys;
  for (int i = 0; i < players; ++i) keys.push_back(Sha256Of(absl::StrCat("flagfall seat ", seed, " ", i)));
  std::vector<int> order(static_cast<std::size_t>(players));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
  return order;
}

bool DrawLot(std::uint64_t seed, absl::string_view what) {
  return Sha256Of(absl::StrCat("flagfall lot ", seed, " ", what)).back() & 1;
}

}  // namespace flagfall::arena::tournament
