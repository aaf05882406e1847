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

// All in Elo. The priors are normal and weak: ratings about the anchors' mean or `mean`, Red's advantage about 0. The
// defaults weigh as much as an eighth of a game for a rating and as twelve games for Red's advantage. They keep ratings
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
  int scales_ = 0;
  // A square matrix, row by row, in Elo².
  std::vector<double> covariance_;
};

// Computes maximum-likelihood ratings by Davidson's model (davidson.h) with weak priors: a Bradley-Terry model with
// draws and an advantage for Red. Intervals and likelihoods of superiority come from the normal distribution with the
// same peak and curvature (Laplace's approximation). The same input in the same order gives the same bits on the same
// machine.
//
// `names` are the bots' names, all different, by the indices that `scores` use. A pair may have several entries.
// Indices out of range, a bot against itself and negative counts are programmer's errors. INVALID_ARGUMENT for anchors
// that are not in the pool, named twice or out of range; for options out of range; and for too many bots or games.
absl::StatusOr<PoolRatings> RatePool(absl::Span<const std::string> names, absl::Span<const PairScore> scores,
                                     const PoolOptions& options);

// Says in words which bots cannot be compared; empty when there is only one scale.
std::string ScalesWarning(absl::Span<const std::string> names, const PoolRatings& ratings);

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_POOL_RATINGS_H_
