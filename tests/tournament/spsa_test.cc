#include "arena/tournament/spsa.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <random>
#include <vector>

namespace flagfall::arena::tournament {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

SpsaParameter Real(double low, double high, double start, double step) {
  return {.name = "real", .low = low, .high = high, .start = start, .step = step};
}

SpsaParameter Integer(double low, double high, double start, double step) {
  return {.name = "whole", .is_integer = true, .low = low, .high = high, .start = start, .step = step};
}

// By how much the plus side of a trial plays more than the minus side.
double Width(const Spsa::Trial& trial) { return trial.plus[0] - trial.minus[0]; }

TEST(Spsa, GainsAreThoseOfItsFormulas) {
  constexpr std::uint32_t kIterations = 50;
  const SpsaGains gains{.alpha = 0.6, .gamma = 0.1, .stability = 0.2, .rate = 0.05};
  Spsa spsa({Real(-1000, 1000, 3, 2)}, gains, kIterations, 1);
  for (int k = 1; k <= static_cast<int>(kIterations); ++k) {
    const double before = spsa.theta()[0];
    spsa.Begin();
    const Spsa::Trial trial = spsa.TrialOf(k);
    const double c = 2 * std::pow(50.0 / k, 0.1);
    EXPECT_NEAR(std::abs(Width(trial)), 2 * c, 1e-9);
    EXPECT_NEAR((trial.plus[0] + trial.minus[0]) / 2, before, 1e-9);
    // a_k / c_k as Spall has them, with a and c such that the last iteration has the step and the rate that were given.
    const double a = 0.05 * 2 * 2 * std::pow(10 + 50, 0.6) / std::pow(10 + k, 0.6);
    spsa.End(k % 5 - 2);
    EXPECT_NEAR(spsa.theta()[0], before + a / c * (k % 5 - 2) * (Width(trial) > 0 ? 1 : -1), 1e-9) << k;
  }
}

TEST(Spsa, GoesWhereTheWinnerIsAndStaysInTheRange) {
  for (const int winner : {1, -1}) {
    Spsa spsa({Real(0, 10, 5, 1), Integer(-3, 3, 0, 1)}, {.rate = 0.3}, 200, 7);
    for (std::uint32_t k = 1; k <= 200; ++k) {
      spsa.Begin();
      const Spsa::Trial& trial = spsa.TrialOf(k);
      for (const std::vector<double>& played : {trial.plus, trial.minus}) {
        EXPECT_TRUE(played[0] >= 0 && played[0] <= 10) << played[0];
        EXPECT_TRUE(played[1] >= -3 && played[1] <= 3 && played[1] == std::floor(played[1])) << played[1];
      }
      // The side with more of the first option wins.
      spsa.End(Width(trial) * winner > 0 ? 2 : -2);
    }
    EXPECT_EQ(spsa.theta()[0], winner > 0 ? 10 : 0);
    EXPECT_TRUE(spsa.theta()[1] >= -3 && spsa.theta()[1] <= 3);
  }
}

TEST(Spsa, AnIterationThatTellsNothingMovesNothing) {
  Spsa spsa({Real(0, 10, 4, 1)}, {.rate = 0.1}, 3, 1);
  spsa.Begin();
  spsa.Begin();
  spsa.Skip();
  spsa.End(0);
  EXPECT_EQ(spsa.over(), 2u);
  EXPECT_THAT(spsa.theta(), ElementsAre(4));
}

TEST(Spsa, IterationsAtOnceBeginWhereThetaIs) {
  Spsa spsa({Real(0, 10, 5, 1)}, {.gamma = 0, .rate = 0.1}, 10, 1);
  spsa.Begin();
  spsa.Begin();
  const auto middle = [&spsa](std::uint32_t k) { return (spsa.TrialOf(k).plus[0] + spsa.TrialOf(k).minus[0]) / 2; };
  const double up = Width(spsa.TrialOf(1)) > 0 ? 1 : -1;
  spsa.End(2);
  EXPECT_NE(spsa.theta()[0], 5);
  EXPECT_GT((spsa.theta()[0] - 5) * up, 0);
  EXPECT_DOUBLE_EQ(middle(2), 5) << "begun before";
  spsa.Begin();
  EXPECT_DOUBLE_EQ(middle(3), spsa.theta()[0]);
  EXPECT_EQ(spsa.begun(), 3u);
}

TEST(Spsa, IntegersAreRoundedSoThatTheirMeanIsTheta) {
  constexpr std::uint32_t kIterations = 20'000;
  Spsa spsa({Integer(0, 100, 50.3, 0.7)}, {.gamma = 0, .rate = 0.1}, kIterations, 3);
  double sum = 0;
  double width = 0;
  for (std::uint32_t k = 1; k <= kIterations; ++k) {
    spsa.Begin();
    const Spsa::Trial& trial = spsa.TrialOf(k);
    EXPECT_GE(std::abs(Width(trial)), 1) << "both sides never play the same";
    sum += trial.plus[0] + trial.minus[0];
    width += std::abs(Width(trial));
    spsa.Skip();
  }
  // Four standard errors of what is rounded to either side.
  EXPECT_THAT(sum / (2.0 * kIterations), DoubleNear(50.3, 4 * 0.5 / std::sqrt(2.0 * kIterations)));
  EXPECT_THAT(width / kIterations, DoubleNear(1.4, 4 * 0.5 / std::sqrt(1.0 * kIterations)));
}

TEST(Spsa, AllChanceFollowsFromTheSeedAndTheOptionsName) {
  const auto signs = [](std::uint64_t seed, const std::string& name) {
    SpsaParameter parameter = Real(0, 10, 5, 1);
    parameter.name = name;
    Spsa spsa({parameter}, {.rate = 0.1}, 64, seed);
    std::vector<bool> drawn;
    for (std::uint32_t k = 1; k <= 64; ++k) {
      spsa.Begin();
      drawn.push_back(Width(spsa.TrialOf(k)) > 0);
    }
    return drawn;
  };
  EXPECT_EQ(signs(1, "a"), signs(1, "a"));
  EXPECT_NE(signs(1, "a"), signs(2, "a"));
  EXPECT_NE(signs(1, "a"), signs(1, "b"));
}

TEST(Spsa, ValuesAreWrittenAsOptionsAre) {
  EXPECT_EQ(ValueText(Integer(0, 9, 5, 1), 7), "7");
  EXPECT_EQ(ValueText(Integer(-9e15, 9e15, 5, 1), -9007199254740991), "-9007199254740991");
  EXPECT_EQ(ValueText(Real(0, 9, 5, 1), 0.125), "0.125");
  EXPECT_EQ(NearestValue(Integer(0, 9, 5, 1), 6.6), 7);
  EXPECT_EQ(NearestValue(Integer(0, 9, 5, 1), 9.4), 9);
  EXPECT_EQ(NearestValue(Real(0, 9, 5, 1), 6.6), 6.6);
}

// A bot whose strength is known: each option costs so much Elo at the distance of a step from its best value, and four
// times that at twice the distance.
struct KnownBest {
  double best = 0;
  double elo_a_step = 0;
};

// Plays all iterations, several at once, of two games each, of which a fifth are drawn. Returns theta at the end.
std::vector<double> Tuned(const std::vector<SpsaParameter>& parameters, const std::vector<KnownBest>& known,
                          std::uint32_t games, std::uint64_t seed, std::size_t at_once = 3) {
  const std::uint32_t iterations = games / 2;
  Spsa spsa(parameters, {.rate = 40.0 / games}, iterations, seed);
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> chance(0, 1);
  std::deque<int> leads;
  const auto end_oldest = [&] {
    spsa.End(leads.front());
    leads.pop_front();
  };
  for (std::uint32_t k = 1; k <= iterations; ++k) {
    if (leads.size() == at_once) end_oldest();
    spsa.Begin();
    const Spsa::Trial& trial = spsa.TrialOf(k);
    double elo = 0;
    for (std::size_t i = 0; i < known.size(); ++i) {
      const double plus = (trial.plus[i] - known[i].best) / parameters[i].step;
      const double minus = (trial.minus[i] - known[i].best) / parameters[i].step;
      elo -= known[i].elo_a_step * (plus * plus - minus * minus);
    }
    const double wins = 1 / (1 + std::pow(10, -elo / 400));
    int lead = 0;
    for (int game = 0; game < 2; ++game) {
      if (chance(random) < 0.2) continue;
      lead += chance(random) < wins ? 1 : -1;
    }
    leads.push_back(lead);
  }
  while (!leads.empty()) end_oldest();
  return spsa.theta();
}

double RootMeanSquare(const std::vector<double>& errors) {
  double squares = 0;
  for (const double error : errors) squares += error * error;
  return std::sqrt(squares / static_cast<double>(errors.size()));
}

constexpr std::uint64_t kSeeds = 40;

TEST(SpsaConvergence, FromAWrongStartToTheKnownBest) {
  struct Row {
    SpsaParameter parameter;
    KnownBest known;
    std::uint32_t games;
    // In steps, the root mean square over the seeds.
    double error_max;
  };
  for (const Row& row :
       {Row{Real(0, 10, 1, 1), {7, 5}, 2000, 1.0}, Row{Real(0, 10, 1, 1), {7, 20}, 1000, 0.5},
        Row{Real(0, 10, 1, 1), {7, 100}, 400, 0.5}, Row{Integer(0, 10, 10, 1), {3, 20}, 1000, 0.5},
        Row{Integer(1, 200, 20, 20), {150, 20}, 1000, 0.5}, Row{Real(-0.5, 0.5, -0.4, 0.1), {0.25, 20}, 1000, 0.5},
        // At an end of the range, where both sides are often the same.
        Row{Integer(0, 8, 2, 1), {8, 20}, 1000, 0.6}}) {
    std::vector<double> errors;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      const double theta = Tuned({row.parameter}, {row.known}, row.games, seed)[0];
      errors.push_back((theta - row.known.best) / row.parameter.step);
    }
    EXPECT_LT(RootMeanSquare(errors), row.error_max) << "best " << row.known.best << " of " << row.parameter.low
                                                     << " to " << row.parameter.high << ", " << row.games << " games";
  }
}

