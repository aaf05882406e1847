#include "arena/rating/confidence_sequence.h"

#include <algorithm>
#include <cmath>

#include "referee/base/check.h"

namespace flagfall::arena::rating {
namespace {

// The most that a bet may lose.
constexpr double kBetMax = 0.5;
// Halvings of the range of means, which find an end to a millionth of a point.
constexpr int kHalvings = 24;
// So many factors of a capital are multiplied before their logarithm is taken: each is above kBetMax and below 10^8.
constexpr std::size_t kFactorsAtOnce = 16;
// The games after which the mixture is the narrowest.
constexpr double kMixtureGames = 50;

// The bets after which each sample comes, as parts of the stake for a difference of 1 from the mean.
std::vector<double> BetsOf(absl::Span<const double> samples) {
  std::vector<double> bets;
  bets.reserve(samples.size());
  double sum = 0.5, squares = 0.25;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto t = static_cast<double>(i + 1);
    // From the samples before this one.
    const double variance = squares / t;
    bets.push_back(std::sqrt(2 * std::log(2 / kSequenceMiss) / (variance * t * std::log1p(t))));
    sum += samples[i];
    const double mean = sum / (t + 1);
    squares += (samples[i] - mean) * (samples[i] - mean);
  }
  return bets;
}

// Whether the half of the stake that was bet on samples above `mean` has become 1 / kSequenceMiss. It is the more the
// lower the mean is.
bool IsTooLow(double mean, absl::Span<const double> samples, absl::Span<const double> bets) {
  double log_capital = 0, product = 1;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    product *= 1 + std::min(bets[i], kBetMax / mean) * (samples[i] - mean);
    if ((i + 1) % kFactorsAtOnce == 0 || i + 1 == samples.size()) {
      log_capital += std::log(product);
      product = 1;
    }
  }
  return log_capital >= std::log(2 / kSequenceMiss);
}

// Returns the lowest mean that is not too low.
double LowEnd(absl::Span<const double> samples, absl::Span<const double> bets) {
  double low = 0, high = 1;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (IsTooLow(middle, samples, bets) ? low : high) = middle;
  }
  return low;
}

}  // namespace

ScoreRange HedgedCapitalRange(absl::Span<const double> samples) {
  for (const double sample : samples) FLAGFALL_CHECK(sample >= 0 && sample <= 1);
  const std::vector<double> bets = BetsOf(samples);
  ScoreRange range;
  range.low = LowEnd(samples, bets);
  // Bets depend on how far samples are from their mean, so that those on samples below are the mirror image.
  std::vector<double> turned(samples.begin(), samples.end());
  for (double& sample : turned) sample = 1 - sample;
  range.high = 1 - LowEnd(turned, bets);
  range.high = std::max(range.low, range.high);
  return range;
}

ScoreRange NormalMixtureRange(double points, std::int64_t games) {
  if (games == 0) return {};
  const double log_miss = -2 * std::log(kSequenceMiss);
  // The same article, proposition 3: nearly the best for kMixtureGames.
  const double rho = kMixtureGames / 4 / (log_miss + std::log1p(log_miss));
  const auto n = static_cast<double>(games);
  const double variance = n / 4;
  const double off = std::sqrt((variance + rho) * (std::log((variance + rho) / rho) + log_miss));
  return {.low = std::max(0.0, (points - off) / n), .high = std::min(1.0, (points + off) / n)};
}

}  // namespace flagfall::arena::rating
