#ifndef ARENA_RATING_CONFIDENCE_SEQUENCE_H_
#define ARENA_RATING_CONFIDENCE_SEQUENCE_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace flagfall::arena::rating {

// Intervals for whoever looks at a score again and again, and stops when it looks good. An interval that is right 95
// times in a hundred for somebody who looks once, after a number of games that was fixed before, is wrong sooner or
// later for somebody who looks after each game. A confidence sequence is an interval after each game, and all of them
// together contain the true value with a probability of 95 %.

// The probability that any interval of a sequence misses.
inline constexpr double kSequenceMiss = 0.05;

// An interval of a score, 0 to 1.
struct ScoreRange {
  double low = 0;
  double high = 1;
};

// Returns the interval after all of `samples`, each 0 to 1 and in the order of the schedule, for the mean that all of
// them have: each must have it whatever the ones before were. (The hedged capital process with its predictable
// plug-in bets: I. Waudby-Smith, A. Ramdas, "Estimating means of bounded random variables by betting", Journal of the
// Royal Statistical Society B 86, 2024, theorem 3 and equation 26.) Without samples 0 to 1. Samples out of range
// are a programmer's error.
//
// For each mean m we play against it: half of a stake of 1 is bet on samples above m, half on samples below, so that
// nothing is gained on average if m is true. Then the stake reaches 20 with a probability of 5 % at most, ever
// (Ville's inequality). The interval has all m against which it has not. Bets depend on samples before only, are larger
// where these varied less, and lose at most half of what there is.
ScoreRange HedgedCapitalRange(absl::Span<const double> samples);

// Returns the interval after so many games in which `points` were made, a win being 1 and a draw ½, for the mean of
// what was to be expected in each of these games, which may be another score each time, as opponents change. (The
// two-sided normal mixture: S. R. Howard, A. Ramdas, J. McAuliffe, J. Sekhon, "Time-uniform, nonparametric,
// nonasymptotic confidence sequences", Annals of Statistics 49, 2021, equation 14; a score between 0 and 1 is
// sub-Gaussian with the variance ¼ by Hoeffding's lemma.) It is wider than the one above, and the narrowest after about
// 50 games. Without games 0 to 1.
ScoreRange NormalMixtureRange(double points, std::int64_t games);

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_CONFIDENCE_SEQUENCE_H_
