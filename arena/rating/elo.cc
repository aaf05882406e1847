// Elo's ratings as a ledger keeps them.
//
// Example: Red has 1600, Blue 1500, both with many games, and Blue wins. Red was expected to score
// 1 / (1 + 10^(-100/400)) = 0.640065, scored 0, and K is 16. Red loses 10.241040 points and Blue gains exactly as many,
// because the change is rounded to millionths once, subtracted from Red's rating and added to Blue's.
#include "arena/rating/elo.h"

#include <cmath>
#include <limits>

#include "arena/rating/score_counts.h"
#include "referee/base/check.h"

namespace flagfall::arena::rating {
namespace {

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

}  // namespace

double ExpectedScore(double difference) { return 1 / (1 + std::pow(10, -difference / 400)); }

double EloOfScore(double score) {
  if (score <= 0) return -std::numeric_limits<double>::infinity();
  if (score >= 1) return std::numeric_limits<double>::infinity();
  return -400 * std::log10(1 / score - 1);
}

int KOf(std::int64_t red_games, std::int64_t blue_games) {
  return red_games < kProvisionalGames || blue_games < kProvisionalGames ? kProvisionalK : kEstablishedK;
}

MicroElo RatingChange(MicroElo red, MicroElo blue, int k, v1::Result result) {
  // Always computed for the bot that is ahead, because E(d) + E(-d) is not always 1 after rounding.
  if (red < blue) return -RatingChange(blue, red, k, Mirrored(result));
  const double surprise = ScoreOfRed(result) - ExpectedScore(InElo(red - blue));
  return std::llround(surprise * k * kMicrosPerElo);
}

EloEstimate EstimateElo(const Tally& tally) { return EstimateElo(ScoreCounts(tally)); }

}  // namespace flagfall::arena::rating
