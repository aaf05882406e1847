#include "arena/tournament/lots.h"

#include <algorithm>
#include <cmath>
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

double DrawFraction(std::uint64_t seed, absl::string_view what) {
  const std::string hash = Sha256Of(absl::StrCat("flagfall fraction ", seed, " ", what));
  std::uint64_t bits = 0;
  for (int i = 0; i < 8; ++i) bits = bits << 8 | static_cast<std::uint8_t>(hash[i]);
  return std::ldexp(static_cast<double>(bits >> 11), -53);
}

}  // namespace flagfall::arena::tournament
