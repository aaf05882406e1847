#ifndef ARENA_RATING_POOL_RANKING_H_
#define ARENA_RATING_POOL_RANKING_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/rating/payoffs.h"

namespace flagfall::arena::rating {

// Rankings that hold also where bots beat one another in a circle, which no list of ratings can tell.
enum class RankMethod {
  // alpha_rank.h
  kAlpha,
  // nash_averaging.h
  kNash,
};

struct RankOptions {
  RankMethod method = RankMethod::kAlpha;
  // Of α-rank; its limit for α → ∞ where absent.
  std::optional<double> alpha = {};
};

// More bots that have all met each other cannot be ranked; a ranking takes time of the order of bots³.
inline constexpr int kRankedBotsMax = 150;
// How often games are drawn anew, at least and at most: the more bots, the less often.
inline constexpr int kResamplesMin = 100;
inline constexpr int kResamplesMax = 1000;

// An estimate with its 95 % interval.
struct RankEstimate {
  double value = 0;
  double low = 0;
  double high = 0;
};

struct RankedBot {
  // Its index.
  int bot = 0;
  // From 1; bots that are level share a place. With the 95 % interval of the places.
  int place = 0;
  int place_low = 0;
  int place_high = 0;
  // α-rank's mass, or the weight in the Nash equilibrium; 0 to 1.
  RankEstimate share = {};
  // The score, 0 to 1, against an opponent that is drawn with these shares.
  RankEstimate score = {};
};

struct PoolRanking {
  // By place, then by index.
  std::vector<RankedBot> bots;
  // Indices of bots that are not ranked, since they have not met all others: BotsThatAllMet.
  std::vector<int> left_out;
  int resamples = 0;
};

// Ranks those of `bots` bots that have all met each other, by their scores against each other, each of which weighs the
// same however many games it is of; who had Red does not matter. Several encounters of two bots are added up.
//
// Intervals are percentiles of the bootstrap (B. Efron, R. J. Tibshirani, "An Introduction to the Bootstrap", 1993,
// chapter 13): of each two bots as many samples as there are, pairs and single games, are drawn from them with
// replacement. Where all samples of two bots are alike, which would make them certain, one that was lost and one that
// was won are drawn from too, as in EloEstimate. An interval reaches at least to its estimate. The random numbers have
// a fixed seed, so that the same games give the same intervals (with the same C++ library).
//
// INVALID_ARGUMENT for α that is not above 0 and at most kAlphaMax, for α without α-rank, and for too many bots.
absl::StatusOr<PoolRanking> RankPool(int bots, absl::Span<const Encounter> encounters, const RankOptions& options);

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_POOL_RANKING_H_
