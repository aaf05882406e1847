#include "arena/rating/residuals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "referee/base/check.h"

namespace flagfall::arena::rating {
namespace {

// With more games the points of two bots count as normally distributed.
constexpr std::int64_t kExactGamesMax = 5000;
// Chances below this are left out of the ends of a distribution.
constexpr double kNegligible = 1e-25;
// A residual has a variance of its own only where it is more than this part of the points' variance: the weak priors
// leave some thousandths even to two bots that played nobody else.
constexpr double kLeastVariance = 0.01;

// A game by the model, for Red: the chances of 0, 1 and 2 half points, with the mean and variance of Red's points, and
// the covariance of the points with a draw.
struct GameChances {
  explicit GameChances(double lead, double log_nu) {
    // Divided by the largest term, so that none overflows.
    const double largest = std::max(std::abs(lead) / 2, log_nu);
    const double win = std::exp(lead / 2 - largest), loss = std::exp(-lead / 2 - largest);
    const double draw = std::exp(log_nu - largest);
    const double sum = win + draw + loss;
    chances = {loss / sum, draw / sum, win / sum};
    mean = chances[2] + chances[1] / 2;
    variance = chances[2] + chances[1] / 4 - mean * mean;
    with_draw = chances[1] / 2 - mean * chances[1];
  }

  std::array<double, 3> chances;
  double mean;
  double variance;
  double with_draw;
};

// The distribution of a number of half points, but for its negligible ends.
class HalfPointDistribution {
 public:
  // Adds one more game.
  void Add(const std::array<double, 3>& chances) {
    std::vector<double> sum(chances_.size() + 2);
    for (std::size_t i = 0; i < chances_.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) sum[i + k] += chances_[i] * chances[k];
    }
    const auto counts = [](double chance) { return chance >= kNegligible; };
    const auto first = std::find_if(sum.begin(), sum.end(), counts);
    const auto last = std::find_if(sum.rbegin(), sum.rend(), counts).base();
    least_ += first - sum.begin();
    chances_.assign(first, last);
  }

  // The chance to be at least as far from `mean` as `distance`, where equal means equal up to rounding.
  double Beyond(double mean, double distance) const {
    double beyond = 0;
    for (std::size_t i = 0; i < chances_.size(); ++i) {
      const double value = static_cast<double>(least_ + static_cast<std::int64_t>(i));
      if (std::abs(value - mean) >= distance - 1e-7) beyond += chances_[i];
    }
    return std::min(beyond, 1.0);
  }

 private:
  std::int64_t least_ = 0;
  std::vector<double> chances_ = {1};
};

// The games of two bots, `low` and `high` by index, from the view of `low`.
struct Meeting {
  Tally with_red = {};
  Tally with_blue = {};
};

// Compares the games of two bots with a fit.
class Foretold {
 public:
  Foretold(const DavidsonFit& fit, double variance_ratio) : fit_(fit), variance_ratio_(variance_ratio) {}

  PairResidual Of(int low, int high, const Meeting& meeting) const {
    const std::size_t red = fit_.mode.size() - 2, draw = red + 1;
    const double lead = fit_.mode[low] - fit_.mode[high];
    const GameChances as_red(lead + fit_.mode[red], fit_.mode[draw]);
    // As the opponent sees it, who has Red.
    const GameChances as_blue(-lead + fit_.mode[red], fit_.mode[draw]);
    const auto reds = static_cast<double>(meeting.with_red.Games());
    const auto blues = static_cast<double>(meeting.with_blue.Games());
    PairResidual residual{.bot = low, .opponent = high};
    residual.games = meeting.with_red.Games() + meeting.with_blue.Games();
    residual.points = static_cast<double>(meeting.with_red.HalfPoints() + meeting.with_blue.HalfPoints()) / 2;
    residual.expected = reds * as_red.mean + blues * (1 - as_blue.mean);
    const double variance = reds * as_red.variance + blues * as_blue.variance;
    // The gradient of `expected`: in the model a lead moves the points by their variance.
    const double by_side = reds * as_red.variance - blues * as_blue.variance;
    const double by_draw = reds * as_red.with_draw - blues * as_blue.with_draw;
    const std::array<std::pair<std::size_t, double>, 4> gradient = {
        {{low, variance}, {high, -variance}, {red, by_side}, {draw, by_draw}}};
    double own = variance;
    for (const auto& [a, of_a] : gradient) {
      for (const auto& [b, of_b] : gradient) own -= of_a * of_b * fit_.covariance[a * fit_.mode.size() + b];
    }
    const double off = residual.points - residual.expected;
    if (own > kLeastVariance * variance) residual.z = off / std::sqrt(own * variance_ratio_);
    residual.p = ChanceBeyond(meeting, as_red, as_blue, residual.expected, off, variance);
    return off >= 0 ? residual : Turned(residual);
  }

