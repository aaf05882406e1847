#include "arena/rating/control_variate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "arena/rating/elo.h"
#include "arena/rating/pentanomial.h"

namespace flagfall::arena::rating {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The example of control_variate.cc.
TEST(LessLuck, TakesTheWorthOfDealsAway) {
  const CorrectedEstimate estimate = EstimateByControlVariate({{1, 0.2}, {1, 0.2}, {0, -0.2}, {0, -0.2}});
  EXPECT_EQ(estimate.samples, 4);
  EXPECT_DOUBLE_EQ(estimate.plain_score, 0.5);
  EXPECT_DOUBLE_EQ(estimate.score, 0.5);
  EXPECT_DOUBLE_EQ(estimate.variance_factor, 0.36);
  // Student's t with three degrees of freedom.
  EXPECT_NEAR(estimate.plain_error, 3.1824 * std::sqrt(1.0 / 3 / 4), 1e-4);
  EXPECT_NEAR(estimate.error, 3.1824 * std::sqrt(0.12 / 4), 1e-4);
  EXPECT_DOUBLE_EQ(estimate.los, 0.5);
}

TEST(LessLuck, MovesTheScoreAgainstTheLuck) {
  const CorrectedEstimate estimate = EstimateByControlVariate({{1, 0.1}, {0.5, 0.1}, {1, 0.1}, {0, 0.1}});
  EXPECT_DOUBLE_EQ(estimate.plain_score, 0.625);
  EXPECT_DOUBLE_EQ(estimate.score, 0.525);
  EXPECT_NEAR(estimate.variance_factor, 1, 1e-12);
  EXPECT_NEAR(estimate.elo, EloOfScore(0.525), 1e-9);
  EXPECT_GT(estimate.los, 0.5);
}

TEST(LessLuck, AWrongValueFunctionCostsVariance) {
  EXPECT_GT(EstimateByControlVariate({{1, -0.2}, {1, -0.2}, {0, 0.2}, {0, 0.2}}).variance_factor, 1.9);
}

TEST(LessLuck, WithoutLuckItIsThePlainScore) {
  std::vector<DealtSample> samples;
  Pentanomial pairs;
  for (int i = 0; i < 2000; ++i) {
    const int half_points = i % 7 % 5;
    samples.push_back({.score = half_points / 4.0});
    pairs.Add(half_points / 2, half_points - half_points / 2);
  }
  const CorrectedEstimate estimate = EstimateByControlVariate(samples);
  EXPECT_EQ(estimate.score, estimate.plain_score);
  EXPECT_EQ(estimate.error, estimate.plain_error);
  EXPECT_EQ(estimate.variance_factor, 1);
  EXPECT_NEAR(estimate.variance_factor_error, 0, 1e-12);
  // n - 1 and Student's t in place of n and the normal distribution make little of a difference here.
  const EloEstimate plain = EstimateElo(pairs);
  EXPECT_NEAR(estimate.elo, plain.difference, 1e-9);
  EXPECT_NEAR(estimate.elo_error, plain.error, 0.002 * plain.error);
  EXPECT_NEAR(estimate.los, plain.los, 1e-3);
}

TEST(LessLuck, TheFactorOfFewSamplesHasNoError) {
  std::vector<DealtSample> samples;
  for (int i = 0; i < 9; ++i) samples.push_back({.score = i % 2 * 1.0, .luck = i % 3 * 0.1});
  EXPECT_TRUE(std::isnan(EstimateByControlVariate(samples).variance_factor_error));
  samples.push_back({.score = 1, .luck = 0.1});
  EXPECT_GT(EstimateByControlVariate(samples).variance_factor_error, 0);
  EXPECT_TRUE(std::isnan(EstimateByControlVariate(std::vector<DealtSample>(20, {1, 0})).variance_factor_error))
      << "all scores are the same";
}

TEST(LessLuck, NothingIsKnownWithoutSamples) {
  const CorrectedEstimate estimate = EstimateByControlVariate({});
  EXPECT_EQ(estimate.score, 0.5);
  EXPECT_EQ(estimate.error, kInfinity);
  EXPECT_EQ(estimate.elo_error, kInfinity);
  EXPECT_EQ(estimate.variance_factor, 1);
}

TEST(LessLuck, ScoresThatAreAllAlikeAreNotCertain) {
  const CorrectedEstimate draws = EstimateByControlVariate({{0.5, 0}, {0.5, 0}, {0.5, 0}, {0.5, 0}, {0.5, 0}});
  EXPECT_GT(draws.error, 0.1);
  EXPECT_EQ(draws.variance_factor, 1);
  // Luck alone is no measure of how uncertain it is that all games were won.
  const CorrectedEstimate wins = EstimateByControlVariate({{1, 0.01}, {1, -0.01}, {1, 0.01}, {1, -0.02}});
  EXPECT_GT(wins.error, 0.1);
  EXPECT_EQ(wins.elo, kInfinity);
  EXPECT_EQ(wins.elo_error, kInfinity);
  EXPECT_LT(wins.los, 1);
}

TEST(LessLuck, AScoreBeyondWhatThereIsHasNoBound) {
  const CorrectedEstimate estimate =
      EstimateByControlVariate({{1, -0.3}, {1, -0.3}, {1, -0.3}, {0, 0.1}, {1, -0.3}, {1, -0.3}});
  EXPECT_GT(estimate.score, 1);
  EXPECT_EQ(estimate.elo, kInfinity);
  EXPECT_EQ(estimate.elo_error, kInfinity);
}

TEST(StudentQuantile, IsThatOfTables) {
  EXPECT_NEAR(StudentQuantile(1), 12.706, 1e-3);
  EXPECT_NEAR(StudentQuantile(3), 3.182, 1e-3);
  EXPECT_NEAR(StudentQuantile(4), 2.776, 0.01);
  EXPECT_NEAR(StudentQuantile(10), 2.228, 1e-3);
  EXPECT_NEAR(StudentQuantile(49), 2.010, 1e-3);
  EXPECT_NEAR(StudentQuantile(1'000'000), 1.95997, 1e-5);
}

}  // namespace
}  // namespace flagfall::arena::rating