// Each iteration begins from what was known a few iterations before.
TEST(SpsaConvergence, AFewIterationsAtOnceCostNothing) {
  const auto error = [](std::size_t at_once) {
    std::vector<double> errors;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      errors.push_back(Tuned({Real(0, 10, 1, 1)}, {{7, 20}}, 1000, seed, at_once)[0] - 7);
    }
    return RootMeanSquare(errors);
  };
  EXPECT_LT(error(7), 1.3 * error(1));
}

TEST(SpsaConvergence, OfManyOptionsAtOnce) {
  std::vector<SpsaParameter> parameters;
  std::vector<KnownBest> known;
  for (int i = 0; i < 6; ++i) {
    SpsaParameter parameter = i % 2 == 0 ? Real(0, 10, 2, 1) : Integer(0, 10, 8, 1);
    parameter.name = std::string(1, static_cast<char>('a' + i));
    parameters.push_back(parameter);
    known.push_back({.best = i % 2 == 0 ? 7.0 : 3.0, .elo_a_step = 15});
  }
  std::vector<double> errors;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const std::vector<double> theta = Tuned(parameters, known, 3000, seed);
    for (std::size_t i = 0; i < theta.size(); ++i) errors.push_back(theta[i] - known[i].best);
  }
  EXPECT_LT(RootMeanSquare(errors), 0.8);
}

// Where an option does not matter, its value goes nowhere on average, and not far.
TEST(SpsaConvergence, WhatDoesNotMatterDrifts) {
  double sum = 0;
  std::vector<double> moves;
  for (std::uint64_t seed = 1; seed <= 4 * kSeeds; ++seed) {
    moves.push_back(Tuned({Real(0, 10, 5, 1)}, {{5, 0}}, 1000, seed)[0] - 5);
    sum += moves.back();
  }
  const double spread = RootMeanSquare(moves);
  EXPECT_LT(std::abs(sum) / static_cast<double>(moves.size()), 4 * spread / std::sqrt(moves.size()));
  // Theory: 1000 games of variance 0.8, each a move of 0.04 and more in the beginning.
  EXPECT_LT(spread, 2.5);
}

}  // namespace
}  // namespace flagfall::arena::tournament
