#ifndef ARENA_RATING_CONTROL_VARIATE_H_
#define ARENA_RATING_CONTROL_VARIATE_H_

#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/types/span.h"

namespace flagfall::arena::rating {

// A sample of a match, a game or a pair of games, with what luck was in it.
struct DealtSample {
  // 0 to 1.
  double score = 0;
  // How many points of this score the deal was worth, by a value function that was fitted to other games. Its mean over
  // all deals is 0, and it may be as wrong as it likes.
  double luck = 0;
};

// The score of a match less the luck of the deal, by a control variate: what the referee has dealt.
//
// Let s be a sample's score and c its luck. Since E[c] = 0 exactly, E[s - c] = E[s], whatever the value function is, so
// that the mean of s - c is unbiased. Its variance is Var(s) - 2·Cov(s, c) + Var(c), which is less than that of s where
// c tells at least half as much of s as it claims; where it tells nothing, it is more. (S. Asmussen, P. W. Glynn,
// "Stochastic Simulation", 2007, chapter V.2; N. Burch, M. Schmid, M. Moravčík, D. Morrill, M. Bowling, "AIVAT: A New
// Variance Reduction Technique for Agent Evaluation in Imperfect Information Games", 2018, of which this is the part
// that concerns chance alone.)
//
// All errors are half of a 95 % interval: so many times √(v/n) as Student's t with n - 1 degrees of freedom has it,
// where v is the variance of the samples, estimated with n - 1. When all scores are the same, v is 0 although the true
// variance is not; then one sample that was lost and one that was won are counted beside them, both without luck, as
// for EloEstimate (elo.h).
struct CorrectedEstimate {
  std::int64_t samples = 0;
  // Without samples ½ ± infinity.
  double plain_score = 0.5;
  double plain_error = 0;
  // May lie outside of 0 to 1 by chance.
  double score = 0.5;
  double error = 0;
  // In Elo, d(s) of elo.h; its error as EloEstimate's. Infinite where all games were won or lost, or where an end of
  // the interval is no score.
  double elo = 0;
  double elo_error = 0;
  // Φ((score - ½) / √(v/n)).
  double los = 0.5;
  // The variance of s - c over that of s: the estimate is worth as many games as 1 / variance_factor times these. 1
  // where all scores are the same. The error is by the delta method, for many samples, and so there is none (NaN) with
  // fewer than kFactorSamplesMin, nor where all scores are the same.
  double variance_factor = 1;
  double variance_factor_error = std::numeric_limits<double>::quiet_NaN();
};

inline constexpr std::size_t kFactorSamplesMin = 10;

CorrectedEstimate EstimateByControlVariate(absl::Span<const DealtSample> samples);

// Returns the 97.5 % quantile of Student's t with so many degrees of freedom, at least 1. (By the expansion of
// M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions", 26.7.5, from four degrees on within 0.01; below by
// a table.)
double StudentQuantile(std::int64_t degrees);

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_CONTROL_VARIATE_H_
