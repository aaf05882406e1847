#include "arena/rating/logistic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "tests/rating/chance.h"

namespace flagfall::arena::rating {
namespace {

TEST(Logistic, IsTheProbabilityOfItsOdds) {
  EXPECT_DOUBLE_EQ(Logistic(0), 0.5);
  EXPECT_DOUBLE_EQ(Logistic(std::log(3)), 0.75);
  EXPECT_DOUBLE_EQ(Logistic(-1000), 0);
  EXPECT_DOUBLE_EQ(Logistic(1000), 1);
}

TEST(FitLogistic, FindsTheOddsOfASingleColumn) {
  LogisticRows rows{.columns = 1};
  for (const double score : {1.0, 1.0, 1.0, 0.0}) rows.Add({1.0}, score);
  EXPECT_NEAR(FitLogistic(rows, {1e-9}, {0.0})[0], std::log(3), 1e-6);
}

TEST(FitLogistic, ADrawIsHalfAWin) {
  LogisticRows draws{.columns = 1}, halves{.columns = 1};
  for (const double score : {1.0, 0.5, 0.5, 0.5}) draws.Add({1.0}, score);
  for (const double score : {1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0}) halves.Add({1.0}, score);
  EXPECT_NEAR(FitLogistic(draws, {0.5}, {0.0})[0], FitLogistic(halves, {1.0}, {0.0})[0], 1e-9);
}

TEST(FitLogistic, HasNoGradientAtTheEnd) {
  std::mt19937_64 random(3);
  LogisticRows rows{.columns = 3};
  for (int i = 0; i < 200; ++i) {
    rows.Add({NearlyNormal(random), 5 * NearlyNormal(random), 1.0}, Uniform(random) < 0.4 ? 1.0 : 0.0);
  }
  const std::vector<double> precisions = {2, 0.1, 7};
  const std::vector<double> weights = FitLogistic(rows, precisions, {0.0, 0.0, 0.0});
  for (std::size_t column = 0; column < 3; ++column) {
    double gradient = -precisions[column] * weights[column];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      double odds = 0;
      for (std::size_t j = 0; j < 3; ++j) odds += weights[j] * rows.Row(i)[j];
      gradient += (rows.scores[i] - Logistic(odds)) * rows.Row(i)[column];
    }
    EXPECT_NEAR(gradient, 0, 1e-6) << column;
  }
}

TEST(FitLogistic, EndsAtTheSamePlaceFromEverywhere) {
  LogisticRows rows{.columns = 2};
  // All games were won: the prior alone bounds the weights.
  for (const double x : {1.0, 2.0, -3.0}) rows.Add({x, 1.0}, 1.0);
  const std::vector<double> near = FitLogistic(rows, {1.0, 1.0}, {0.0, 0.0});
  const std::vector<double> far = FitLogistic(rows, {1.0, 1.0}, {40.0, -300.0});
  EXPECT_NEAR(near[0], far[0], 1e-7);
  EXPECT_NEAR(near[1], far[1], 1e-7);
  EXPECT_LT(std::abs(near[1]), 5);
}

TEST(FitLogistic, FindsWeightsThatWerePlanted) {
  std::mt19937_64 random(4);
  LogisticRows rows{.columns = 2};
  for (int i = 0; i < 20000; ++i) {
    const double x = NearlyNormal(random);
    rows.Add({x, 1.0}, Uniform(random) < Logistic(0.7 * x - 0.3) ? 1.0 : 0.0);
  }
  const std::vector<double> weights = FitLogistic(rows, {0.01, 0.01}, {0.0, 0.0});
  EXPECT_NEAR(weights[0], 0.7, 0.06);
  EXPECT_NEAR(weights[1], -0.3, 0.06);
}

}  // namespace
}  // namespace flagfall::arena::rating
