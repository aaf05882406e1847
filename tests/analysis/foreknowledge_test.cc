// Bots that are told what they may not know, and bots that are not. foreknowledge_trials measures the same over more
// games.
#include "arena/analysis/foreknowledge.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "referee/rules/side_messages.h"
#include "tests/analysis/cheats.h"
#include "tests/sample-bots/sample_players.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::analysis {
namespace {

using bot::Cheat;

v1::GameRecord Played(const std::string& ruleset, const std::string& cheater, Cheat cheat, v1::Side side,
                      std::uint64_t seed, const std::string& opponent) {
  bot::InProcessGame game;
  game.ruleset.set_id(ruleset);
  game.game_id = absl::StrCat("g", seed);
  game.leak = bot::LeakOf(cheat, side, seed);
  const bool is_red = side == v1::SIDE_RED;
  const bot::PlayerFactory first = bot::SamplePlayer(cheater, {.seed = seed});
  const bot::PlayerFactory other = bot::SamplePlayer(opponent, {.seed = seed + 77});
  const auto result = is_red ? bot::Play(game, first, other) : bot::Play(game, other, first);
  EXPECT_THAT(result, IsOk());
  v1::GameRecord record = result->record;
  EXPECT_NE(record.outcome().reason(), v1::REASON_ILLEGAL_ACTION) << record.outcome().detail();
  record.mutable_red()->set_name(is_red ? "tested" : "other");
  record.mutable_blue()->set_name(is_red ? "other" : "tested");
  return record;
}

Foreknowledge After(const std::string& ruleset, const std::string& bot, Cheat cheat, int games,
                    const std::string& opponent = "sergeant", std::uint64_t first_seed = 1) {
  Foreknowledge foreknowledge;
  for (int i = 0; i < games; ++i) {
    const v1::Side side = i % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE;
    const v1::GameRecord record = Played(ruleset, bot, cheat, side, first_seed + i, opponent);
    EXPECT_THAT(foreknowledge.Add(record, SideOf(side)), IsOk());
  }
  return foreknowledge;
}

TEST(Foreknowledge, ABotThatIsToldTypesIsFound) {
  const Foreknowledge foreknowledge = After("duel", "sergeant", Cheat::kThird, 2000);
  EXPECT_EQ(foreknowledge.games(), 2000);
  EXPECT_LT(foreknowledge.P(), 1e-4);
  EXPECT_GT(foreknowledge.bets(Hint::kContact).Skill(), kSkillAllowed[static_cast<std::size_t>(Hint::kContact)]);
  ASSERT_FALSE(foreknowledge.weighing().empty());
  double heaviest = foreknowledge.weighing().front().weight;
  for (const WeighingPly& ply : foreknowledge.weighing()) {
    EXPECT_LE(ply.weight, heaviest);
    heaviest = ply.weight;
  }
}

TEST(Foreknowledge, ABotThatIsToldWhereTheFlagIsIsFound) {
  EXPECT_LT(After("duel", "sergeant", Cheat::kFlag, 600).P(), 1e-4);
}

TEST(Foreknowledge, HonestBotsAreNot) {
  for (const char* bot : {"random", "sergeant"}) {
    for (const char* ruleset : {"duel", "barrage"}) {
      EXPECT_GT(After(ruleset, bot, Cheat::kNone, 300).P(), 0.01) << bot << " in " << ruleset;
    }
  }
}

// Of a bot that sets up at random, few games say little: a square on which its Flag has not been seen yet is no worse a
// guess than any other.
TEST(Foreknowledge, HonestBotsAreNotAgainstOneThatSetsUpAtRandom) {
  for (const char* ruleset : {"duel", "barrage"}) {
    for (int trial = 0; trial < 10; ++trial) {
      EXPECT_GT(After(ruleset, "sergeant", Cheat::kNone, 80, "random", 1 + 100'000 * trial).P(), 1e-3)
          << ruleset << ", trial " << trial;
    }
  }
}

TEST(Foreknowledge, WhatIsWonHasNoEnd) {
  Foreknowledge foreknowledge({-8, -8, -8, -8, -8});
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const v1::GameRecord record = Played("barrage", "sergeant", Cheat::kNone, v1::SIDE_RED, seed, "random");
    ASSERT_THAT(foreknowledge.Add(record, Side::kRed), IsOk());
  }
  EXPECT_EQ(foreknowledge.P(), kPMin);
  ASSERT_FALSE(foreknowledge.weighing().empty());
  for (const WeighingPly& ply : foreknowledge.weighing()) EXPECT_TRUE(std::isfinite(ply.weight));
}

TEST(Foreknowledge, OtherGamesAreRefused) {
  Foreknowledge foreknowledge;
  v1::GameRecord record;
  record.mutable_ruleset()->set_id("gogo");
  EXPECT_THAT(foreknowledge.Add(record, Side::kRed), IsError(absl::StatusCode::kNotFound, "gogo"));
  EXPECT_EQ(foreknowledge.games(), 0);
  EXPECT_EQ(foreknowledge.P(), 1);
}

}  // namespace
}  // namespace flagfall::arena::analysis
