#include "arena/store/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/store/check.h"
#include "arena/store/games.h"
#include "arena/store/ratings.h"
#include "tests/store/ledger.h"
#include "tests/store/temp_dir.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena {
namespace {

class ResultsTest : public testing::Test {
 protected:
  // How much the ledger holds: anything stored or rated changes it.
  std::vector<std::int64_t> Contents() {
    std::vector<std::int64_t> counts;
    Statement select = database_->Prepare(
        "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM game_records), (SELECT count(*) FROM void_games), "
        "(SELECT count(*) FROM rating_changes), (SELECT coalesce(sum(rating * bot_id), 0) FROM ratings), "
        "(SELECT coalesce(sum(wins + draws + losses), 0) FROM ratings)");
    EXPECT_THAT(select.Next(), IsOk());
    for (int i = 0; i < 6; ++i) counts.push_back(select.Int(i));
    return counts;
  }

  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.File(kDatabaseFileName));
  std::int64_t tournament_ = Furnish(*database_);
};

TEST_F(ResultsTest, AResultIsStoredWithItsRecordAndBothRatings) {
  const GameResult result = ResultOf(tournament_, 42);
  const Receipt receipt = MustStore(*database_, result);
  EXPECT_THAT(receipt.status, IsOk());
  EXPECT_FALSE(receipt.was_stored);
  EXPECT_EQ(receipt.attempt, 1u);
  ASSERT_TRUE(receipt.rating.has_value());
  EXPECT_EQ(receipt.rating->change, 16 * kMicrosPerElo);

  const auto game = FindGame(*database_, GameIdOf(tournament_, 42));
  ASSERT_THAT(game, IsOk());
  EXPECT_EQ(game->red, "ann");
  EXPECT_EQ(game->blue, "bob");
  EXPECT_EQ(game->plies, 2u);
  EXPECT_EQ(game->duration, Micros(100'000));
  EXPECT_EQ(game->start_time, Micros(1'700'000'042'000'000));
  EXPECT_EQ(game->rating, receipt.rating);
  const auto record = FindRecord(*database_, game->game_id);
  ASSERT_THAT(record, IsOk());
  EXPECT_EQ(record->SerializeAsString(), result.record.SerializeAsString());

  const auto board = Leaderboard(*database_, kPool);
  ASSERT_THAT(board, IsOk());
  ASSERT_EQ(board->size(), 2u);
  EXPECT_EQ((*board)[0].bot, "ann");
  EXPECT_EQ((*board)[0].rating, 1516 * kMicrosPerElo);
  EXPECT_EQ((*board)[0].tally, (Tally{.wins = 1}));
  EXPECT_EQ((*board)[1].rating, 1484 * kMicrosPerElo);
  EXPECT_THAT(CheckRatings(*database_), IsOk());
}

TEST_F(ResultsTest, TheSameResultTwiceChangesNothingAndSaysSo) {
  const GameResult result = ResultOf(tournament_, 1);
  const Receipt first = MustStore(*database_, result);
  const std::vector<std::int64_t> contents = Contents();
  const Receipt second = MustStore(*database_, result);
  EXPECT_THAT(second.status, IsOk());
  EXPECT_TRUE(second.was_stored);
  EXPECT_EQ(second.rating, first.rating);
  EXPECT_EQ(second.attempt, first.attempt);
  EXPECT_EQ(Contents(), contents);
}

}  // namespace
}  // namespace flagfall::arena
