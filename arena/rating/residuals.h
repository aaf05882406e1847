#ifndef ARENA_RATING_RESIDUALS_H_
#define ARENA_RATING_RESIDUALS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "arena/rating/davidson.h"
#include "arena/rating/payoffs.h"

namespace flagfall::arena::rating {

// What one bot made against another one, beside what the ratings foretell.
struct PairResidual {
  // Indices. `bot` is the one that made as many points as foretold, or more.
  int bot = 0;
  int opponent = 0;
  std::int64_t games = 0;
  // Of `bot`; a win is 1, a draw ½. `expected` is by the fit, with the sides that both had.
  double points = 0;
  double expected = 0;
  // points - expected in standard deviations, where what the fit took from these games is taken off the variance; 0
  // where that leaves none, as of two bots that played nobody else.
  double z = 0;
  // How likely games by the ratings are at least as far from `expected`, to either side; 0 to 1.
  double p = 1;
  // The same, corrected for the number of pairs that were looked at; 0 to 1.
  double adjusted_p = 1;
};

struct Residuals {
  // All pairs that have met, the least likely first; where p is the same, the largest |z| first, then by indices.
  std::vector<PairResidual> pairs;
  // By how much larger the variance of two games of a pair is than that of independent games, over the whole pool; at
  // least 1, and 1 where there are no pairs.
  double variance_ratio = 1;
  // How likely the ratings foretell such a pool, 0 to 1: the least of the adjusted p, 1 without pairs.
  double p = 1;
};

// Compares the games of each two bots with what Davidson's model foretells, where `fit` is the model's fit to the same
// games (FitPool). `encounters` are the same games again, as samples; they say how independent the games of pairs are.
//
// - z is the standardized residual of a generalized linear model, (points - expected) / √(V - g'·C·g): V is the
//   variance of the points by the model, g their gradient in the parameters, and C the fit's covariance. (P. McCullagh,
//   J. A. Nelder, "Generalized Linear Models", 1989, chapter 12.)
// - p is exact: the distribution of the points is the convolution of all games' (the normal one from 5000 games on). It
//   takes the ratings as known. They are fitted to these games too, which makes residuals smaller, so that p is on the
//   safe side. z says more where there are few bots, and less where there are few games.
// - Where pairs vary more than independent games do, as those of bots that play the same game again, distances are
//   divided by the root of the ratio (the same book, chapter 4.5).
// - adjusted_p is Holm's. (S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
//   Statistics 6, 1979.) That one pair or more of an honest pool has an adjusted p below 0.01 has a chance below 0.01,
//   however residuals depend on each other, and they do: who has too many points here has too few there. The false
//   discovery rate of Benjamini and Hochberg would allow for some wrong names among the right ones. A name here is
//   close to an accusation, so that it is not used.
Residuals ResidualsOf(const DavidsonFit& fit, absl::Span<const PairScore> scores,
                      absl::Span<const Encounter> encounters);

// Returns p-values corrected by Holm's method, in the same order: each is at most 1 and at least its p.
std::vector<double> AdjustByHolm(absl::Span<const double> p);

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_RESIDUALS_H_
