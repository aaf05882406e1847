#ifndef ARENA_RATING_NASH_AVERAGING_H_
#define ARENA_RATING_NASH_AVERAGING_H_

#include <vector>

#include "arena/rating/payoffs.h"

namespace flagfall::arena::rating {

struct NashAverage {
  // How often each bot is to be played, by whoever wants to lose to nobody on average; their sum is 1.
  std::vector<double> weights;
  // The score of each bot, 0 to 1, against an opponent drawn with these weights: ½ for all that have a weight, at most
  // ½ for the others.
  std::vector<double> scores;
  // From 1, by score.
  std::vector<int> places;
};

// Rates bots by Nash averaging. (D. Balduzzi, K. Tuyls, J. Perolat, T. Graepel, "Re-evaluating Evaluation", NeurIPS
// 2018.) Two players each choose a bot, and get its score against the other's. The weights are the Nash equilibrium of
// this game, p ≥ 0 with Σp = 1 and (A·p)(i) ≤ 0 for all i, and of several equilibria the one with the highest entropy,
// -Σ p·ln p, of which there is one. A bot that is added and plays as another one does shares that one's weight, and
// changes no score; one that all others beat changes nothing.
//
// The paper takes for A the logarithm of the odds, which is infinite where all games were won. Here A is the score less
// ½: the equilibrium is then that of the points that are made.
//
// Takes time of the order of bots³, some thirty times.
NashAverage AverageByNash(const Payoffs& payoffs);

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_NASH_AVERAGING_H_
