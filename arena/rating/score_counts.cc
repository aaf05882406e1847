// The statistics of a match as fastchess and Fishtest compute them, for games and for pairs of games alike.
//
// Example: 400 games with 32 wins, 340 draws and 28 losses score s = 0.505 with a variance of v = 0.037475 a game, so
// that s is known to within ±1.959964·√(v/400) = ±0.018971 and lies between 0.486029 and 0.523971: between -9.71 and
// 16.67 Elo, which is 3.47 ± 13.19. Taken as the 200 pairs [1, 25, 145, 27, 2] the same games say 3.47 ± 13.62: the
// games of a pair went alike a little more often than independent ones would.
#include "arena/rating/score_counts.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "arena/rating/normal.h"
#include "referee/base/check.h"

namespace flagfall::arena::rating {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double DifferenceOf(double score) {
  if (score <= 0) return -kInfinity;
  if (score >= 1) return kInfinity;
  return -400 * std::log10(1 / score - 1);
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
  const double n = scores.Samples();
  if (n == 0) return {.error = kInfinity, .los = 0.5, .normalized_error = kInfinity};
  const absl::Span<const double> counts = scores.counts();
  double half_points = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) half_points += counts[i] * static_cast<double>(i);
  const double score = half_points / (2 * scores.GamesPerSample() * n);
  double variance = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    variance += counts[i] / n * (scores.Score(i) - score) * (scores.Score(i) - score);
  }
  const double sigma = std::sqrt(variance / n);
  const double low = DifferenceOf(score - kZ95 * sigma);
  const double high = DifferenceOf(score + kZ95 * sigma);
  const double ahead = score - 0.5;
  return {.difference = DifferenceOf(score),
          .error = std::isinf(low) || std::isinf(high) ? kInfinity : (high - low) / 2,
          .los = LikelihoodOfSuperiority(ahead, sigma),
          .normalized = ahead == 0 ? 0 : kNormalizedEloUnit * ahead / std::sqrt(variance * scores.GamesPerSample()),
          .normalized_error = kZ95 * kNormalizedEloUnit / std::sqrt(n * scores.GamesPerSample())};
}

}  // namespace flagfall::arena::rating
