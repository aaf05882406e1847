// The fewer stand still, the many walk past them: in step s, number i of the fewer plays against number i + s of the
// many, counted round. Three against five:
//
//   step 0:  0-0 1-1 2-2     step 1:  0-1 1-2 2-3     step 3:  0-3 1-4 2-0
//
// Sides are a chessboard of the two numbers: both along a row and along a column they alternate, so that those of each
// player differ by one at most. A pairing's next game, in the same round or in the next, has the sides swapped.
#include "arena/tournament/gauntlet.h"

#include <utility>

#include "arena/tournament/drawn.h"
#include "referee/base/check.h"

namespace flagfall::arena {

Gauntlet::Gauntlet(int players, int seeds, std::uint32_t rounds, std::uint32_t games, std::uint64_t seed)
    : FixedFormat(players, rounds * games * static_cast<std::uint32_t>(seeds * (players - seeds))), games_(games) {
  FLAGFALL_CHECK(seeds >= 1 && seeds < players && rounds >= 1 && games >= 1);
  for (const int player : DrawnOrder(players, seed)) (player < seeds ? few_ : many_).push_back(player);
  if (few_.size() > many_.size()) std::swap(few_, many_);
  FindLastGames();
}

Pairing Gauntlet::PairingOf(std::uint32_t number) const {
  FLAGFALL_CHECK(number >= 1 && number <= Total());
  const auto pairings = static_cast<std::uint32_t>(few_.size());
  const auto steps = static_cast<std::uint32_t>(many_.size());
  std::uint32_t rest = number - 1;
  const std::uint32_t one = rest % pairings;
  rest /= pairings;
  const std::uint32_t game = rest % games_;
  rest /= games_;
  const std::uint32_t step = rest % steps;
  const std::uint32_t round = rest / steps;
  const std::uint32_t other = (one + step) % steps;

  const bool is_second = (round * games_ + game) % 2 == 1;
  int red = few_[one];
  int blue = many_[other];
  if ((one + other) % 2 == 1) std::swap(red, blue);
  if (is_second) std::swap(red, blue);
  // The first is in the round before when this is the first game of the step.
  const std::uint32_t rows_between = game > 0 ? 1 : (steps - 1) * games_ + 1;
  return {.round = round + 1, .red = red, .blue = blue, .first_before = is_second ? rows_between * pairings : 0};
}

}  // namespace flagfall::arena
