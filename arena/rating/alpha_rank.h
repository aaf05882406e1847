#ifndef ARENA_RATING_ALPHA_RANK_H_
#define ARENA_RATING_ALPHA_RANK_H_

#include <optional>
#include <vector>

#include "arena/rating/payoffs.h"

namespace flagfall::arena::rating {

// The population of the model; that of the paper's examples.
inline constexpr int kAlphaPopulation = 50;
inline constexpr double kAlphaMax = 1e6;

struct AlphaRanks {
  // The share of the time, in the long run, in which each bot is what all play; their sum is 1.
  std::vector<double> masses;
  // From 1, by mass; bots with the same mass share a place. In the limit of a large α, in which most masses are 0, by
  // which one vanishes more slowly.
  std::vector<int> places;
};

// Ranks bots by α-rank. (S. Omidshafiei, C. Papadimitriou, G. Piliouras, K. Tuyls, M. Rowland, J.-B. Lespiau, W. M.
// Czarnecki, M. Lanctot, J. Perolat, R. Munos, "α-Rank: Multi-Agent Evaluation by Evolution", Scientific Reports 9,
// 2019; the model of one population.) In a population of m players all play the same bot, i. Now and then one of them
// tries another one, j, each as likely as any other. With u = α·m/(m - 1)·A(j, i) it takes over the population with the
// probability
//     (1 - e^-u) / (1 - e^-mu),   or 1/m where u = 0:
// in a game of constant sum the difference of both payoffs, m/(m - 1)·A(j, i), does not depend on how many play j. The
// masses are the stationary distribution of this Markov chain. The larger α is, the more surely the better bot takes
// over. Without `alpha` they are the limit for α → ∞, in which a bot that others beat is left for good unless the way
// leads back to it: bots that beat each other in a circle share the mass.
//
// `alpha` must be above 0 and at most kAlphaMax, else it is a programmer's error. Takes time of the order of bots³.
AlphaRanks AlphaRank(const Payoffs& payoffs, std::optional<double> alpha);

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_ALPHA_RANK_H_
