// Matches between bots with a known difference: sequential tests must not exceed their error rates.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iostream>
#include <queue>
#include <random>
#include <vector>

#include "arena/rating/elo.h"
#include "arena/rating/sprt.h"
#include "tests/rating/chance.h"

namespace flagfall::arena::rating {
namespace {

// The probability of each number of half points of a sample.
using Chances = std::vector<double>;

// A game of a bot that is `lead` natural units ahead, by Davidson's model.
Chances GameChances(double lead) {
  const double nu = 0.6;
  const double all = std::exp(lead / 2) + nu + std::exp(-lead / 2);
  return {std::exp(-lead / 2) / all, nu / all, std::exp(lead / 2) / all};
}

// A pair of such games with the same set-ups and sides swapped. The set-ups are worth 1.5 units, to this bot in one
// game and to its opponent in the other, or nothing. So the games of a pair tend to balance each other.
Chances PairChances(double lead) {
  Chances pair(5, 0);
  for (const double worth : {0.0, 1.5}) {
    const Chances first = GameChances(lead + worth);
    const Chances second = GameChances(lead - worth);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) pair[i + j] += first[i] * second[j] / 2;
    }
  }
  return pair;
}

// The difference that these probabilities mean, in Elo of the model.
double DifferenceOf(const Chances& chances, EloModel model) {
  const auto most = static_cast<double>(chances.size() - 1);
  double mean = 0;
  double square = 0;
  for (std::size_t i = 0; i < chances.size(); ++i) {
    mean += chances[i] * static_cast<double>(i) / most;
    square += chances[i] * static_cast<double>(i * i) / (most * most);
  }
  if (model == EloModel::kLogistic) return -400 * std::log10(1 / mean - 1);
  return kNormalizedEloUnit * (mean - 0.5) / std::sqrt((square - mean * mean) * most / 2);
}

int Drawn(const Chances& chances, std::mt19937_64& random) {
  double rest = Uniform(random);
  std::size_t i = 0;
  while (i + 1 < chances.size() && rest >= chances[i]) rest -= chances[i++];
  return static_cast<int>(i);
}

struct Verdicts {
  double h1_accepted = 0;
  double samples = 0;
};

// Shares and means over all tests.
Verdicts Simulate(const SprtOptions& options, Sample sample, const Chances& chances, int tests,
                  std::mt19937_64& random) {
  Verdicts verdicts;
  for (int i = 0; i < tests; ++i) {
    Sprt sprt(options, sample);
    while (sprt.Add(Drawn(chances, random)) == SprtVerdict::kContinue) {
    }
    verdicts.samples += static_cast<double>(sprt.crossing()->samples) / tests;
    if (sprt.verdict() == SprtVerdict::kAcceptH1) verdicts.h1_accepted += 1.0 / tests;
  }
  return verdicts;
}

constexpr int kTests = 1000;

// How far a share may be above the stated rate by chance: three standard deviations of the binomial distribution.
double WithTolerance(double rate) { return rate + 3 * std::sqrt(rate * (1 - rate) / kTests); }

struct Setting {
  EloModel model;
  Sample sample;
  double alpha, beta;
};

// Tests with the bot exactly at elo0 = 0, and exactly at elo1.
void ExpectErrorRatesHold(const Setting& setting, bool overshoot_correction) {
  const auto chances = setting.sample == Sample::kGame ? GameChances : PairChances;
  const Chances stronger = chances(0.3);
  const SprtOptions options = {.elo0 = 0,
                               .elo1 = DifferenceOf(stronger, setting.model),
                               .alpha = setting.alpha,
                               .beta = setting.beta,
                               .model = setting.model,
                               .overshoot_correction = overshoot_correction};
  std::mt19937_64 random(41);
  const Verdicts at_elo0 = Simulate(options, setting.sample, chances(0), kTests, random);
  const Verdicts at_elo1 = Simulate(options, setting.sample, stronger, kTests, random);
  std::cout << (setting.model == EloModel::kLogistic ? "logistic" : "normalized")
            << (setting.sample == Sample::kGame ? ", games" : ", pairs") << (overshoot_correction ? ", corrected" : "")
            << ", elo1 " << options.elo1 << ": alpha " << setting.alpha << ", seen " << at_elo0.h1_accepted << " after "
            << at_elo0.samples << "; beta " << setting.beta << ", seen " << 1 - at_elo1.h1_accepted << " after "
            << at_elo1.samples << "\n";
  EXPECT_LE(at_elo0.h1_accepted, WithTolerance(setting.alpha));
  EXPECT_LE(1 - at_elo1.h1_accepted, WithTolerance(setting.beta));
  // The test must not be much more careful than asked either, because that costs games.
  EXPECT_GE(at_elo0.h1_accepted, setting.alpha / 3);
  EXPECT_GE(1 - at_elo1.h1_accepted, setting.beta / 3);
}