 private:
  double ChanceBeyond(const Meeting& meeting, const GameChances& as_red, const GameChances& as_blue, double expected,
                      double off, double variance) const {
    const double distance = std::abs(off) / std::sqrt(variance_ratio_);
    if (meeting.with_red.Games() + meeting.with_blue.Games() > kExactGamesMax) {
      return std::erfc(distance / std::sqrt(2 * variance));
    }
    HalfPointDistribution half_points;
    for (std::int64_t i = 0; i < meeting.with_red.Games(); ++i) half_points.Add(as_red.chances);
    const std::array<double, 3> turned = {as_blue.chances[2], as_blue.chances[1], as_blue.chances[0]};
    for (std::int64_t i = 0; i < meeting.with_blue.Games(); ++i) half_points.Add(turned);
    return half_points.Beyond(2 * expected, 2 * distance);
  }

  static PairResidual Turned(PairResidual residual) {
    std::swap(residual.bot, residual.opponent);
    residual.points = static_cast<double>(residual.games) - residual.points;
    residual.expected = static_cast<double>(residual.games) - residual.expected;
    residual.z = -residual.z;
    return residual;
  }

  const DavidsonFit& fit_;
  const double variance_ratio_;
};

void AddTo(Tally& sum, const Tally& tally) {
  sum.wins += tally.wins;
  sum.draws += tally.draws;
  sum.losses += tally.losses;
}

Tally TurnedTally(const Tally& tally) { return {.wins = tally.losses, .draws = tally.draws, .losses = tally.wins}; }

// The sum of squared distances from the mean, of values in half points that came so often.
template <std::size_t kValues>
double SumOfSquares(const std::array<double, kValues>& counts) {
  double count = 0, sum = 0, squares = 0;
  for (std::size_t value = 0; value < kValues; ++value) {
    count += counts[value];
    sum += counts[value] * static_cast<double>(value);
    squares += counts[value] * static_cast<double>(value * value);
  }
  return count == 0 ? 0 : squares - sum * sum / count;
}

double VarianceRatioOf(absl::Span<const Encounter> encounters) {
  double of_pairs = 0, of_games = 0;
  for (const Encounter& encounter : encounters) {
    const Pentanomial& pairs = encounter.pairs;
    const auto n = static_cast<double>(pairs.Pairs());
    if (n < 2) continue;
    std::array<double, 5> sums = {};
    std::copy(pairs.pairs.begin(), pairs.pairs.end(), sums.begin());
    const double won_each = static_cast<double>(pairs.one_each), drawn = sums[2] - won_each;
    const std::array<double, 3> games = {2 * sums[0] + sums[1] + won_each, sums[1] + sums[3] + 2 * drawn,
                                         2 * sums[4] + sums[3] + won_each};
    of_pairs += SumOfSquares(sums);
    // The variance of 2n games, twice for two of them, with the weight n - 1 of that of n pairs.
    of_games += 2 * (n - 1) * SumOfSquares(games) / (2 * n - 1);
  }
  return of_games == 0 ? 1 : std::max(1.0, of_pairs / of_games);
}

}  // namespace

Residuals ResidualsOf(const DavidsonFit& fit, absl::Span<const PairScore> scores,
                      absl::Span<const Encounter> encounters) {
  std::map<std::pair<int, int>, Meeting> meetings;
  for (const PairScore& score : scores) {
    FLAGFALL_CHECK(score.red != score.blue);
    if (score.tally.Games() == 0) continue;
    if (score.red < score.blue) {
      AddTo(meetings[{score.red, score.blue}].with_red, score.tally);
    } else {
      AddTo(meetings[{score.blue, score.red}].with_blue, TurnedTally(score.tally));
    }
  }
  Residuals residuals;
  residuals.variance_ratio = VarianceRatioOf(encounters);
  const Foretold foretold(fit, residuals.variance_ratio);
  std::vector<double> p;
  for (const auto& [pair, meeting] : meetings) {
    residuals.pairs.push_back(foretold.Of(pair.first, pair.second, meeting));
    p.push_back(residuals.pairs.back().p);
  }
  const std::vector<double> adjusted = AdjustByHolm(p);
  for (std::size_t i = 0; i < p.size(); ++i) {
    residuals.pairs[i].adjusted_p = adjusted[i];
    residuals.p = std::min(residuals.p, adjusted[i]);
  }
  std::stable_sort(residuals.pairs.begin(), residuals.pairs.end(), [](const PairResidual& a, const PairResidual& b) {
    return std::tuple(a.p, -std::abs(a.z)) < std::tuple(b.p, -std::abs(b.z));
  });
  return residuals;
}

std::vector<double> AdjustByHolm(absl::Span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double highest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    highest = std::max(highest, std::min(1.0, static_cast<double>(order.size() - i) * p[order[i]]));
    adjusted[order[i]] = highest;
  }
  return adjusted;
}

}  // namespace flagfall::arena::rating
