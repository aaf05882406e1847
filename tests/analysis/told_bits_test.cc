#include "arena/analysis/told_bits.h"

#include <gtest/gtest.h>

#include <cmath>

#include "arena/analysis/board_replay.h"
#include "arena/analysis/hidden_types.h"
#include "tests/analysis/asked_players.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::analysis {
namespace {

v1::GameRecord Played(const std::string& ruleset, std::uint64_t seed) {
  return bot::RecordOfGame(ruleset, "sergeant", "random", seed);
}

TEST(ToldBits, AddUpAndNeverGrow) {
  for (const char* ruleset : {"classic", "battle", "duel", "barrage"}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const v1::GameRecord record = Played(ruleset, seed);
      const auto told = ToldBitsOf(record);
      ASSERT_THAT(told, IsOk());
      ASSERT_EQ(told->plies.size(), record.plies());
      std::array<double, 2> missing = told->at_start;
      for (const ToldByPly& ply : told->plies) {
        for (const std::size_t side : {0U, 1U}) {
          EXPECT_GE(ply.learnt[side], -1e-9);
          missing[side] -= ply.learnt[side];
          EXPECT_NEAR(ply.missing[side], missing[side], 1e-6);
          EXPECT_GE(ply.missing[side], -1e-9);
        }
      }
    }
  }
}

TEST(ToldBits, BeginWithAllWaysOfTheArmy) {
  const board::BoardRules rules = board::BoardRules::Duel();
  double ways = std::lgamma(rules.army_size() + 1.0);
  for (const std::uint8_t count : rules.army) ways -= std::lgamma(count + 1.0);
  const auto told = ToldBitsOf(Played("duel", 3));
  ASSERT_THAT(told, IsOk());
  EXPECT_NEAR(told->at_start[0], ways / std::log(2), 1e-9);
  EXPECT_NEAR(told->at_start[1], ways / std::log(2), 1e-9);
}

TEST(ToldBits, AreOfBoardGames) {
  v1::GameRecord record;
  record.mutable_ruleset()->set_id("cards");
  EXPECT_THAT(ToldBitsOf(record), IsError(absl::StatusCode::kNotFound, "cards"));
}

TEST(ToldBits, AreCountedInBoardGamesAlone) {
  v1::GameRecord record;
  record.set_game_id("3-1");
  record.mutable_ruleset()->set_id("cards");
  const absl::Status status = GameAnalysisOf(record).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status));
  EXPECT_EQ(status.message(),
            "game 3-1 is one of cards; what plies tell is counted in classic, battle, duel and barrage");
}

}  // namespace
}  // namespace flagfall::arena::analysis
