// Holds the engine against the slow implementation: on seeded games of players that like to shuttle, chase and flee,
// and on every position within reach of some small ones. `FLAGFALL_ORACLE_GAMES=N` plays N times as many games.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "tests/rules/oracle_compare.h"
#include "tests/rules/oracle_factor.h"

namespace flagfall {
namespace {

constexpr const char* kRulesets[] = {"classic", "battle", "duel", "barrage"};

// Every combination of the options, with limits small and large.
slow::Rules RulesOfNumber(int number) {
  slow::Rules rules = slow::RulesOf(kRulesets[number % 4]);
  constexpr int kLimits[] = {3, 0, 2, 1, 5};
  rules.two_squares = kLimits[number / 4 % 5];
  constexpr const char* kChases[] = {"position-repetition", "consecutive-turns", "position-repetition", "off"};
  rules.chase = kChases[number / 20 % 4];
  rules.chase_scope = number / 20 % 4 == 2 ? "game" : "run";
  rules.chase_turns = 1 + number / 80 % 3;
  rules.two_squares_piece = number / 240 % 2 == 1;
  return rules;
}

class WholeGames : public testing::TestWithParam<const char*> {};

TEST_P(WholeGames, AgreeAtEveryPosition) {
  OracleCounts counts;
  const int games = 64 * OracleFactor();
  for (int seed = 0; seed < games; ++seed) {
    slow::Random random(seed);
    slow::GameText game = slow::RandomArmies(slow::RulesOf(GetParam()), random);
    // Each temper meets each other; every third pair under the other scope.
    if (seed % 3 == 2) game.rules.chase_scope = "game";
    const slow::Temper red = slow::TemperOf(seed);
    const slow::Temper blue = slow::TemperOf(seed / slow::kTempers);
    ASSERT_EQ(PlayAndCompare(game, red, blue, 500, random, counts), "") << "seed " << seed;
  }
  std::cout << counts << '\n';
  EXPECT_GT(counts.positions, 100 * games);
  EXPECT_GT(counts.two_squares, 10 * games);
  // The ruleset's own chase rule.
  const bool repeats = slow::RulesOf(GetParam()).chase == "position-repetition";
  EXPECT_GT(repeats ? counts.repetition : counts.consecutive, games / 4);
  EXPECT_EQ(repeats ? counts.consecutive : counts.repetition, 0);
}

INSTANTIATE_TEST_SUITE_P(Rulesets, WholeGames, testing::ValuesIn(kRulesets),
                         [](const auto& info) { return std::string(info.param); });

TEST(Studies, AgreeAtEveryPosition) {
  OracleCounts counts;
  const int games = 8000 * OracleFactor();
  for (int seed = 0; seed < games; ++seed) {
    slow::Random random(seed);
    const slow::GameText game = slow::RandomStudy(RulesOfNumber(seed), random);
    const slow::Temper red = slow::TemperOf(slow::Between(random, 0, slow::kTempers - 1));
    const slow::Temper blue = slow::TemperOf(slow::Between(random, 0, slow::kTempers - 1));
    ASSERT_EQ(PlayAndCompare(game, red, blue, 120, random, counts), "") << "seed " << seed;
  }
  std::cout << counts << '\n';
  EXPECT_GT(counts.positions, 20 * games);
  EXPECT_GT(counts.two_squares, 5 * games);
  EXPECT_GT(counts.barred_attack, games);
  EXPECT_GT(counts.scout_line, games / 4);
  EXPECT_GT(counts.repetition, games / 5);
  EXPECT_GT(counts.before_the_run, games / 20);
  EXPECT_GT(counts.consecutive, games / 4);
  EXPECT_GT(counts.excused, games / 4);
  EXPECT_GT(counts.return_meets_two_squares, games / 16);
  EXPECT_GT(counts.two_chasers, games / 40);
  EXPECT_GT(counts.two_evaders, games / 40);
  EXPECT_GT(counts.begun_by_attack, games / 1000);
  EXPECT_GT(counts.flag_captured, games / 50);
  EXPECT_GT(counts.no_legal_ply, games / 4);
  EXPECT_GT(counts.all_barred, games / 200);
  EXPECT_GT(counts.both_immobile, games / 50);
}

// Two or three pieces each, of one rank and so with nothing to gain by an attack, all of whom evade and threaten at
// once: the way to both sides chasing each other (R4.4).
TEST(Fencers, AgreeAtEveryPosition) {
  OracleCounts counts;
  const int games = 2000 * OracleFactor();
  for (int seed = 0; seed < games; ++seed) {
    slow::Random random(seed);
    slow::GameText game;
    game.rules = RulesOfNumber(seed);
    game.free = true;
    std::vector<int> squares = slow::Area(slow::Between(random, 0, 6), slow::Between(random, 0, 6), 4, 4);
    std::shuffle(squares.begin(), squares.end(), random);
    const int pieces = slow::Between(random, 4, 6);
    for (int i = 0; i < pieces; ++i) game.pieces.push_back({i % 2 == 0, '5', squares[i]});
    const slow::Temper fencer = slow::TemperOf(5);
    ASSERT_EQ(PlayAndCompare(game, fencer, fencer, 120, random, counts), "") << "seed " << seed;
  }
  std::cout << counts << '\n';
  EXPECT_GT(counts.both_chasing, games / 500);
  EXPECT_GT(counts.two_chasers, games / 10);
  EXPECT_GT(counts.two_evaders, games / 10);
}

// A walled yard of which every filling with the pieces is tried.
struct Yard {
  const char* name;
  int file;
  int row;
  int width;
  int height;
  // Red's and Blue's types.
  const char* red;
  const char* blue;
  int depth;
};

constexpr Yard kYards[] = {
    {"two by two", 0, 0, 2, 2, "5", "4", 11},       {"two by two, two evaders", 0, 0, 2, 2, "5", "44", 10},
    {"two by three", 0, 0, 3, 2, "5", "4", 8},      {"two by three, a Scout", 4, 4, 2, 3, "2", "4", 7},
    {"around a lake", 1, 3, 4, 4, "5", "4", 6},     {"lane", 0, 2, 1, 5, "2", "4", 8},
    {"lane, two Scouts", 9, 2, 1, 4, "22", "2", 8}, {"two by two, two chasers", 8, 0, 2, 2, "55", "4", 9},
};

// Calls `visit` with every game in which the yard's pieces stand on different squares of it.
void FillYard(const Yard& yard, std::size_t next, slow::GameText& game, const std::function<void()>& visit) {
  const std::string red = yard.red;
  const std::string types = red + yard.blue;
  if (next == types.size()) return visit();
  for (const int square : slow::Area(yard.file, yard.row, yard.width, yard.height)) {
    if (std::any_of(game.pieces.begin(), game.pieces.end(), [&](const auto& piece) { return piece.origin == square; }))
      continue;
    game.pieces.push_back({next < red.size(), types[next], square});
    FillYard(yard, next + 1, game, visit);
    game.pieces.pop_back();
  }
}

TEST(SmallYards, AgreeAtEveryPositionWithinReach) {
  OracleCounts counts;
  for (const Yard& yard : kYards) {
    for (int number = 0; number < 80; number += 4) {
      slow::GameText game;
      game.rules = RulesOfNumber(number);
      game.free = true;
      slow::WallIn(yard.file, yard.row, yard.width, yard.height, game);
      std::string difference;
      FillYard(yard, 0, game, [&] {
        if (difference.empty()) difference = CompareAll(game, yard.depth, counts);
      });
      ASSERT_EQ(difference, "") << yard.name;
    }
  }
  std::cout << counts << '\n';
  EXPECT_GT(counts.two_squares, 50'000);

  EXPECT_GT(counts.repetition, 1'000);
  EXPECT_GT(counts.consecutive, 1'000);
  EXPECT_GT(counts.excused, 1'000);
  EXPECT_GT(counts.begun_by_attack, 100);
  EXPECT_GT(counts.all_barred, 100);
}

}  // namespace
}  // namespace flagfall
