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
struct EloEstimate {
  // d(s) = -400·log10(1/s - 1) of the score s; ±infinity when all games were won or lost.
  double difference = 0;
  // Half the width of the 95 % interval, (d(s+) - d(s-)) / 2 with s± = s ± 1.959964·√(v/n); infinity when an
  // end of the interval is outside of (0, 1).
  double error = 0;
  // Likelihood of superiority, 0 to 1: Φ((s - ½) / √(v/n)).
  double los = 0;
  // Normalized Elo, C·(s - ½)/√v for games and C·(s - ½)/√(2v) for pairs of games. The number of games that it takes to
  // see the difference depends only on it, whatever the draw ratio. ±infinity when v = 0 and s ≠ ½.
  // (M. Van den Bergh, "normalized_elo_practical.pdf", cantate.be/Fishtest; used by Fishtest and fastchess.)
  double normalized = 0;
  // Half the width of its 95 % interval, with v taken as known: 1.959964·C/√games; infinity without games.
  double normalized_error = 0;
};

// Estimates from single games, with the trinomial scores {0, ½, 1}. Without games: 0 ± infinity, LOS ½.
EloEstimate EstimateElo(const Tally& tally);

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_ELO_H_
