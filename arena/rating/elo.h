#ifndef ARENA_RATING_ELO_H_
#define ARENA_RATING_ELO_H_

#include <cstdint>

#include "flagfall/v1/game.pb.h"

namespace flagfall::arena {

// Ratings are whole millionths of an Elo point, so that their sum over a pool is exact and never changes.
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
  // A win is 1, a draw ½: twice the points.
  std::int64_t HalfPoints() const { return 2 * wins + draws; }

  friend bool operator==(const Tally&, const Tally&) = default;
};

// The expected score E(d) = 1 / (1 + 10^(-d/400)) of who is `difference` Elo ahead.
double ExpectedScore(double difference);

// The K of a game between bots that have played so many rated games in the pool: 32 while either has fewer than 30,
// else 16. One K for both, so that what one gains the other loses.
int KOf(std::int64_t red_games, std::int64_t blue_games);

// What Red gains and Blue loses. `result` is a win of either or a draw; anything else is a programmer's error.
// Changing the sides of everything changes the sign and nothing else.
MicroElo RatingChange(MicroElo red, MicroElo blue, int k, v1::Result result);

// C, the unit of normalized Elo: 800 / ln 10, the slope of Elo over the score at ½, halved.
inline constexpr double kNormalizedEloUnit = 347.43558552260146;

// How far ahead the winner of a match is, from its games alone: n samples (games or pairs of games, see pentanomial.h)
// with the mean score s and the variance v = Σ p·(x - s)² of their scores x.
struct EloEstimate {
  // d(s) = -400·log10(1/s - 1) of the score s; ±infinity when all games were won or lost.
  double difference = 0;
  // Half the width of the 95 % interval, (d(s+) - d(s-)) / 2 with s± = s ± 1.959964·√(v/n); infinity when an
  // end of the interval is outside of (0, 1).
  double error = 0;
  // Likelihood of superiority, 0 to 1: Φ((s - ½) / √(v/n)).
  double los = 0;
  // Normalized Elo, C·(s - ½)/√v for games and C·(s - ½)/√(2v) for pairs of games: how many games it takes to see the
  // difference depends on this alone, whatever the draw ratio. ±infinity when v = 0 and s ≠ ½.
  // (M. Van den Bergh, "normalized_elo_practical.pdf", cantate.be/Fishtest; used by Fishtest and fastchess.)
  double normalized = 0;
  // Half the width of its 95 % interval, with v taken as known: 1.959964·C/√games; infinity without games.
  double normalized_error = 0;
};

// From games one by one, with the trinomial scores {0, ½, 1}. Without games: 0 ± infinity, LOS ½.
EloEstimate EstimateElo(const Tally& tally);

}  // namespace flagfall::arena

#endif  // ARENA_RATING_ELO_H_
