// Somebody looks at a match after each game, and stops when the interval has just missed the true score: that must not
// come about more often than it may.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <random>
#include <vector>

#include "arena/rating/confidence_sequence.h"
#include "arena/rating/score_counts.h"
#include "tests/rating/chance.h"

namespace flagfall::arena::rating {
namespace {

constexpr int kRuns = 400;
constexpr int kGamesPerRun = 300;

// A game's score: 0, ½ or 1.
double DrawnScore(double win, double draw, std::mt19937_64& random) {
  const double chance = Uniform(random);
  return chance < win ? 1 : chance < win + draw ? 0.5 : 0;
}

bool Misses(const ScoreRange& range, double score) { return score < range.low || score > range.high; }

struct Bots {
  double win = 0;
  double draw = 0;
  double Score() const { return win + draw / 2; }
};

TEST(SequenceSimulationTest, LookingAfterEachGameDoesNoHarm) {
  std::mt19937_64 random(20);
  for (const Bots& bots : {Bots{0.5, 0}, Bots{0.1, 0.8}, Bots{0.9, 0.05}, Bots{0.02, 0}}) {
    int misses = 0, fixed_misses = 0;
    for (int run = 0; run < kRuns; ++run) {
      std::vector<double> samples;
      double sum = 0, squares = 0;
      bool has_missed = false, has_fixed_missed = false;
      for (int game = 1; game <= kGamesPerRun; ++game) {
        samples.push_back(DrawnScore(bots.win, bots.draw, random));
        sum += samples.back();
        squares += samples.back() * samples.back();
        // After each of the first games, then less and less often, to save time.
        if (game < 40 || game % (game / 20) == 0) has_missed |= Misses(HedgedCapitalRange(samples), bots.Score());
        const double mean = sum / game, deviation = std::sqrt(std::max(0.0, squares / game - mean * mean) / game);
        has_fixed_missed |= game >= 20 && deviation > 0 && std::abs(mean - bots.Score()) > 1.959964 * deviation;
      }
      misses += has_missed;
      fixed_misses += has_fixed_missed;
    }
    std::cout << "score " << bots.Score() << ": " << misses << " of " << kRuns << " sequences missed, and "
              << fixed_misses << " fixed intervals\n";
    EXPECT_LE(misses, kRuns * kSequenceMiss);
    EXPECT_GT(fixed_misses, kRuns * 0.15) << "what the sequence is for";
  }
}

TEST(SequenceSimulationTest, OpponentsMayChange) {
  std::mt19937_64 random(21);
  int misses = 0;
  for (int run = 0; run < 4000; ++run) {
    double points = 0, expected = 0;
    bool has_missed = false;
    for (int game = 1; game <= kGamesPerRun; ++game) {
      // After a win the opponent is stronger, as on a ladder.
      const double win = points > expected ? 0.35 : 0.65;
      expected += win;
      points += DrawnScore(win, 0, random);
      has_missed |= Misses(NormalMixtureRange(points, game), expected / game);
    }
    misses += has_missed;
  }
  std::cout << misses << " of 4000 sequences missed\n";
  EXPECT_LE(misses, 4000 * kSequenceMiss);
}

}  // namespace
}  // namespace flagfall::arena::rating
