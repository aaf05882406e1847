#include "arena/store/ratings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <random>
#include <string>

#include "arena/store/check.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

class RatingsTest : public testing::Test {
 protected:
  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  std::int64_t tournament_ = Furnish(*database_);
};

TEST_F(RatingsTest, TheHistoryLeadsFromTheStartToTheStandingStepByStep) {
  std::mt19937_64 random(3);
  for (std::uint32_t number = 1; number <= 200; ++number) MustStore(*database_, DrawnResult(1, number, random()));
  const auto board = Leaderboard(*database_, kPool);
  ASSERT_THAT(board, IsOk());
  ASSERT_EQ(board->size(), 4u);
  for (const Standing& standing : *board) {
    const auto steps = RatingHistory(*database_, kPool, standing.bot);
    ASSERT_THAT(steps, IsOk());
    ASSERT_EQ(static_cast<std::int64_t>(steps->size()), standing.tally.Games());
    rating::MicroElo rating = rating::kStartRating;
    for (const RatingStep& step : *steps) {
      ASSERT_EQ(step.before, rating) << step.game_id;
      ASSERT_NE(step.opponent, standing.bot);
      rating = step.after;
    }
    EXPECT_EQ(rating, standing.rating);
  }
  for (std::size_t i = 1; i < board->size(); ++i) EXPECT_GE((*board)[i - 1].rating, (*board)[i].rating);
}

TEST_F(RatingsTest, KFallsAfterThirtyGamesOfBothInThePool) {
  for (std::uint32_t number = 1; number <= 31; ++number) {
    const Receipt receipt = MustStore(*database_, ResultOf(1, number, "ann", "bob", v1::RESULT_DRAW));
    EXPECT_EQ(receipt.rating->k, number <= 30 ? 32 : 16) << number;
  }
  EXPECT_EQ(MustStore(*database_, ResultOf(1, 32, "ann", "cid", v1::RESULT_DRAW)).rating->k, 32) << "cid is new";
}

TEST_F(RatingsTest, PairsAreCountedAsTheirGamesAreRated) {
  std::mt19937_64 random(5);
  std::map<std::pair<std::string, std::string>, rating::Tally> expected;
  for (std::uint32_t number = 1; number <= 200; ++number) {
    const GameResult result = DrawnResult(1, number, random());
    MustStore(*database_, result);
    if (result.record.outcome().result() == v1::RESULT_VOID) continue;
    rating::Tally& tally = expected[{result.record.red().name(), result.record.blue().name()}];
    tally.wins += result.record.outcome().result() == v1::RESULT_RED_WINS;
    tally.draws += result.record.outcome().result() == v1::RESULT_DRAW;
    tally.losses += result.record.outcome().result() == v1::RESULT_BLUE_WINS;
  }
  const auto scores = PoolScoresOf(*database_, kPool);
  ASSERT_THAT(scores, IsOk());
  std::map<std::pair<std::string, std::string>, rating::Tally> counted;
  for (const rating::PairScore& score : scores->scores) {
    counted[{scores->bots[static_cast<std::size_t>(score.red)], scores->bots[static_cast<std::size_t>(score.blue)]}] =
        score.tally;
  }
  EXPECT_EQ(counted, expected);
  EXPECT_THAT(CheckRatings(*database_), IsOk());
  ASSERT_THAT(database_->Execute("UPDATE pair_scores SET wins = wins + 1 WHERE red_bot_id = 1 AND blue_bot_id = 2"),
              IsOk());
  EXPECT_THAT(CheckRatings(*database_), IsError(absl::StatusCode::kDataLoss, "the stored score of ann against bob"));
}

TEST_F(RatingsTest, TheNewestTournamentsGainsAreItsOwn) {
  MustStore(*database_, ResultOf(1, 1, "ann", "bob"));
  ASSERT_THAT(CreateTournament(*database_, CompleteSpecOf({"ann", "cid"}), kPool, Micros(1)), IsOk());
  const auto gain_of = [&](const char* bot) { return StandingsOf(*database_, bot)->at(0).newest_gain; };
  EXPECT_EQ(gain_of("ann"), 16 * rating::kMicrosPerElo) << "the new one has no games yet";
  MustStore(*database_, ResultOf(2, 1, "cid", "ann", v1::RESULT_DRAW));
  EXPECT_LT(gain_of("ann"), 0);
  EXPECT_EQ(gain_of("ann"), -gain_of("cid"));
  EXPECT_EQ(gain_of("bob"), 0) << "it plays in the one before";
}

