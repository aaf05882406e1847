#include "arena/rating/sprt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>

namespace flagfall::arena::rating {
namespace {

constexpr auto kLogistic = EloModel::kLogistic;
constexpr auto kNormalized = EloModel::kNormalized;

double Llr(EloModel model, double elo0, double elo1, const Pentanomial& pairs) {
  return LogLikelihoodRatio({.elo0 = elo0, .elo1 = elo1, .model = model}, ScoreCounts(pairs));
}

double Llr(EloModel model, double elo0, double elo1, const Tally& games) {
  return LogLikelihoodRatio({.elo0 = elo0, .elo1 = elo1, .model = model}, ScoreCounts(games));
}

// The results of LLR_logistic and LLR_normalized of Fishtest's LLRcalc.py for pairs.
TEST(LogLikelihoodRatio, OfPairsAsFishtestComputesIt) {
  struct Row {
    Pentanomial pairs;
    double elo0, elo1;
    EloModel model;
    double llr;
  };
  const Pentanomial spread = {{10789, 19328, 33806, 19402, 10543}};
  const Pentanomial level = {{39, 2226, 31451, 2412, 40}};
  const Pentanomial middling = {{1187, 7410, 13475, 7378, 1164}};
  for (const Row& row : {
           Row{spread, -3, 1, kLogistic, 2.1310678117855075},
           Row{spread, -3, 1, kNormalized, 0.3008697855029647},
           Row{spread, 0, 5, kNormalized, -26.838448639795093},
           Row{spread, -5, 0, kNormalized, 12.039751536817539},
           Row{spread, 0.764, 3.439, kNormalized, -12.701291983706488},
           Row{level, 0.2, 0.9, kLogistic, 2.162542580049078},
           Row{level, 0.764, 3.439, kNormalized, 2.1629408695841943},
           Row{level, 0, 5, kNormalized, 2.847898594083},
           Row{level, -3, 1, kNormalized, 10.667041287007896},
           Row{middling, 0, 5, kNormalized, -8.12581361915957},
           Row{middling, -5, 0, kNormalized, 4.554450117505817},
           Row{{{50, 400, 1000, 450, 60}}, 0, 5, kNormalized, 1.3501528635944866},
           Row{{{5, 5, 5, 5, 5}}, 0, 5, kNormalized, -0.005176938008656367},
           Row{{{3, 20, 45, 25, 7}}, 0, 10, kLogistic, 0.6959726064980855},
           Row{{{3, 20, 45, 25, 7}}, 0, 10, kNormalized, 0.4949702786678729},
           // With counts of 0, which become a thousandth.
           Row{{{0, 3, 10, 5, 2}}, 0, 5, kNormalized, 0.14646048082087207},
           Row{{{0, 10, 20, 50, 20}}, 0, 5, kLogistic, 1.4286861064744187},
           Row{{{0, 10, 20, 50, 20}}, 0, 5, kNormalized, 1.268896403977093},
           Row{{{0, 0, 50, 0, 0}}, 0, 5, kLogistic, -0.7176058361124835},
           Row{{{0, 0, 50, 0, 0}}, 0, 5, kNormalized, -0.01756124857176134},
           Row{{{0, 0, 40, 10, 0}}, 0, 5, kNormalized, 0.31255435949946725},
       }) {
    EXPECT_NEAR(Llr(row.model, row.elo0, row.elo1, row.pairs), row.llr, 1e-6)
        << testing::PrintToString(row.pairs.pairs) << " " << row.elo0 << " " << row.elo1;
  }
}

// The same functions for games, and sprt_test.cpp of fastchess's tests, whose counts are (wins, losses, draws). It asks
// for a precision of a hundredth. Where only one count is not 0, that is too coarse, and our values were computed with
// 40 digits.
TEST(LogLikelihoodRatio, OfGamesAsFishtestAndFastchessComputeIt) {
  struct Row {
    Tally games;
    double elo0, elo1;
    EloModel model;
    double llr, tolerance;
  };
  const Tally level = {.wins = 65388, .draws = 56553, .losses = 65804};
  for (const Row& row : {
           Row{level, -3, 1, kLogistic, 2.049042617996086, 1e-6},
           Row{level, -3, 1, kNormalized, 0.49171177626817564, 1e-6},
           Row{{.wins = 36433, .draws = 68692, .losses = 36027}, 0, 2, kNormalized, 0.92, 0.005},
           Row{{.wins = 10871, .draws = 20431, .losses = 10650}, -1.75, 0.25, kNormalized, 2.30, 0.005},
           Row{{.wins = 4250}, 0, 10, kNormalized, 120.5482677, 1e-6},
           Row{{.wins = 21404, .draws = 40708, .losses = 21184}, 0.5, 2.5, kLogistic, -1.57, 0.005},
           Row{{.wins = 57433, .draws = 106593, .losses = 57030}, 0, 2, kLogistic, -2.59, 0.005},
       }) {
    EXPECT_NEAR(Llr(row.model, row.elo0, row.elo1, row.games), row.llr, row.tolerance) << row.games.wins;
  }
}

// More of sprt_test.cpp of fastchess's tests; as above where only one count is not 0.
TEST(LogLikelihoodRatio, OfPairsAsFastchessComputesIt) {
  struct Row {
    Pentanomial pairs;
    double elo0, elo1;
    EloModel model;
    double llr;
  };
  for (const Row& row : {
           Row{{{365, 16618, 36229, 16974, 390}}, 0, 2, kNormalized, 2.25},
           Row{{{127, 4883, 10712, 5150, 104}}, -1.75, 0.25, kNormalized, 3.01},
           Row{{{0, 0, 0, 0, 5550}}, 0, 5, kNormalized, 111.7976},
           Row{{{223, 9863, 21279, 10037, 246}}, 0.5, 2.5, kLogistic, -3.07},
           Row{{{871, 26175, 55983, 26678, 821}}, 0, 2, kLogistic, -4.98},
       }) {
    EXPECT_NEAR(Llr(row.model, row.elo0, row.elo1, row.pairs), row.llr, 0.005)
        << testing::PrintToString(row.pairs.pairs);
  }
}

// Returns the maximum of `value` between two points between which it has one peak.
double Most(const std::function<double(double)>& value, double low, double high) {
  const double golden = (std::sqrt(5.0) - 1) / 2;
  for (int i = 0; i < 200; ++i) {
    const double left = high - golden * (high - low);
    const double right = low + golden * (high - low);
    (value(left) < value(right) ? low : high) = value(left) < value(right) ? left : right;
  }
  return value((low + high) / 2);
}

// The log-likelihood of games, with probabilities given by the mean score and the share of draws.
double LogLikelihood(const Tally& games, double mean, double drawn) {
  const double won = mean - drawn / 2;
  const double lost = 1 - won - drawn;
  if (won <= 0 || drawn <= 0 || lost <= 0) return -std::numeric_limits<double>::infinity();
  return games.wins * std::log(won) + games.draws * std::log(drawn) + games.losses * std::log(lost);
}

// The largest log-likelihood of all probabilities with that mean, found by a search along a line.
double BestWithMean(const Tally& games, double mean) {
  return Most([&](double drawn) { return LogLikelihood(games, mean, drawn); }, 0, 2 * std::min(mean, 1 - mean));
}

// The same for (mean - ½) / σ = t ≠ 0: σ² = mean - drawn/4 - mean² gives the draws for each mean. The line ends where
// there would be no draws, and where all games would be draws.
double BestWithT(const Tally& games, double t) {
  const auto draws = [t](double mean) { return 4 * (mean - mean * mean - (mean - 0.5) * (mean - 0.5) / (t * t)); };
  // mean - mean² = (mean - ½)²/t² at (mean - ½)² = ¼ / (1 + 1/t²).
  const double end = 0.5 + std::copysign(0.5 / std::sqrt(1 + 1 / (t * t)), t);
  return Most([&](double mean) { return LogLikelihood(games, mean, draws(mean)); }, 0.5, end);
}

TEST(LogLikelihoodRatio, IsThatOfTheLikeliestChances) {
  std::mt19937_64 random(21);
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    const Tally games = {.wins = 1 + static_cast<std::int64_t>(random() % 300),
                         .draws = 1 + static_cast<std::int64_t>(random() % 300),
                         .losses = 1 + static_cast<std::int64_t>(random() % 300)};
    const double elo0 = -61 + static_cast<double>(random() % 60);
    const double elo1 = 1 + static_cast<double>(random() % 60);
    ASSERT_NEAR(Llr(kLogistic, elo0, elo1, games),
                BestWithMean(games, ExpectedScore(elo1)) - BestWithMean(games, ExpectedScore(elo0)), 1e-6);
    ASSERT_NEAR(Llr(kNormalized, elo0, elo1, games),
                BestWithT(games, elo1 / 347.43558552) - BestWithT(games, elo0 / 347.43558552), 1e-4);
  }
}

TEST(LogLikelihoodRatio, MirrorsGrowsWithTheScoreAndIsAlwaysANumber) {
  std::mt19937_64 random(22);
  for (int i = 0; i < 20'000; ++i) {
    SCOPED_TRACE(i);
    const EloModel model = i % 2 == 0 ? kLogistic : kNormalized;
    const double most = model == kLogistic ? kLogisticEloMax : kNormalizedEloMax;
    // Mostly small differences, and some up to the largest allowed.
    const double scale = most * std::pow(static_cast<double>(random() % 1000 + 1) / 1000, 4);
    double elo0 = scale * (static_cast<double>(random() % 2001) / 1000 - 1);
    double elo1 = scale * (static_cast<double>(random() % 2001) / 1000 - 1);
    if (elo0 == elo1) continue;
    if (elo0 > elo1) std::swap(elo0, elo1);
    Pentanomial pairs;
    for (std::int64_t& count : pairs.pairs) {
      count = static_cast<std::int64_t>(random() % 3 == 0 ? 0 : random() % (std::uint64_t{1} << (random() % 20 + 1)));
    }
    Pentanomial mirrored = pairs;
    std::reverse(mirrored.pairs.begin(), mirrored.pairs.end());
    const double llr = Llr(model, elo0, elo1, pairs);
    ASSERT_TRUE(std::isfinite(llr));
    ASSERT_NEAR(llr, -Llr(model, -elo1, -elo0, mirrored), 1e-5 * (1 + std::abs(llr)));
    if (model == kNormalized || pairs.pairs[4] == 0) continue;
    Pentanomial better = pairs;
    better.pairs[4] += 10;
    ASSERT_GT(Llr(model, elo0, elo1, better), llr);
  }
}

TEST(SprtOptions, BoundsAreWalds) {
  const SprtBounds even = BoundsOf({});
  EXPECT_NEAR(even.lower, -2.944439, 1e-6);
  EXPECT_NEAR(even.upper, 2.944439, 1e-6);
  const SprtBounds uneven = BoundsOf({.alpha = 0.01, .beta = 0.2});
  EXPECT_NEAR(uneven.lower, std::log(0.2 / 0.99), 1e-12);
  EXPECT_NEAR(uneven.upper, std::log(80), 1e-12);
}

TEST(SprtOptions, BadOnesAreNamed) {
  struct Row {
    SprtOptions options;
    const char* message;
  };
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const Row& row : {
           Row{{.elo0 = 5, .elo1 = 0}, "elo1 is 0; it must be above elo0, which is 5"},
           Row{{.elo0 = 5, .elo1 = 5}, "elo1 is 5; it must be above elo0, which is 5"},
           Row{{.elo0 = kNan}, "elo0 is nan; in the normalized model it must be from -200 to 200"},
           Row{{.elo1 = 200.5}, "elo1 is 200.5; in the normalized model it must be from -200 to 200"},
           Row{{.elo0 = -1001, .model = kLogistic},
               "elo0 is -1001; in the logistic model it must be from -1000 to 1000"},
           Row{{.alpha = 0}, "alpha is 0; it must be above 0 and below 0.5"},
           Row{{.beta = 0.5}, "beta is 0.5; it must be above 0 and below 0.5"},
           Row{{.beta = kNan}, "beta is nan; it must be above 0 and below 0.5"},
       }) {
    const absl::Status status = CheckSprtOptions(row.options);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(status.message(), row.message);
  }
  EXPECT_TRUE(CheckSprtOptions({}).ok());
  EXPECT_TRUE(CheckSprtOptions({.elo0 = -200, .elo1 = 200}).ok());
  EXPECT_TRUE(CheckSprtOptions({.elo0 = -1000, .elo1 = 1000, .model = kLogistic}).ok());
}

