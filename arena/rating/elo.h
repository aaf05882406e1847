#ifndef ARENA_RATING_ELO_H_
#define ARENA_RATING_ELO_H_

#include <cstdint>

#include "flagfall/v1/game.pb.h"

namespace flagfall::arena::rating {

// A rating in whole millionths of an Elo point, so that the sum of the ratings of a pool is exact and never changes.
using MicroElo = std::int64_t;

inline constexpr MicroElo kMicrosPerElo = 1'000'000;
inline constexpr MicroElo kStartRating = 1500 * kMicrosPerElo;
inline constexpr int kProvisionalGames = 30;
inline constexpr int kProvisionalK = 32;
inline constexpr int kEstablishedK = 16;

inline double InElo(MicroElo rating) { return static_cast<double>(rating) / kMicrosPerElo; }

// Won, drawn and lost games of one bot or one pairing.
struct Tally {
  std::int64_t wins = 0;
  std::int64_t draws = 0;
  std::int64_t losses = 0;

  std::int64_t Games() const { return wins + draws + losses; }
  // Twice the points, where a win is 1 and a draw ½.
  std::int64_t HalfPoints() const { return 2 * wins + draws; }

  friend bool operator==(const Tally&, const Tally&) = default;
};

// Returns the expected score E(d) = 1 / (1 + 10^(-d/400)) of a bot that is `difference` Elo ahead.
double ExpectedScore(double difference);
// The inverse: -400·log10(1/s - 1) for the score s; -infinity for 0 and less, infinity for 1 and more.
double EloOfScore(double score);

// Returns the K of a game between bots that have played so many rated games in the pool: 32 while either has fewer than
// 30, otherwise 16. Both bots have the same K, so that what one gains the other loses.
int KOf(std::int64_t red_games, std::int64_t blue_games);

// Returns what Red gains and Blue loses. `result` must be a win of either side or a draw. Swapping the sides in all
// arguments changes the sign of the result and nothing else.
MicroElo RatingChange(MicroElo red, MicroElo blue, int k, v1::Result result);

// C, the unit of normalized Elo: 800 / ln 10, the slope of Elo over the score at ½, halved.
inline constexpr double kNormalizedEloUnit = 347.43558552260146;

// How far one bot of a match is ahead, from the games of the match alone: n samples (games or pairs of games, see
// pentanomial.h) with the mean score s and the variance v = Σ p·(x - s)² of their scores x.
//
// When all samples have the same score, v is 0, although the true variance is not. The interval of Elo and the LOS are
// then those of the samples with one more of the lowest score, 0, and one more of the highest, 1. (D. G. Bonett and
// R. M. Price, "Adjusted Wald confidence interval for a difference of binomial proportions based on paired data",
// Journal of Educational and Behavioral Statistics 37, 2012, where s - ½ is half of that difference.)
struct EloEstimate {
  // d(s) = -400·log10(1/s - 1) of the score s; ±infinity when all games were won or lost.
  double difference = 0;
  // Half the width of the 95 % interval, (d(s+) - d(s-)) / 2 with s± = s ± 1.959964·√(v/n); infinity when all games
  // were won or lost, or when an end of the interval is outside of (0, 1).
  double error = 0;
  // Likelihood of superiority, 0 to 1: Φ((s - ½) / √(v/n)).
  double los = 0;
  // Normalized Elo, C·t for games and C·t/√2 for pairs of games with t = (s - ½)/√v. The number of games that it takes
  // to see the difference depends only on it, whatever the draw ratio. ±infinity when v = 0 and s ≠ ½. (M. Van den
  // Bergh, "normalized_elo_practical.pdf", cantate.be/Fishtest; used by Fishtest and fastchess.)
  double normalized = 0;
  // Half the width of its 95 % interval: the same multiple of 1.959964·√(f / (n - 3)). By the delta method, with the
  // skewness γ and the kurtosis κ of the samples, t has the variance f/n, f = 1 - t·γ + t²·(κ - 1)/4: the variance v is
  // estimated too. f is at least 1, since few samples that happen to be alike make it too small, and n - 3 instead of n
  // gives the variance of Student's t. Fishtest and fastchess print 1.959964·C/√games, with v taken as known, which
  // holds for equal bots only: at a score of 90 % such an interval contains the true value in half of all matches.
  // Infinity when n ≤ 3, or when v = 0 and s ≠ ½.
  double normalized_error = 0;
};

// Estimates from single games, with the trinomial scores {0, ½, 1}. Without games: 0 ± infinity, LOS ½.
EloEstimate EstimateElo(const Tally& tally);

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_ELO_H_
