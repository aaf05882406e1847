// The generalized SPRT of Fishtest and fastchess.
//
// With the scores aᵢ of a sample seen in shares p̂ᵢ, the likeliest distribution with the mean s is
// pᵢ = p̂ᵢ / (1 + θ(aᵢ - s)), θ the root of Σ p̂ᵢ(aᵢ - s) / (1 + θ(aᵢ - s)) = 0: Lagrange's condition. The logistic model
// holds the mean at the expected score of its Elo. The normalized one holds t = (μ - ½)/σ instead, which is no mean;
// but near a distribution with mean μ and deviation σ it is one, of the scores aᵢ - ½ - ½tσ(1 + ((μ - aᵢ)/σ)²), held at
// 0. So the same step is done again and again, from the uniform distribution, until it changes nothing.
//
// Example: 400 games [28, 340, 32] for logistic Elo 0 against 5: s0 = ½ gives ln-likelihoods that are worse than the
// best by 0.1333, s1 = 0.507196 by 0.0257; the ratio is 0.1076, far from both bounds of ±2.944.
#include "arena/rating/sprt.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "arena/rating/elo.h"
#include "referee/base/check.h"

namespace flagfall::arena::rating {
namespace {

constexpr double kEmptyCount = 1e-3;
constexpr std::size_t kKindsMax = 5;

// Only the first `size` entries are used.
using Values = std::array<double, kKindsMax>;

// The shares of samples by score. All are above 0, and their sum is 1.
struct Distribution {
  std::size_t size = 0;
  double samples = 0;
  Values score = {};
  Values share = {};
};

Distribution Observed(const ScoreCounts& scores) {
  const absl::Span<const double> counts = scores.counts();
  Distribution observed{.size = counts.size()};
  for (std::size_t i = 0; i < observed.size; ++i) {
    observed.score[i] = scores.Score(i);
    observed.share[i] = counts[i] == 0 ? kEmptyCount : counts[i];
    observed.samples += observed.share[i];
  }
  for (double& share : observed.share) share /= observed.samples;
  return observed;
}

// Returns the root θ of Σ pᵢdᵢ / (1 + θdᵢ) = 0 with all 1 + θdᵢ > 0; absent unless there are deviations d of both
// signs. The sum falls in θ from infinity to minus infinity. Uses Newton's steps, and bisection where they would leave
// the bracket.
std::optional<double> SecularRoot(const Distribution& observed, const Values& deviation) {
  const auto [least, most] = std::minmax_element(deviation.begin(), deviation.begin() + observed.size);
  if (!(*least < 0 && *most > 0)) return std::nullopt;
  double low = -1 / *most;
  double high = -1 / *least;
  double theta = 0;
  for (int step = 0; step < 200; ++step) {
    double sum = 0;
    double slope = 0;
    for (std::size_t i = 0; i < observed.size; ++i) {
      const double ratio = deviation[i] / (1 + theta * deviation[i]);
      sum += observed.share[i] * ratio;
      slope -= observed.share[i] * ratio * ratio;
    }
    (sum > 0 ? low : high) = theta;
    double next = theta - sum / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    const double change = std::abs(next - theta);
    theta = next;
    if (change <= 1e-14 * (1 + std::abs(theta))) break;
  }
  return theta;
}

// Returns the likeliest shares, given the observed ones, with Σ pᵢdᵢ = 0; absent unless there are deviations of both
// signs.
std::optional<Values> Likeliest(const Distribution& observed, const Values& deviation) {
  const std::optional<double> theta = SecularRoot(observed, deviation);
  if (!theta.has_value()) return std::nullopt;
  Values share = {};
  for (std::size_t i = 0; i < observed.size; ++i) share[i] = observed.share[i] / (1 + *theta * deviation[i]);
  return share;
}

Values LikeliestWithMean(const Distribution& observed, double mean) {
  Values deviation = {};
  for (std::size_t i = 0; i < observed.size; ++i) deviation[i] = observed.score[i] - mean;
  const std::optional<Values> share = Likeliest(observed, deviation);
  FLAGFALL_CHECK(share.has_value());  // The scores range from 0 to 1, and the mean is strictly between.
  return *share;
}

// Takes at most ten steps, as Fishtest does.
Values LikeliestWithT(const Distribution& observed, double t) {
  Values share = {};
  std::fill_n(share.begin(), observed.size, 1.0 / static_cast<double>(observed.size));
  for (int step = 0; step < 10; ++step) {
    double mean = 0;
    double variance = 0;
    for (std::size_t i = 0; i < observed.size; ++i) mean += share[i] * observed.score[i];
    for (std::size_t i = 0; i < observed.size; ++i) {
      variance += share[i] * (observed.score[i] - mean) * (observed.score[i] - mean);
    }
    Values deviation = {};
    for (std::size_t i = 0; i < observed.size; ++i) {
      const double from_mean = observed.score[i] - mean;
      deviation[i] =
          observed.score[i] - 0.5 - t / 2 * (std::sqrt(variance) + from_mean * from_mean / std::sqrt(variance));
    }
    const std::optional<Values> next = Likeliest(observed, deviation);
    if (!next.has_value()) break;
    double change = 0;
    for (std::size_t i = 0; i < observed.size; ++i) change = std::max(change, std::abs((*next)[i] - share[i]));
    share = *next;
    if (change < 1e-9) break;
  }
  return share;
}

absl::Status CheckElo(const char* name, double elo, EloModel model) {
  const double most = model == EloModel::kLogistic ? kLogisticEloMax : kNormalizedEloMax;
  if (elo >= -most && elo <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(name, " is ", elo, "; in the ",
                                                 model == EloModel::kLogistic ? "logistic" : "normalized",
                                                 " model it must be from -", most, " to ", most));
}

absl::Status CheckErrorRate(const char* name, double rate) {
  if (rate > 0 && rate < 0.5) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(name, " is ", rate, "; it must be above 0 and below 0.5"));
}

}  // namespace