TEST(Sprt, TheFirstCrossingStays) {
  Sprt sprt({.elo0 = 0, .elo1 = 50}, Sample::kGame);
  EXPECT_EQ(sprt.verdict(), SprtVerdict::kContinue);
  EXPECT_EQ(sprt.llr(), 0);
  int games = 0;
  while (sprt.Add(games % 4 == 0 ? 0 : 2) == SprtVerdict::kContinue) ASSERT_LT(++games, 10'000);
  ASSERT_TRUE(sprt.crossing().has_value());
  const Sprt::Crossing crossing = *sprt.crossing();
  EXPECT_EQ(crossing.verdict, SprtVerdict::kAcceptH1);
  EXPECT_EQ(crossing.samples, games + 1);
  EXPECT_GE(crossing.llr, BoundsOf({}).upper);
  EXPECT_EQ(crossing.llr, sprt.llr());
  EXPECT_EQ(sprt.llr(), LogLikelihoodRatio({.elo0 = 0, .elo1 = 50}, sprt.scores()));

  while (sprt.llr() > BoundsOf({}).lower) {
    ASSERT_EQ(sprt.Add(0), SprtVerdict::kAcceptH1) << "whatever comes later";
  }
  EXPECT_EQ(sprt.crossing()->samples, crossing.samples);
  EXPECT_EQ(sprt.crossing()->llr, crossing.llr);
  EXPECT_GT(sprt.scores().Samples(), crossing.samples);
}

TEST(Sprt, TheOrderOfTheSamplesDecides) {
  Sprt wins_first({.elo0 = 0, .elo1 = 50}, Sample::kPair);
  Sprt losses_first({.elo0 = 0, .elo1 = 50}, Sample::kPair);
  for (int i = 0; i < 200; ++i) {
    // In the end both have the same samples.
    wins_first.Add(i < 100 ? 3 + i % 2 : i % 2);
    losses_first.Add(i < 100 ? i % 2 : 3 + i % 2);
  }
  EXPECT_EQ(wins_first.verdict(), SprtVerdict::kAcceptH1);
  EXPECT_EQ(losses_first.verdict(), SprtVerdict::kAcceptH0);
  EXPECT_EQ(wins_first.llr(), losses_first.llr());
}

TEST(Sprt, WrongUseIsNoticed) {
  Sprt games({}, Sample::kGame);
  EXPECT_DEATH(games.Add(3), "check failed");
  EXPECT_DEATH(games.Add(-1), "check failed");
  Sprt pairs({}, Sample::kPair);
  EXPECT_DEATH(pairs.Add(5), "check failed");
  EXPECT_DEATH(Sprt({.elo0 = 1, .elo1 = 0}, Sample::kGame), "check failed");
}

// As update_SPRT of Fishtest's stat_util.py: half the mean square of the steps to new extremes over their mean.
TEST(Sprt, OvershootDrawsTheBoundsIn) {
  const SprtOptions options = {.elo0 = 0, .elo1 = 30, .model = kLogistic, .overshoot_correction = true};
  Sprt sprt(options, Sample::kGame);
  EXPECT_EQ(sprt.Bounds().lower, BoundsOf(options).lower) << "nothing known yet";
  double highest = 0;
  double sum = 0;
  double squares = 0;
  for (const int half_points : {2, 2, 0, 2, 1, 2, 2, 0, 0, 2, 2, 2, 2}) {
    sprt.Add(half_points);
    if (sprt.llr() <= highest) continue;
    sum += sprt.llr() - highest;
    squares += (sprt.llr() - highest) * (sprt.llr() - highest);
    highest = sprt.llr();
  }
  ASSERT_GT(sum, 0);
  EXPECT_NEAR(sprt.Bounds().upper, BoundsOf(options).upper - squares / sum / 2, 1e-12);
  EXPECT_EQ(sprt.Bounds().lower, BoundsOf(options).lower) << "no step ever led below 0";
}

}  // namespace
}  // namespace flagfall::arena::rating
