#include "arena/tournament/fixed_format.h"

#include <algorithm>

namespace flagfall::arena {
namespace {

constexpr std::uint32_t kDrawingMax = 64;

}  // namespace

FixedFormat::FixedFormat(int players, std::uint32_t total)
    : total_(total), last_of_(static_cast<std::size_t>(players), 0) {}

std::vector<Pairing> FixedFormat::NextPairings() {
  std::vector<Pairing> pairings;
  const std::uint32_t count = std::min(kDrawingMax, total_ - next_ + 1);
  for (std::uint32_t i = 0; i < count; ++i) pairings.push_back(PairingOf(next_++));
  return pairings;
}

void FixedFormat::FindLastGames() {
  std::size_t missing = last_of_.size();
  for (std::uint32_t number = total_; missing > 0; --number) {
    const Pairing pairing = PairingOf(number);
    for (const int player : {pairing.red, pairing.blue}) {
      std::uint32_t& last = last_of_[static_cast<std::size_t>(player)];
      if (last == 0) --missing;
      last = std::max(last, number);
    }
  }
}

}  // namespace flagfall::arena
