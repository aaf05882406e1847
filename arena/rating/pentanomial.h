#ifndef ARENA_RATING_PENTANOMIAL_H_
#define ARENA_RATING_PENTANOMIAL_H_

#include <array>
#include <cstdint>

#include "arena/rating/elo.h"

namespace flagfall::arena::rating {

// Counts pairs of games by the score of one of the two bots. The games of a pair have the same set-ups, with sides
// changed, so they are not independent samples of strength, but the pairs are.
struct Pentanomial {
  // pairs[k] counts the pairs with k half points: 0 both lost, 1 one lost and one drawn, 2 level, 3 one won and one
  // drawn, 4 both won.
  std::array<std::int64_t, 5> pairs = {};
  // The pairs among pairs[2] in which each bot won a game; the others are two draws.
  std::int64_t one_each = 0;

  // Adds a pair by the half points of its games: 0 lost, 1 drawn, 2 won. Other values are a programmer's error.
  void Add(int first_half_points, int second_half_points);

  std::int64_t Pairs() const;
  std::int64_t Games() const { return 2 * Pairs(); }

  // The share of pairs that ended level, 0 to 1; 0 without pairs. fastchess prints it as DrawRatio, ×100.
  double DrawRatio() const;
  // The ratio of pairs won to pairs lost. Here and below: infinity when only the second number is 0, and 1 when both
  // are.
  double PairsRatio() const;
  // Among level pairs, the ratio of those with a game won by each to those drawn twice: fastchess's WL/DD Ratio.
  double OneEachToDrawnRatio() const;

  friend bool operator==(const Pentanomial&, const Pentanomial&) = default;
};

// Estimates from pairs, by the formulas of EloEstimate with the pairs' scores {0, ¼, ½, ¾, 1}.
EloEstimate EstimateElo(const Pentanomial& pairs);

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_PENTANOMIAL_H_
