// Example: four games of equal bots, won, won, lost, lost, of which the deals were worth +0.2, +0.2, -0.2 and -0.2
// points. The plain score is ½ with a variance of 1/3 a game, the samples without luck are 0.8, 0.8, 0.2 and 0.2: the
// same ½ with a variance of 0.12, which is 0.36 of it.
#include "arena/rating/control_variate.h"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "arena/rating/elo.h"
#include "arena/rating/normal.h"

namespace flagfall::arena::rating {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Spread {
  double mean = 0;
  // Estimated with n - 1; 0 for a single sample.
  double variance = 0;
};

Spread SpreadOf(absl::Span<const double> samples) {
  Spread spread;
  for (const double sample : samples) spread.mean += sample;
  spread.mean /= static_cast<double>(samples.size());
  for (const double sample : samples) spread.variance += (sample - spread.mean) * (sample - spread.mean);
  spread.variance = samples.size() < 2 ? 0 : spread.variance / static_cast<double>(samples.size() - 1);
  return spread;
}

// The plain scores, and those without luck.
struct Scores {
  std::vector<double> plain;
  std::vector<double> without;
};

Scores ScoresOf(absl::Span<const DealtSample> samples) {
  Scores scores;
  for (const DealtSample& sample : samples) {
    scores.plain.push_back(sample.score);
    scores.without.push_back(sample.score - sample.luck);
  }
  return scores;
}

// Half of a 95 % interval of the mean of so many samples with this variance.
double ErrorOf(double variance, std::size_t samples) {
  if (samples < 2) return kInfinity;
  const auto degrees = static_cast<std::int64_t>(samples) - 1;
  return StudentQuantile(degrees) * std::sqrt(variance / static_cast<double>(samples));
}

// The ratio of the variances is that of two means, of the squares of deviations.
void SetFactor(const Scores& scores, const Spread& plain, const Spread& without, CorrectedEstimate& estimate) {
  const auto count = static_cast<double>(scores.plain.size());
  estimate.variance_factor = without.variance / plain.variance;
  if (scores.plain.size() < kFactorSamplesMin) return;
  double squares = 0;
  for (std::size_t i = 0; i < scores.plain.size(); ++i) {
    const double off_plain = scores.plain[i] - plain.mean;
    const double off_without = scores.without[i] - without.mean;
    const double off = off_without * off_without - estimate.variance_factor * off_plain * off_plain;
    squares += off * off;
  }
  estimate.variance_factor_error = kZ95 * std::sqrt(squares) / (count * plain.variance);
}

}  // namespace

double StudentQuantile(std::int64_t degrees) {
  constexpr std::array kFew = {12.7062, 4.3027, 3.1824};
  if (degrees <= static_cast<std::int64_t>(kFew.size())) return kFew[static_cast<std::size_t>(degrees) - 1];
  const auto n = static_cast<double>(degrees);
  const double z = kZ95, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

CorrectedEstimate EstimateByControlVariate(absl::Span<const DealtSample> samples) {
  CorrectedEstimate estimate{.samples = static_cast<std::int64_t>(samples.size())};
  if (samples.empty()) {
    estimate.plain_error = estimate.error = estimate.elo_error = kInfinity;
    return estimate;
  }
  Scores scores = ScoresOf(samples);
  const Spread plain = SpreadOf(scores.plain), without = SpreadOf(scores.without);
  estimate.plain_score = plain.mean;
  estimate.score = without.mean;
  Spread of_interval = without, of_plain_interval = plain;
  if (plain.variance > 0) {
    SetFactor(scores, plain, without, estimate);
  } else {
    for (std::vector<double>* each : {&scores.plain, &scores.without}) {
      each->push_back(0);
      each->push_back(1);
    }
    of_interval = SpreadOf(scores.without);
    of_plain_interval = SpreadOf(scores.plain);
  }
  const std::size_t count = scores.plain.size();
  estimate.plain_error = ErrorOf(of_plain_interval.variance, count);
  estimate.error = ErrorOf(of_interval.variance, count);
  const double sigma = std::sqrt(of_interval.variance / static_cast<double>(count));
  estimate.los = LikelihoodOfSuperiority(of_interval.mean - 0.5, sigma);
  const bool is_one_sided = std::isinf(EloOfScore(plain.mean));
  estimate.elo = EloOfScore(is_one_sided ? plain.mean : without.mean);
  const double low = EloOfScore(of_interval.mean - estimate.error);
  const double high = EloOfScore(of_interval.mean + estimate.error);
  const bool is_bounded = std::isfinite(estimate.elo) && std::isfinite(low) && std::isfinite(high);
  estimate.elo_error = is_bounded ? (high - low) / 2 : kInfinity;
  return estimate;
}

}  // namespace flagfall::arena::rating
