// The statistics of a match as fastchess and Fishtest compute them, for games and for pairs of games alike, but for
// what they say too surely: intervals of normalized Elo, and of matches in which all samples are alike.
//
// Example: 400 games with 32 wins, 340 draws and 28 losses score s = 0.505 with a variance of v = 0.037475 a game, so
// that s is known to within ±1.959964·√(v/400) = ±0.018971 and lies between 0.486029 and 0.523971: between -9.71 and
// 16.67 Elo, which is 3.47 ± 13.19. Taken as the 200 pairs [1, 25, 145, 27, 2] the same games say 3.47 ± 13.62: the
// games of a pair went alike a little more often than independent ones would. Had all of the 200 pairs been two draws,
// one pair more that was lost and one that was won would give a variance of v = 0.5/202 and 0 ± 4.77 Elo.
#include "arena/rating/score_counts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "arena/rating/normal.h"
#include "referee/base/check.h"

namespace flagfall::arena::rating {
namespace {

constexpr double kNoBound = std::numeric_limits<double>::infinity();

// Of a distribution of scores; the moments from the second on are about the mean.
struct Moments {
  double samples = 0;
  double mean = 0;
  double variance = 0;
  double third = 0;
  double fourth = 0;
};

// Returns the moments of the samples and of `more` samples each of the lowest and of the highest score.
Moments MomentsOf(const ScoreCounts& scores, double more) {
  const absl::Span<const double> counts = scores.counts();
  const auto count_of = [&](std::size_t i) { return counts[i] + (i == 0 || i + 1 == counts.size() ? more : 0); };
  Moments moments{.samples = scores.Samples() + 2 * more};
  double half_points = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) half_points += count_of(i) * static_cast<double>(i);
  moments.mean = half_points / (2 * scores.GamesPerSample() * moments.samples);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double share = count_of(i) / moments.samples;
    const double off = scores.Score(i) - moments.mean;
    moments.variance += share * off * off;
    moments.third += share * off * off * off;
    moments.fourth += share * off * off * off * off;
  }
  return moments;
}

// Returns half the width of the 95 % interval of t = (s - ½)/√v; see EloEstimate.
double ErrorOfT(const Moments& seen) {
  const double ahead = seen.mean - 0.5;
  if (seen.samples <= 3 || (seen.variance == 0 && ahead != 0)) return kNoBound;
  double factor = 1;
  if (seen.variance > 0) {
    const double t = ahead / std::sqrt(seen.variance);
    const double skewness = seen.third / (seen.variance * std::sqrt(seen.variance));
    const double kurtosis = seen.fourth / (seen.variance * seen.variance);
    factor = std::max(1.0, 1 - t * skewness + t * t * (kurtosis - 1) / 4);
  }
  return kZ95 * std::sqrt(factor / (seen.samples - 3));
}

}  // namespace

ScoreCounts::ScoreCounts(const Tally& games) : sample_(Sample::kGame) {
  counts_ = {static_cast<double>(games.losses), static_cast<double>(games.draws), static_cast<double>(games.wins)};
}

ScoreCounts::ScoreCounts(const Pentanomial& pairs) : sample_(Sample::kPair) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] = static_cast<double>(pairs.pairs[i]);
}

void ScoreCounts::Add(int half_points) {
  FLAGFALL_CHECK(half_points >= 0 && half_points < static_cast<int>(Kinds()));
  ++counts_[half_points];
}

double ScoreCounts::Samples() const { return std::accumulate(counts_.begin(), counts_.end(), 0.0); }

EloEstimate EstimateElo(const ScoreCounts& scores) {
  const Moments seen = MomentsOf(scores, 0);
  if (seen.samples == 0) return {.error = kNoBound, .los = 0.5, .normalized_error = kNoBound};
  const Moments estimated = seen.variance > 0 ? seen : MomentsOf(scores, 1);
  const double difference = EloOfScore(seen.mean);
  const double sigma = std::sqrt(estimated.variance / estimated.samples);
  const double low = EloOfScore(estimated.mean - kZ95 * sigma);
  const double high = EloOfScore(estimated.mean + kZ95 * sigma);
  const bool is_bounded = std::isfinite(difference) && std::isfinite(low) && std::isfinite(high);
  const double ahead = seen.mean - 0.5;
  const double unit = kNormalizedEloUnit / std::sqrt(scores.GamesPerSample());
  return {.difference = difference,
          .error = is_bounded ? (high - low) / 2 : kNoBound,
          .los = LikelihoodOfSuperiority(estimated.mean - 0.5, sigma),
          .normalized = ahead == 0 ? 0 : unit * ahead / std::sqrt(seen.variance),
          .normalized_error = unit * ErrorOfT(seen)};
}

}  // namespace flagfall::arena::rating