TEST_F(RatingsTest, ABotStandsWhereTheLeaderboardHasIt) {
  std::mt19937_64 random(5);
  // The first results are the same, so that names decide the order.
  for (std::uint32_t number = 1; number <= 60; ++number) {
    MustStore(*database_, number <= 2 ? ResultOf(1, number, number == 1 ? "ann" : "cid", number == 1 ? "bob" : "dot")
                                      : DrawnResult(1, number, random()));
    const auto board = *Leaderboard(*database_, kPool);
    for (std::size_t i = 0; i < board.size(); ++i) {
      const Standing& standing = board[i];
      EXPECT_EQ(standing.place, static_cast<std::int64_t>(i) + 1);
      const auto own = *StandingsOf(*database_, standing.bot);
      ASSERT_EQ(own.size(), 1u);
      EXPECT_EQ(own[0].place, standing.place) << standing.bot << " after " << number;
      EXPECT_EQ(own[0].newest_gain, standing.newest_gain) << standing.bot << " after " << number;
      EXPECT_TRUE(own[0].pool == kPool && own[0].bot == standing.bot && own[0].rating == standing.rating &&
                  own[0].tally == standing.tally);
    }
  }
  EXPECT_TRUE(StandingsOf(*database_, "eve")->empty());
}

TEST_F(RatingsTest, PoolsAreApart) {
  v1::TournamentSpec spec = CompleteSpecOf({"ann", "bob"});
  spec.mutable_ruleset()->set_id("duel");
  ASSERT_THAT(CreateTournament(*database_, spec, "duel", Micros(1)), IsOk());
  MustStore(*database_, ResultOf(1, 1, "ann", "bob"));
  GameResult duel = ResultOf(2, 1, "bob", "ann");
  duel.record.mutable_ruleset()->set_id("duel");
  MustStore(*database_, duel);
  EXPECT_EQ(*ListPools(*database_), (std::vector<std::string>{"classic", "duel"}));
  EXPECT_EQ(Leaderboard(*database_, "classic")->front().bot, "ann");
  EXPECT_EQ(Leaderboard(*database_, "duel")->front().bot, "bob");
  EXPECT_EQ(RatingHistory(*database_, "duel", "ann")->size(), 1u);
  EXPECT_TRUE(Leaderboard(*database_, "battle")->empty());
  EXPECT_THAT(RatingHistory(*database_, "duel", "eve"), IsError(absl::StatusCode::kNotFound, "'eve'"));
}

TEST_F(RatingsTest, TheCheckFindsEveryTampering) {
  for (std::uint32_t number = 1; number <= 40; ++number) MustStore(*database_, DrawnResult(1, number, number * 977));
  ASSERT_THAT(CheckRatings(*database_), IsOk());
  v1::TournamentSpec unrated = CompleteSpecOf({"ann", "bob"});
  unrated.set_rated(false);
  ASSERT_THAT(CreateTournament(*database_, unrated, kPool, Micros(1)), IsOk());
  MustStore(*database_, ResultOf(2, 1));
  for (const char* trigger : {"games_are_final", "rating_changes_are_final", "rating_changes_are_kept"}) {
    ASSERT_THAT(database_->Execute((std::string("DROP TRIGGER ") + trigger).c_str()), IsOk());
  }
  // The ledger is closed, so that the file is complete.
  database_.reset();
  for (
      const char* tampering : {
          "UPDATE ratings SET rating = rating + 1 WHERE bot_id = 2",
          "UPDATE ratings SET wins = wins + 1 WHERE bot_id = 3",
          "UPDATE ratings SET wins = wins + 1, losses = losses - 1 WHERE bot_id = 3",
          "UPDATE ratings SET pool = 'duel' WHERE bot_id = 1",
          "DELETE FROM ratings WHERE bot_id = 4",
          "INSERT INTO ratings VALUES ('duel', 1, 1500000000, 0, 0, 0)",
          "UPDATE rating_changes SET change = change + 1 WHERE sequence = 20",
          "UPDATE rating_changes SET red_before = red_before - 1 WHERE sequence = 1",
          "UPDATE rating_changes SET blue_before = blue_before - 1 WHERE sequence = 40",
          "UPDATE rating_changes SET k = 31 WHERE sequence = 7",
          "UPDATE rating_changes SET red_bot_id = blue_bot_id, blue_bot_id = red_bot_id WHERE sequence = 9",
          "DELETE FROM rating_changes WHERE sequence = 40",
          "UPDATE games SET result = iif(result = 'draw', 'red_wins', 'draw') WHERE sequence = 5",
          R"(INSERT INTO rating_changes SELECT 41, 41, pool, red_bot_id, blue_bot_id, red_before, blue_before, k, change
           FROM rating_changes WHERE sequence = 40)",
      }) {
    const std::string copy = dir_.At("tampered.db");
    std::filesystem::copy_file(dir_.At(kDatabaseFileName), copy, std::filesystem::copy_options::overwrite_existing);
    const auto tampered = MustOpen(copy);
    ASSERT_THAT(CheckRatings(*tampered), IsOk());
    ASSERT_THAT(tampered->Execute(tampering), IsOk()) << tampering;
    EXPECT_THAT(CheckRatings(*tampered), IsError(absl::StatusCode::kDataLoss, "")) << tampering;
  }
}

}  // namespace
}  // namespace flagfall::arena::store