constexpr std::array<Setting, 5> kSettings = {{{EloModel::kLogistic, Sample::kGame, 0.05, 0.05},
                                               {EloModel::kLogistic, Sample::kPair, 0.05, 0.05},
                                               {EloModel::kNormalized, Sample::kGame, 0.05, 0.05},
                                               {EloModel::kNormalized, Sample::kPair, 0.05, 0.05},
                                               {EloModel::kLogistic, Sample::kGame, 0.02, 0.1}}};

TEST(SprtSimulation, ErrorRatesAreWithinTheStatedOnes) {
  for (const Setting& setting : kSettings) ExpectErrorRatesHold(setting, false);
}

TEST(SprtSimulation, ErrorRatesAreWithinTheStatedOnesWithOvershootCorrection) {
  for (const Setting& setting : kSettings) ExpectErrorRatesHold(setting, true);
}

// Returns the half points of equal games, with their places in the schedule, in the order in which a match with
// `at_once` games at a time gets them if won games take a third of the time of others.
struct Finished {
  double at = 0;
  int number = 0;
  int half_points = 0;

  friend bool operator>(const Finished& one, const Finished& other) { return one.at > other.at; }
};

std::vector<Finished> MatchWithShortWins(int games, int at_once, std::mt19937_64& random) {
  const Chances chances = GameChances(0);
  std::priority_queue<Finished, std::vector<Finished>, std::greater<>> running;
  std::vector<Finished> finished;
  double now = 0;
  for (int number = 0; number < games; ++number) {
    if (static_cast<int>(running.size()) == at_once) {
      now = running.top().at;
      finished.push_back(running.top());
      running.pop();
    }
    const int half_points = Drawn(chances, random);
    // Each takes a little longer or shorter, so that no rule decides the order of games that end together.
    const double takes = (half_points == 2 ? 1 : 3) * (0.9 + 0.2 * Uniform(random));
    running.push({.at = now + takes, .number = number, .half_points = half_points});
  }
  for (; !running.empty(); running.pop()) finished.push_back(running.top());
  return finished;
}

TEST(SprtSimulation, OnlyTheOrderOfTheScheduleKeepsTheErrorRateWhenWinsAreShort) {
  const SprtOptions options = {.elo0 = 0, .elo1 = 40, .model = EloModel::kLogistic};
  std::mt19937_64 random(42);
  double by_completion = 0;
  double by_schedule = 0;
  for (int i = 0; i < kTests; ++i) {
    std::vector<Finished> games = MatchWithShortWins(2000, 64, random);
    const auto accepts_h1 = [&] {
      Sprt sprt(options, Sample::kGame);
      for (const Finished& game : games) {
        if (sprt.Add(game.half_points) != SprtVerdict::kContinue) break;
      }
      return sprt.verdict() == SprtVerdict::kAcceptH1;
    };
    if (accepts_h1()) by_completion += 1.0 / kTests;
    std::sort(games.begin(), games.end(), [](const Finished& a, const Finished& b) { return a.number < b.number; });
    if (accepts_h1()) by_schedule += 1.0 / kTests;
  }
  std::cout << "alpha 0.05, seen in order of completion " << by_completion << ", of the schedule " << by_schedule
            << "\n";
  EXPECT_GT(by_completion, 2 * WithTolerance(0.05));
  EXPECT_LE(by_schedule, WithTolerance(0.05));
}

}  // namespace
}  // namespace flagfall::arena::rating
