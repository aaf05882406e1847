// Matches between bots of known strength: the 95 % intervals of Elo and of normalized Elo must contain the true values
// about as often as they should, also between unequal bots and where nearly all games are drawn.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <random>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/rating/score_counts.h"
#include "tests/rating/chance.h"

namespace flagfall::arena::rating {
namespace {

constexpr int kMatches = 2000;

// The chances of a game of the first bot.
struct WinAndDraw {
  double win = 0;
  double draw = 0;

  double Score() const { return win + draw / 2; }
  // Of the score of a game.
  double Deviation() const { return std::sqrt(win + draw / 4 - Score() * Score()); }
  double Elo() const { return -400 * std::log10(1 / Score() - 1); }
  // The games of a pair are independent here, so that pairs and games have the same normalized Elo.
  double NormalizedElo() const { return kNormalizedEloUnit * (Score() - 0.5) / Deviation(); }
};

int HalfPointsOfGame(const WinAndDraw& chances, std::mt19937_64& random) {
  const double chance = Uniform(random);
  return chance < chances.win ? 2 : chance < chances.win + chances.draw ? 1 : 0;
}

ScoreCounts PlayMatch(const WinAndDraw& chances, Sample sample, int samples, std::mt19937_64& random) {
  ScoreCounts scores(sample);
  for (int i = 0; i < samples; ++i) {
    int half_points = 0;
    for (int game = 0; game < scores.GamesPerSample(); ++game) half_points += HalfPointsOfGame(chances, random);
    scores.Add(half_points);
  }
  return scores;
}

// An infinite interval contains everything, also when the estimate itself is infinite.
bool Holds(double estimate, double error, double truth) {
  return std::isinf(error) || std::abs(estimate - truth) <= error;
}

struct MatchCoverage {
  double elo = 0;
  double normalized = 0;
};

MatchCoverage MatchCoverageOf(const WinAndDraw& chances, Sample sample, int samples, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  MatchCoverage coverage;
  for (int match = 0; match < kMatches; ++match) {
    const EloEstimate elo = EstimateElo(PlayMatch(chances, sample, samples, random));
    coverage.elo += Holds(elo.difference, elo.error, chances.Elo()) ? 1.0 / kMatches : 0;
    coverage.normalized += Holds(elo.normalized, elo.normalized_error, chances.NormalizedElo()) ? 1.0 / kMatches : 0;
  }
  return coverage;
}

TEST(MatchIntervals, NinetyFivePercentIntervalsHoldAboutNinetyFivePercent) {
  const std::vector<WinAndDraw> all = {
      {.win = 0.35, .draw = 0.3},    {.win = 0.1, .draw = 0.8},    {.win = 0.5, .draw = 0.3},
      {.win = 0.025, .draw = 0.965}, {.win = 0.795, .draw = 0.01}, {.win = 0.7, .draw = 0.2},
      {.win = 0.85, .draw = 0.1},    {.win = 0.8, .draw = 0.2},    {.win = 0.945, .draw = 0.01},
      {.win = 0.92, .draw = 0.06},
  };
  MatchCoverage sum;
  int cases = 0;
  for (const WinAndDraw& chances : all) {
    for (const Sample sample : {Sample::kPair, Sample::kGame}) {
      for (const int samples : {20, 100, 300, 1000}) {
        const MatchCoverage coverage = MatchCoverageOf(chances, sample, samples, static_cast<std::uint64_t>(++cases));
        const std::string what = absl::StrCat("score ", chances.Score(), ", draws ", chances.draw, ", ", samples,
                                              sample == Sample::kPair ? " pairs" : " games", ": Elo ", coverage.elo,
                                              ", nElo ", coverage.normalized, " (seed ", cases, ")");
        std::cout << what << "\n";
        // A few samples have few possible results, so that single cases lie further off.
        EXPECT_GE(coverage.elo, samples >= 300 ? 0.93 : 0.88) << what;
        EXPECT_GE(coverage.normalized, samples >= 300 ? 0.92 : 0.84) << what;
        sum.elo += coverage.elo;
        sum.normalized += coverage.normalized;
      }
    }
  }
  EXPECT_GE(sum.elo / cases, 0.94);
  EXPECT_LE(sum.elo / cases, 0.975);
  EXPECT_GE(sum.normalized / cases, 0.94);
  EXPECT_LE(sum.normalized / cases, 0.975);
}

}  // namespace
}  // namespace flagfall::arena::rating
