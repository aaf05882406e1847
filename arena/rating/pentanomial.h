#ifndef ARENA_RATING_PENTANOMIAL_H_
#define ARENA_RATING_PENTANOMIAL_H_

#include <array>
#include <cstdint>

#include "arena/rating/elo.h"

namespace flagfall::arena {

// Pairs of games by what one of the two bots made of them. The games of a pair have something in common (both set-ups,
// with sides changed), so that they are no independent samples of strength, but the pairs are.
struct Pentanomial {
  // [k]: the pairs that brought k half points: 0 both lost, 1 lost and drawn, 2 level, 3 won and drawn, 4 both won.
  std::array<std::int64_t, 5> pairs = {};
  // Those of pairs[2] in which each bot won a game; the others of them are two draws.
  std::int64_t one_each = 0;

  // One more pair, by the half points of its games: 0 lost, 1 drawn, 2 won; anything else is a programmer's error.
  void Add(int first_half_points, int second_half_points);

  std::int64_t Pairs() const;
  std::int64_t Games() const { return 2 * Pairs(); }

  // The share of pairs that ended level, 0 to 1; 0 without pairs. fastchess prints it as DrawRatio, ×100.
  double DrawRatio() const;
  // Pairs won to pairs lost. Here and below: infinity when the second are none, and 1 when both are none.
  double PairsRatio() const;
  // Of the pairs that ended level, those with a game won by each to those drawn twice: fastchess's WL/DD Ratio.
  double OneEachToDrawnRatio() const;

  friend bool operator==(const Pentanomial&, const Pentanomial&) = default;
};

// Elo, normalized Elo and LOS from pairs, by the formulas of EloEstimate with the pairs' scores {0, ¼, ½, ¾, 1}.
EloEstimate EstimateElo(const Pentanomial& pairs);

}  // namespace flagfall::arena

#endif  // ARENA_RATING_PENTANOMIAL_H_
