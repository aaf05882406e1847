// The circle method.
//
// The players sit in a circle, all but the last, who stands in the middle; with an odd number the middle is empty. In
// step s, who sits at s plays against the middle, and who sits j places after s plays against who sits j places before.
// Six players, seats 0 to 4 and the middle M:
//
//   step 0:  0-M  1-4  2-3        step 1:  M-1  2-0  3-4 …  with sides as below
//
// After seats - 1 steps everybody has met everybody: that is a round.
//
// Sides. The one after s has Red when j is even, the one before when j is odd; against the middle, sides alternate with
// s. In a round everybody is once at each distance on each side, so the sides of each differ by one at most. A
// pairing's next game, in the same round or in the next, has the sides swapped.
//
// Order. A step's first games come before its second games: a player's games are a step's width apart, and those of a
// pairing follow each other closely, on equal terms.
#include "arena/tournament/round_robin.h"

#include <utility>

#include "arena/tournament/drawn.h"
#include "referee/base/check.h"

namespace flagfall::arena {

RoundRobin::RoundRobin(int players, std::uint32_t rounds, std::uint32_t games, std::uint64_t seed)
    : FixedFormat(players, rounds * games * static_cast<std::uint32_t>(players * (players - 1) / 2)),
      games_(games),
      seats_(static_cast<std::uint32_t>(players + players % 2)),
      pairings_(static_cast<std::uint32_t>(players / 2)),
      steps_(seats_ - 1),
      player_at_(DrawnOrder(players, seed)) {
  FLAGFALL_CHECK(players >= 2 && rounds >= 1 && games >= 1);
  FindLastGames();
}

RoundRobin::Seats RoundRobin::SeatsOf(std::uint32_t step, std::uint32_t pairing) const {
  // With a free seat in the middle its pairing is left out.
  const bool is_middle_free = player_at_.size() < seats_;
  const std::uint32_t distance = is_middle_free ? pairing + 1 : pairing;
  const std::uint32_t after = (step + distance) % steps_;
  const std::uint32_t before = distance == 0 ? seats_ - 1 : (step + steps_ - distance) % steps_;
  const bool is_swapped = (distance == 0 ? step : distance) % 2 == 1;
  const int first = player_at_[is_swapped ? before : after];
  const int second = player_at_[is_swapped ? after : before];
  return {.red = first, .blue = second};
}

Pairing RoundRobin::PairingOf(std::uint32_t number) const {
  FLAGFALL_CHECK(number >= 1 && number <= Total());
  std::uint32_t rest = number - 1;
  const std::uint32_t pairing = rest % pairings_;
  rest /= pairings_;
  const std::uint32_t game = rest % games_;
  rest /= games_;
  const std::uint32_t step = rest % steps_;
  const std::uint32_t round = rest / steps_;

  Seats seats = SeatsOf(step, pairing);
  const bool is_second = (round * games_ + game) % 2 == 1;
  if (is_second) std::swap(seats.red, seats.blue);
  // The first is in the round before when this is the first game of the step.
  const std::uint32_t rows_between = game > 0 ? 1 : (steps_ - 1) * games_ + 1;
  return {.round = round + 1,
          .red = seats.red,
          .blue = seats.blue,
          .first_before = is_second ? rows_between * pairings_ : 0};
}

}  // namespace flagfall::arena
