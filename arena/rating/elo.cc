// Elo's ratings as a ledger keeps them.
//
// Example: Red has 1600, Blue 1500, both with many games, and Blue wins. Red was expected to score
// 1 / (1 + 10^(-100/400)) = 0.640065, scored 0, and K is 16: Red loses 10.241040 points and Blue gains exactly as many,
// since the change is rounded to millionths once and then taken from the one and given to the other.
#include "arena/rating/elo.h"

#include <cmath>
#include <limits>

#include "referee/base/check.h"

namespace flagfall::arena {
namespace {

constexpr double kZ95 = 1.959964;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double ScoreOfRed(v1::Result result) {
  FLAGFALL_CHECK(result == v1::RESULT_RED_WINS || result == v1::RESULT_BLUE_WINS || result == v1::RESULT_DRAW);
  if (result == v1::RESULT_DRAW) return 0.5;
  return result == v1::RESULT_RED_WINS ? 1.0 : 0.0;
}

v1::Result Mirrored(v1::Result result) {
  if (result == v1::RESULT_RED_WINS) return v1::RESULT_BLUE_WINS;
  if (result == v1::RESULT_BLUE_WINS) return v1::RESULT_RED_WINS;
  return result;
}

double DifferenceOf(double score) {
  if (score <= 0) return -kInfinity;
  if (score >= 1) return kInfinity;
  return -400 * std::log10(1 / score - 1);
}

// Φ((s - ½) / σ); σ may be 0.
double Los(double ahead, double sigma) {
  if (ahead == 0) return 0.5;
  if (sigma == 0) return ahead > 0 ? 1 : 0;
  return 0.5 * std::erfc(-ahead / (sigma * std::sqrt(2.0)));
}

}  // namespace

double ExpectedScore(double difference) { return 1 / (1 + std::pow(10, -difference / 400)); }

int KOf(std::int64_t red_games, std::int64_t blue_games) {
  return red_games < kProvisionalGames || blue_games < kProvisionalGames ? kProvisionalK : kEstablishedK;
}

MicroElo RatingChange(MicroElo red, MicroElo blue, int k, v1::Result result) {
  // Always computed for who is ahead: E(d) + E(-d) is 1 for numbers, but not always for their roundings.
  if (red < blue) return -RatingChange(blue, red, k, Mirrored(result));
  const double surprise = ScoreOfRed(result) - ExpectedScore(InElo(red - blue));
  return std::llround(surprise * k * kMicrosPerElo);
}

EloEstimate EstimateElo(const Tally& tally) {
  const auto n = static_cast<double>(tally.Games());
  if (tally.Games() == 0) return {.difference = 0, .error = kInfinity, .los = 0.5};
  const double score = tally.HalfPoints() / (2 * n);
  const double variance = (tally.wins * (1 - score) * (1 - score) + tally.draws * (0.5 - score) * (0.5 - score) +
                           tally.losses * score * score) /
                          n;
  const double sigma = std::sqrt(variance / n);
  const double low = DifferenceOf(score - kZ95 * sigma);
  const double high = DifferenceOf(score + kZ95 * sigma);
  return {.difference = DifferenceOf(score),
          .error = std::isinf(low) || std::isinf(high) ? kInfinity : (high - low) / 2,
          .los = Los(score - 0.5, sigma)};
}

}  // namespace flagfall::arena
