#include "arena/analysis/bot_bits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "arena/analysis/told_bits.h"
#include "tests/analysis/asked_players.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::analysis {
namespace {

constexpr double kRounding = 1e-9;

TEST(GameBits, AreThoseOfAllPlies) {
  for (const char* ruleset : {"classic", "battle", "duel", "barrage"}) {
    const v1::GameRecord record = bot::RecordOfGame(ruleset, "sergeant", "random", 3);
    const auto bits = GameBitsOf(record);
    const auto told = ToldBitsOf(record);
    ASSERT_THAT(bits, IsOk());
    ASSERT_THAT(told, IsOk());
    std::array<double, 2> learnt{};
    std::array<std::uint32_t, 2> plies{};
    for (const ToldByPly& ply : told->plies) {
      ++plies[IndexOf(ply.side)];
      for (const Side side : kSides) learnt[IndexOf(side)] += ply.learnt[IndexOf(side)];
    }
    EXPECT_EQ(bits->plies, plies);
    for (const Side side : kSides) EXPECT_NEAR(bits->learnt[IndexOf(side)], learnt[IndexOf(side)], 1e-6) << ruleset;
  }
}

TEST(GameBits, OfAGameWithoutPliesAreNone) {
  v1::GameRecord record;
  record.mutable_ruleset()->set_id("duel");
  record.set_seed(std::string(32, 's'));
  const auto bits = GameBitsOf(record);
  ASSERT_THAT(bits, IsOk());
  EXPECT_EQ(bits->plies[0] + bits->plies[1], 0U);
  record.mutable_ruleset()->set_id("cards");
  EXPECT_THAT(GameBitsOf(record), IsError(absl::StatusCode::kNotFound, "cards"));
}

// The values were computed by hand.
TEST(BotBits, AreMeansWithTheirStandardErrors) {
  BotBits bits;
  bits.Add({.learnt = {2, 1}, .plies = {10, 9}, .beliefs = {}}, Side::kRed);
  EXPECT_FALSE(bits.LearntPerGame().standard_error.has_value()) << "of one game";
  bits.Add({.learnt = {4, 4}, .plies = {11, 10}, .beliefs = {}}, Side::kBlue);
  bits.Add({.learnt = {6, 4}, .plies = {40, 40}, .beliefs = {}}, Side::kRed);
  EXPECT_FALSE(MessageOf(bits).has_beliefs());
  EXPECT_EQ(bits.games(), 3U);
  EXPECT_EQ(bits.plies(), 60U);
  EXPECT_NEAR(bits.LearntPerGame().value, 4, kRounding);
  EXPECT_NEAR(*bits.LearntPerGame().standard_error, std::sqrt(4.0 / 3), kRounding);
  EXPECT_NEAR(bits.GivenPerGame().value, 3, kRounding);
  EXPECT_NEAR(bits.NetPerGame().value, 1, kRounding);
  EXPECT_NEAR(*bits.NetPerGame().standard_error, std::sqrt(1.0 / 3), kRounding);
  EXPECT_NEAR(bits.LearntPerPly().value, 0.2, kRounding);
  // The games lie 0, 2 and -2 from 0.2 a ply: sqrt(3 / 2 * 8) / 60.
  EXPECT_NEAR(*bits.LearntPerPly().standard_error, std::sqrt(12.0) / 60, kRounding);
}

// Each belief counts the same, in whichever game it was handed in.
TEST(BotBits, HaveTheBeliefsOfAllGames) {
  v1::GameRecord record = bot::RecordOfGame("duel", "sergeant", "random", 3);
  int number = 0;
  for (v1::RecordEntry& entry : *record.mutable_entries()) {
    if (entry.side() != v1::SIDE_RED || !entry.acted().action().has_ply() || ++number > 2) continue;
    for (std::uint32_t origin = 0; origin < board::kSquares; ++origin) {
      v1::PieceBelief& belief = *entry.mutable_acted()->mutable_beliefs()->add_pieces();
      belief.set_origin(origin);
      for (int type = 1; type < board::kPieceTypes; ++type) belief.add_weights(1);
    }
  }
  const auto game = GameBitsOf(record);
  const auto analysis = GameAnalysisOf(record);
  ASSERT_THAT(game, IsOk());
  ASSERT_THAT(analysis, IsOk());
  BotBits red, blue;
  red.Add(*game, Side::kRed);
  red.Add(*game, Side::kRed);
  blue.Add(*game, Side::kBlue);
  const v1::BotBits message = MessageOf(red);
  EXPECT_EQ(message.beliefs().plies(), 4U);
  EXPECT_EQ(message.beliefs().pieces(), 2 * analysis->red_beliefs().pieces());
  EXPECT_EQ(message.beliefs().refused(), 2 * analysis->red_beliefs().refused());
  EXPECT_NEAR(message.beliefs().loss_bits(), analysis->red_beliefs().loss_bits(), kRounding);
  EXPECT_FALSE(MessageOf(blue).has_beliefs());
}

TEST(BotBits, OfNothingAreNone) {
  const BotBits bits;
  EXPECT_EQ(bits.LearntPerGame().value, 0);
  EXPECT_EQ(bits.GivenPerPly().value, 0);
}

}  // namespace
}  // namespace flagfall::arena::analysis