absl::Status CheckSprtOptions(const SprtOptions& options) {
  absl::Status status = CheckElo("elo0", options.elo0, options.model);
  status.Update(CheckElo("elo1", options.elo1, options.model));
  status.Update(CheckErrorRate("alpha", options.alpha));
  status.Update(CheckErrorRate("beta", options.beta));
  if (status.ok() && options.elo0 >= options.elo1) {
    return absl::InvalidArgumentError(
        absl::StrCat("elo1 is ", options.elo1, "; it must be above elo0, which is ", options.elo0));
  }
  return status;
}

SprtBounds BoundsOf(const SprtOptions& options) {
  return {.lower = std::log(options.beta / (1 - options.alpha)), .upper = std::log((1 - options.beta) / options.alpha)};
}

double LogLikelihoodRatio(const SprtOptions& options, const ScoreCounts& scores) {
  if (scores.Samples() == 0) return 0;
  const Distribution observed = Observed(scores);
  const auto likeliest = [&](double elo) {
    if (options.model == EloModel::kLogistic) return LikeliestWithMean(observed, ExpectedScore(elo));
    return LikeliestWithT(observed, elo / kNormalizedEloUnit * std::sqrt(scores.GamesPerSample()));
  };
  const Values h0 = likeliest(options.elo0);
  const Values h1 = likeliest(options.elo1);
  double ratio = 0;
  for (std::size_t i = 0; i < observed.size; ++i) ratio += observed.share[i] * std::log(h1[i] / h0[i]);
  return observed.samples * ratio;
}

Sprt::Sprt(const SprtOptions& options, Sample sample) : options_(options), scores_(sample) {
  FLAGFALL_CHECK(CheckSprtOptions(options).ok());
}

SprtVerdict Sprt::Add(int half_points) {
  scores_.Add(half_points);
  llr_ = LogLikelihoodRatio(options_, scores_);
  if (crossing_.has_value()) return crossing_->verdict;
  if (llr_ < lows_.extreme) lows_.Add(llr_);
  if (llr_ > highs_.extreme) highs_.Add(llr_);
  const SprtBounds bounds = Bounds();
  if (llr_ > bounds.lower && llr_ < bounds.upper) return SprtVerdict::kContinue;
  crossing_ = {.samples = std::llround(scores_.Samples()),
               .llr = llr_,
               .verdict = llr_ <= bounds.lower ? SprtVerdict::kAcceptH0 : SprtVerdict::kAcceptH1};
  return crossing_->verdict;
}

SprtBounds Sprt::Bounds() const {
  SprtBounds bounds = BoundsOf(options_);
  if (!options_.overshoot_correction) return bounds;
  // D. Siegmund, "Sequential Analysis", corollary 8.33. Clamped, since after a few samples the estimate is poor.
  bounds.lower = std::min(bounds.lower + lows_.ExpectedOvershoot(), 0.0);
  bounds.upper = std::max(bounds.upper - highs_.ExpectedOvershoot(), 0.0);
  return bounds;
}

void Sprt::Records::Add(double llr) {
  const double beyond = std::abs(llr - extreme);
  sum += beyond;
  squares += beyond * beyond;
  extreme = llr;
}

}  // namespace flagfall::arena::rating
