#ifndef ARENA_RATING_POOL_RATINGS_H_
#define ARENA_RATING_POOL_RATINGS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/rating/davidson.h"

namespace flagfall::arena {

// A bot whose rating is said, not estimated.
struct Anchor {
  std::string bot;
  double rating = 0;
};

// All in Elo. The priors are normal and weak: ratings about the anchors' mean or `mean`, Red's advantage about 0. With
// the defaults they weigh as much as an eighth of a game for a rating and as twelve games for Red's advantage; they
// keep finite what the games alone do not bound: bots that won or lost all, and bots that always had the same side.
struct PoolOptions {
  std::vector<Anchor> anchors = {};
  // The mean rating of each scale without an anchor.
  double mean = 1500;
  double rating_deviation = 1000;
  // 0 when the sides are taken as equal.
  double red_advantage_deviation = 100;
};

inline constexpr int kPoolBotsMax = 4000;
inline constexpr std::int64_t kPoolGamesMax = 1'000'000'000;
// What anchors, the mean and the deviation of ratings may be at most, up and down.
inline constexpr double kAnchorMax = 20'000;
inline constexpr double kRatingDeviationMax = 4000;

// An estimate with half the width of its 95 % interval, 1.959964 standard deviations; both in Elo.
struct PoolEstimate {
  double value = 0;
  double error = 0;
};

struct PoolRating {
  // For bots of one scale without an anchor about the scale's mean, which is fixed: what is uncertain in all of them
  // alike is not in the error. 0 for anchors. Infinity for a bot that is alone on its scale, whose rating says nothing.
  PoolEstimate rating = {};
  // From 0, in the order of the bots. Ratings of different scales have nothing to do with each other.
  int scale = 0;
  std::int64_t games = 0;
};

// How far one bot is ahead of another.
struct PoolLead {
  PoolEstimate elo = {};
  // Likelihood of superiority, 0 to 1.
  double los = 0.5;
};

// The ratings of a pool from all of its games at once, with their covariance.
class PoolRatings {
 public:
  // By the bots' indices.
  const std::vector<PoolRating>& bots() const { return bots_; }
  // What having Red is worth.
  PoolEstimate red_advantage() const { return red_advantage_; }
  // ν of the model; between equals without an advantage ν / (2 + ν) of the games are drawn.
  double draw_parameter() const { return draw_parameter_; }
  double DrawRateOfEquals() const { return draw_parameter_ / (2 + draw_parameter_); }

  // More than one where the bots, with the anchors as if they had all met, are not connected by games.
  int scales() const { return scales_; }

  // Of two ratings, in Elo²; 0 for anchors.
  double Covariance(int a, int b) const;
  // From the covariance; none between different scales.
  std::optional<PoolLead> Lead(int a, int b) const;

 private:
  friend absl::StatusOr<PoolRatings> RatePool(absl::Span<const std::string> names, absl::Span<const PairScore> scores,
                                              const PoolOptions& options);

  std::vector<PoolRating> bots_;
  PoolEstimate red_advantage_;
  double draw_parameter_ = 0;
  int scales_ = 0;
  // Square, row by row, in Elo².
  std::vector<double> covariance_;
};

// Maximum-likelihood ratings by Davidson's model (davidson.h) with weak priors: a Bradley-Terry model with draws and an
// advantage of Red's. Intervals and likelihoods of superiority come from the normal distribution with the same peak and
// curvature (Laplace's approximation). The same input in the same order gives the same bits on the same machine.
//
// `names` are the bots', all different, by the indices that `scores` use. A pair may come in several parts. Indices out
// of range, a bot against itself and negative counts are programmer's errors. Invalid argument: anchors that are not in
// the pool, named twice or no sensible number; options out of range; too many bots or games.
absl::StatusOr<PoolRatings> RatePool(absl::Span<const std::string> names, absl::Span<const PairScore> scores,
                                     const PoolOptions& options);

// For people, when there is more than one scale: which bots cannot be compared. Empty otherwise.
std::string ScalesWarning(absl::Span<const std::string> names, const PoolRatings& ratings);

}  // namespace flagfall::arena

#endif  // ARENA_RATING_POOL_RATINGS_H_
