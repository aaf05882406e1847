#ifndef ARENA_RATING_POOL_RATINGS_H_
#define ARENA_RATING_POOL_RATINGS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/rating/davidson.h"

namespace flagfall::arena::rating {

// A bot whose rating is given and not estimated.
struct Anchor {
  std::string bot;
  double rating = 0;
};

// Anchors and mean in Elo. The priors are normal and weak: ratings about the anchors' mean or `mean`, Red's advantage
// about 0. Their deviations are in the model's own Elo, 400 / ln 10 for each natural unit, from which Elo differs by
// the share of draws (see RatePool), so that the priors weigh the same however many games are drawn: by default as much
// as an eighth of a game for a rating and as twelve games for Red's advantage, where none is drawn. They keep ratings
// finite where the games alone do not: for bots that won or lost all games, and for bots that always had the same side.
struct PoolOptions {
  std::vector<Anchor> anchors = {};
  // The mean rating of each scale without an anchor.
  double mean = 1500;
  double rating_deviation = 1000;
  // 0 makes Red's advantage 0.
  double red_advantage_deviation = 100;
};

inline constexpr int kPoolBotsMax = 4000;
inline constexpr std::int64_t kPoolGamesMax = 1'000'000'000;
// The largest absolute values of anchors and of the mean, and the largest deviation of ratings.
inline constexpr double kAnchorMax = 20'000;
inline constexpr double kRatingDeviationMax = 4000;

// An estimate with half the width of its 95 % interval, 1.959964 standard deviations; both in Elo.
struct PoolEstimate {
  double value = 0;
  double error = 0;
};

struct PoolRating {
  // On a scale without an anchor, the rating relative to the scale's mean, which is fixed: the error leaves out what is
  // uncertain in the same way for all bots of the scale. The error is 0 for anchors, and infinity for a bot that is
  // alone on its scale, because its rating says nothing.
  PoolEstimate rating = {};
  // Scales are numbered from 0 in the order of the bots. Ratings of different scales cannot be compared.
  int scale = 0;
  std::int64_t games = 0;
};

// How far one bot is ahead of another, in Elo.
struct PoolLead {
  PoolEstimate elo = {};
  // Likelihood of superiority, 0 to 1.
  double los = 0.5;
};

// The ratings of a pool from all of its games at once, with their covariance. A value made by RatePool.
class PoolRatings {
 public:
  // By the bots' indices.
  const std::vector<PoolRating>& bots() const { return bots_; }
  // What playing Red is worth.
  PoolEstimate red_advantage() const { return red_advantage_; }
  // ν of the model. Between equal bots, without an advantage, ν / (2 + ν) of the games are drawn.
  double draw_parameter() const { return draw_parameter_; }
  double DrawRateOfEquals() const { return draw_parameter_ / (2 + draw_parameter_); }
  // How many Elo a natural unit of the model is; see RatePool.
  double elo_per_unit() const { return elo_per_unit_; }

  // The number of scales. More than one when games do not connect all bots, where all anchors count as connected.
  int scales() const { return scales_; }

  // The covariance of two ratings, in Elo²; 0 for anchors.
  double Covariance(int a, int b) const;
  // How far `a` is ahead of `b`, with an error from the covariance; absent when they are on different scales.
  std::optional<PoolLead> Lead(int a, int b) const;

 private:
  friend absl::StatusOr<PoolRatings> RatePool(absl::Span<const std::string> names, absl::Span<const PairScore> scores,
                                              const PoolOptions& options);

  std::vector<PoolRating> bots_;
  PoolEstimate red_advantage_;
  double draw_parameter_ = 0;
  double elo_per_unit_ = 0;
  int scales_ = 0;
  // A square matrix, row by row, in Elo².
  std::vector<double> covariance_;
};

// Computes maximum-likelihood ratings by Davidson's model (davidson.h) with weak priors: a Bradley-Terry model with
// draws and an advantage for Red. Intervals and likelihoods of superiority come from the normal distribution with the
// same peak and curvature (Laplace's approximation). The same input in the same order gives the same bits on the same
// machine.
//
// In the model a lead says how often one bot beats the other in games that are not drawn, so that the more games are
// drawn, the less score a lead of 100 of its units brings. Elo is about the score. So ratings, leads and Red's
// advantage are scaled to the Elo in which a small lead means the score that ExpectedScore gives: by the ratio of the
// slopes of both expected scores over the lead where it is 0,
//     1 / (2·(2 + ν)) for Davidson's score P(Red wins) + P(draw)/2 of x,   1 / 4 for 1 / (1 + e^-x),
// which is 2 / (2 + ν), one minus the draw rate of equals. One natural unit is (400 / ln 10) · 2 / (2 + ν) Elo. (R.
// Coulom does the same in BayesElo, `scale`, with the slope of its own model.) Far from 0 both curves differ where many
// games are drawn: no scale makes them one. Intervals take into account that ν is estimated. Several anchors are
// ratings on that scale too; ν then comes from the games alone, and its own uncertainty is left out.
//
// `names` are the bots' names, all different, by the indices that `scores` use. A pair may have several entries.
// Indices out of range, a bot against itself and negative counts are programmer's errors. INVALID_ARGUMENT for anchors
// that are not in the pool, named twice or out of range; for options out of range; and for too many bots or games.
absl::StatusOr<PoolRatings> RatePool(absl::Span<const std::string> names, absl::Span<const PairScore> scores,
                                     const PoolOptions& options);

// Returns the fit from which such ratings without anchors are made, in its natural units (davidson.h). Errors as
// RatePool's.
absl::StatusOr<DavidsonFit> FitPool(int bots, absl::Span<const PairScore> scores);

// Says in words which bots cannot be compared; empty when there is only one scale.
std::string ScalesWarning(absl::Span<const std::string> names, const PoolRatings& ratings);

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_POOL_RATINGS_H_
