#include "arena/tournament/fixed_format.h"

#include <algorithm>
#include <utility>

#include "referee/base/check.h"

namespace flagfall::arena::tournament {
namespace {

constexpr std::uint32_t kBatchMax = 64;

}  // namespace

FixedFormat::FixedFormat(int players, const Shape& shape)
    : shape_(shape), total_(shape.rounds * shape.steps * shape.pairings * shape.games), last_of_(players, 0) {
  FLAGFALL_CHECK(players >= 2 && total_ >= 1);
}

Pairing FixedFormat::PairingOf(std::uint32_t number) const {
  FLAGFALL_CHECK(number >= 1 && number <= total_);
  const auto& [rounds, steps, pairings, games] = shape_;
  const std::uint32_t row = (number - 1) / pairings;
  const std::uint32_t game = row % games;
  const std::uint32_t step = row / games % steps;
  const std::uint32_t round = row / games / steps;
  Pairing pairing = FirstGameOf(step, (number - 1) % pairings);
  pairing.round = round + 1;
  if ((round * games + game) % 2 == 0) return pairing;
  std::swap(pairing.red, pairing.blue);
  // The first game of the pair is in the round before when this is the first game of its step.
  pairing.first_before = (game > 0 ? 1 : (steps - 1) * games + 1) * pairings;
  return pairing;
}

std::vector<Pairing> FixedFormat::NextPairings() {
  std::vector<Pairing> pairings;
  const std::uint32_t count = std::min(kBatchMax, total_ - next_ + 1);
  for (std::uint32_t i = 0; i < count; ++i) pairings.push_back(PairingOf(next_++));
  return pairings;
}

void FixedFormat::FindLastGames() {
  std::size_t missing = last_of_.size();
  for (std::uint32_t number = total_; missing > 0; --number) {
    const Pairing pairing = PairingOf(number);
    for (const int player : {pairing.red, pairing.blue}) {
      if (last_of_[player] > 0) continue;
      last_of_[player] = number;
      --missing;
    }
  }
}

}  // namespace flagfall::arena::tournament
