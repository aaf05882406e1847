#include "arena/store/rating_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/store/check.h"
#include "arena/store/ratings.h"
#include "arena/store/results.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

using testing::ElementsAre;

class RatingOrderTest : public testing::Test {
 protected:
  // The ids of the rated games of a bot, in the order in which they were rated.
  std::vector<std::string> RatedGamesOf(const char* bot) {
    std::vector<std::string> ids;
    const auto steps = RatingHistory(*database_, kPool, bot);
    EXPECT_THAT(steps, IsOk());
    for (const RatingStep& step : *steps) ids.push_back(step.game_id);
    return ids;
  }
  // Stores these games between ann and bob.
  void Store(std::int64_t tournament, const std::vector<std::uint32_t>& numbers) {
    for (const std::uint32_t number : numbers) MustStore(*database_, ResultOf(tournament, number));
    EXPECT_THAT(CheckRatings(*database_), IsOk());
  }
  void SetState(v1::Tournament::State state) {
    ASSERT_THAT(SetTournamentState(*database_, tournament_, state, Micros(9)), IsOk());
    EXPECT_THAT(CheckRatings(*database_), IsOk());
  }
  void OpenAgain() {
    database_.reset();
    database_ = MustOpen(dir_.At(kDatabaseFileName));
  }

  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  std::int64_t tournament_ = Furnish(*database_);
};

// Where each bot stands, and all changes of its rating.
std::vector<std::string> RatingsIn(Database& database) {
  std::vector<std::string> ratings;
  const auto board = Leaderboard(database, kPool);
  EXPECT_THAT(board, IsOk());
  for (const Standing& standing : *board) {
    ratings.push_back(absl::StrCat(standing.place, " ", standing.bot, " ", standing.rating, " ", standing.tally.wins));
    const auto steps = RatingHistory(database, kPool, standing.bot);
    EXPECT_THAT(steps, IsOk());
    for (const RatingStep& step : *steps) {
      ratings.push_back(absl::StrCat(step.game_id, " ", step.opponent, " ", step.before, " ", step.after, " ", step.k));
    }
  }
  return ratings;
}

// Hands in the results of a tournament in an order of their own, in groups of random size, with void attempts before
// some of them and with repetitions; the ledger is closed and opened again now and then.
std::vector<std::string> RatingsAfter(const std::vector<GameResult>& history, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<GameResult> handed_in = history;
  // A game that began later may end earlier, within a window as it is with some games at once.
  for (std::size_t i = 0; i + 1 < handed_in.size(); ++i) {
    std::swap(handed_in[i], handed_in[i + random() % std::min<std::size_t>(40, handed_in.size() - i)]);
  }
  TempDir dir;
  auto database = MustOpen(dir.At(kDatabaseFileName));
  const std::int64_t tournament = Furnish(*database);
  for (std::size_t begin = 0; begin < handed_in.size();) {
    const std::size_t size = std::min<std::size_t>(1 + random() % 9, handed_in.size() - begin);
    std::vector<GameResult> group;
    for (std::size_t i = begin; i < begin + size; ++i) {
      GameResult void_attempt = handed_in[i];
      void_attempt.record.mutable_outcome()->set_result(v1::RESULT_VOID);
      void_attempt.record.mutable_outcome()->set_reason(v1::REASON_HOST_LATE);
      if (random() % 8 == 0) group.push_back(void_attempt);
      group.push_back(handed_in[i]);
      if (random() % 8 == 0) group.push_back(handed_in[random() % (i + 1)]);
    }
    EXPECT_THAT(StoreResults(*database, group), IsOk());
    if (random() % 16 == 0) {
      EXPECT_THAT(CheckRatings(*database), IsOk());
      database.reset();
      database = MustOpen(dir.At(kDatabaseFileName));
    }
    begin += size;
  }
  EXPECT_THAT(SetTournamentState(*database, tournament, v1::Tournament::STATE_FINISHED, Micros(9)), IsOk());
  EXPECT_THAT(CheckRatings(*database), IsOk());
  return RatingsIn(*database);
}

TEST(RatingOrder, TheSameResultsInAnyOrderGiveTheSameRatingsAndPlaces) {
  std::mt19937_64 random(20260303);
  std::vector<GameResult> history;
  for (std::uint32_t number = 1; number <= 150; ++number) history.push_back(DrawnResult(1, number, random()));
  const std::vector<std::string> expected = RatingsAfter(history, 1);
  ASSERT_FALSE(expected.empty());
  for (std::uint64_t seed = 2; seed <= 8; ++seed) EXPECT_EQ(RatingsAfter(history, seed), expected) << "seed " << seed;
}

TEST_F(RatingOrderTest, AGameWaitsForThoseBeforeItAndIsStoredAllTheSame) {
  const Receipt second = MustStore(*database_, ResultOf(tournament_, 2, "ann", "bob", v1::RESULT_DRAW));
  EXPECT_THAT(second.status, IsOk());
  EXPECT_FALSE(second.rating.has_value());
  EXPECT_TRUE(Leaderboard(*database_, kPool)->empty());
  EXPECT_TRUE(PoolScoresOf(*database_, kPool)->bots.empty());
  EXPECT_THAT(CheckRatings(*database_), IsOk());
  MustStore(*database_, ResultOf(tournament_, 1, "ann", "bob", v1::RESULT_VOID, v1::REASON_HOST_LATE));
  EXPECT_TRUE(Leaderboard(*database_, kPool)->empty()) << "a void game is played again and holds its place";

  EXPECT_TRUE(MustStore(*database_, ResultOf(tournament_, 1)).rating.has_value());
  EXPECT_THAT(RatedGamesOf("ann"), ElementsAre("1-1", "1-2"));
  const Receipt again = MustStore(*database_, ResultOf(tournament_, 2, "ann", "bob", v1::RESULT_DRAW));
  EXPECT_TRUE(again.was_stored);
  ASSERT_TRUE(again.rating.has_value());
  EXPECT_EQ(again.rating->red_before, 1516 * rating::kMicrosPerElo);
  EXPECT_THAT(CheckRatings(*database_), IsOk());
}

TEST_F(RatingOrderTest, AGroupsReceiptsSayHowItsGamesWereRatedInTheEnd) {
  const auto receipts =
      StoreResults(*database_, std::vector<GameResult>{ResultOf(1, 3), ResultOf(1, 1), ResultOf(1, 5), ResultOf(1, 2)});
  ASSERT_THAT(receipts, IsOk());
  EXPECT_EQ((*receipts)[1].rating->red_before, rating::kStartRating);
  EXPECT_EQ((*receipts)[3].rating->red_before, 1516 * rating::kMicrosPerElo);
  EXPECT_GT((*receipts)[0].rating->red_before, 1516 * rating::kMicrosPerElo);
  EXPECT_FALSE((*receipts)[2].rating.has_value()) << "game 4 is still to come";
}

TEST_F(RatingOrderTest, WhatWaitsIsRatedWhenTheTournamentEndsOrIsStopped) {
  Store(1, {1, 4, 3, 6});
  EXPECT_THAT(RatedGamesOf("ann"), ElementsAre("1-1"));
  // As after a crash: nothing but the games themselves says that they wait.
  OpenAgain();
  SetState(v1::Tournament::STATE_RUNNING);
  EXPECT_THAT(RatedGamesOf("ann"), ElementsAre("1-1"));
  SetState(v1::Tournament::STATE_STOPPED);
  EXPECT_THAT(RatedGamesOf("ann"), ElementsAre("1-1", "1-3", "1-4", "1-6"));
  SetState(v1::Tournament::STATE_RUNNING);
  Store(1, {5, 2, 8, 7});
  EXPECT_THAT(RatedGamesOf("ann"), ElementsAre("1-1", "1-3", "1-4", "1-6", "1-5", "1-2", "1-7", "1-8"));
  // A match that is decided leaves games without a result.
  Store(1, {12, 10});
  SetState(v1::Tournament::STATE_FINISHED);
  EXPECT_THAT(RatedGamesOf("bob"), ElementsAre("1-1", "1-3", "1-4", "1-6", "1-5", "1-2", "1-7", "1-8", "1-10", "1-12"));
  Store(1, {9});
  EXPECT_EQ(RatedGamesOf("bob").back(), "1-9") << "nothing waits in a tournament that is over";
}

TEST_F(RatingOrderTest, EachTournamentHasAnOrderOfItsOwn) {
  const auto other = CreateTournament(*database_, CompleteSpecOf({"ann", "bob"}), kPool, Micros(3));
  ASSERT_THAT(other, IsOk());
  v1::TournamentSpec spec = CompleteSpecOf({"ann", "bob"});
  spec.set_rated(false);
  const auto unrated = CreateTournament(*database_, spec, kPool, Micros(3));
  ASSERT_THAT(unrated, IsOk());
  Store(1, {1, 3});
  Store(*other, {2, 1});
  Store(*unrated, {1, 2});
  Store(1, {2});
  EXPECT_THAT(RatedGamesOf("ann"), ElementsAre("1-1", "2-1", "2-2", "1-2", "1-3"));
  ASSERT_THAT(SetTournamentState(*database_, *unrated, v1::Tournament::STATE_FINISHED, Micros(9)), IsOk());
  EXPECT_THAT(CheckRatings(*database_), IsOk());
  EXPECT_EQ(RatedGamesOf("ann").size(), 5u);
}

TEST_F(RatingOrderTest, TheCheckTellsAGameThatWaitsFromOneWhoseChangeIsMissing) {
  Store(1, {1, 2, 3, 5, 6});
  ASSERT_THAT(database_->Execute("DROP TRIGGER rating_changes_are_kept"), IsOk());
  // The ledger is closed, so that the file is complete.
  database_.reset();
  for (const char* tampering :
       {"DELETE FROM rating_changes WHERE step = 3", "DELETE FROM rating_changes WHERE step = 2",
        "UPDATE tournaments SET state = 'finished'"}) {
    const std::string copy = dir_.At("tampered.db");
    std::filesystem::copy_file(dir_.At(kDatabaseFileName), copy, std::filesystem::copy_options::overwrite_existing);
    const auto tampered = MustOpen(copy);
    ASSERT_THAT(CheckRatings(*tampered), IsOk());
    ASSERT_THAT(tampered->Execute(tampering), IsOk());
    EXPECT_THAT(CheckRatings(*tampered), IsError(absl::StatusCode::kDataLoss, "rating change of game 1-")) << tampering;
  }
}

// A result of a game that nobody played: bob did not come.
GameResult UnplayedResult(std::int64_t tournament, std::uint32_t number) {
  GameResult game = ResultOf(tournament, number, "ann", "bob", v1::RESULT_RED_WINS, v1::REASON_FORFEIT_NO_SHOW);
  game.record.set_plies(0);
  game.record.clear_entries();
  return game;
}

class UnplayedGamesTest : public RatingOrderTest {
 protected:
  // The id of a new tournament between ann and bob; without a word of forfeits as those are that are older.
  std::int64_t Create(std::optional<bool> rates_forfeits) {
    v1::TournamentSpec spec = CompleteSpecOf({"ann", "bob"});
    if (rates_forfeits.has_value()) spec.set_rate_forfeits(*rates_forfeits);
    const auto id = CreateTournament(*database_, spec, kPool, Micros(3));
    EXPECT_THAT(id, IsOk());
    EXPECT_THAT(CheckTournaments(*database_), IsOk());
    return *id;
  }
};

TEST_F(UnplayedGamesTest, AreNotRatedAndHoldNobodyUp) {
  const std::int64_t id = Create(false);
  const Receipt unplayed = MustStore(*database_, UnplayedResult(id, 1));
  EXPECT_THAT(unplayed.status, IsOk());
  EXPECT_FALSE(unplayed.rating.has_value());
  EXPECT_TRUE(Leaderboard(*database_, kPool)->empty());
  EXPECT_TRUE(PoolScoresOf(*database_, kPool)->bots.empty()) << "nor are they in the likelihood";
  EXPECT_THAT(CheckRatings(*database_), IsOk());

  Store(id, {2, 5});
  MustStore(*database_, UnplayedResult(id, 4));
  EXPECT_THAT(CheckRatings(*database_), IsOk());
  EXPECT_THAT(RatedGamesOf("ann"), ElementsAre("2-2")) << "game 3 is still to come";
  Store(id, {3});
  EXPECT_THAT(RatedGamesOf("ann"), ElementsAre("2-2", "2-3", "2-5"));
  EXPECT_TRUE(MustStore(*database_, UnplayedResult(id, 4)).was_stored);
  MustStore(*database_, UnplayedResult(id, 8));
  ASSERT_THAT(SetTournamentState(*database_, id, v1::Tournament::STATE_FINISHED, Micros(9)), IsOk());
  EXPECT_THAT(CheckRatings(*database_), IsOk());
  EXPECT_EQ(Leaderboard(*database_, kPool)->front().tally.Games(), 3);
}

TEST_F(UnplayedGamesTest, ABotThatDiedAfterPlayBeganHasLostAllTheSame) {
  const std::int64_t id = Create(false);
  EXPECT_TRUE(
      MustStore(*database_, ResultOf(id, 1, "ann", "bob", v1::RESULT_RED_WINS, v1::REASON_DISCONNECTED)).rating);
  // A ply was played before somebody was taken out of the tournament.
  EXPECT_TRUE(
      MustStore(*database_, ResultOf(id, 2, "ann", "bob", v1::RESULT_RED_WINS, v1::REASON_FORFEIT_NO_SHOW)).rating);
  GameResult before_the_first_ply = UnplayedResult(id, 3);
  before_the_first_ply.record.mutable_outcome()->set_reason(v1::REASON_DISCONNECTED);
  EXPECT_TRUE(MustStore(*database_, before_the_first_ply).rating)
      << "the crash of a bot that had come is its own fault";
  EXPECT_THAT(CheckRatings(*database_), IsOk());
}

TEST_F(UnplayedGamesTest, AreRatedWhereTheSpecSaysSoAndInOlderTournaments) {
  for (const std::optional<bool> rates : {std::optional(true), std::optional<bool>()}) {
    const std::int64_t id = Create(rates);
    EXPECT_TRUE(MustStore(*database_, UnplayedResult(id, 1)).rating.has_value());
    EXPECT_THAT(CheckRatings(*database_), IsOk());
  }
  EXPECT_THAT(RatedGamesOf("ann"), ElementsAre("2-1", "3-1"));
}

TEST_F(UnplayedGamesTest, OfAnUnratedTournamentAreOfNoConcern) {
  v1::TournamentSpec spec = CompleteSpecOf({"ann", "bob"});
  spec.set_rated(false);
  spec.set_rate_forfeits(false);
  const auto id = CreateTournament(*database_, spec, kPool, Micros(3));
  ASSERT_THAT(id, IsOk());
  MustStore(*database_, UnplayedResult(*id, 1));
  ASSERT_THAT(SetTournamentState(*database_, *id, v1::Tournament::STATE_FINISHED, Micros(9)), IsOk());
  EXPECT_THAT(CheckRatings(*database_), IsOk());
}

TEST_F(UnplayedGamesTest, TheCheckFindsWhatWasRatedOrLeftOutWrongly) {
  const std::int64_t id = Create(false);
  Store(id, {1});
  MustStore(*database_, UnplayedResult(id, 2));
  Store(id, {3});
  for (const char* trigger : {"unrated_games_are_kept", "rating_changes_are_kept", "tournaments_keep_their_specs"}) {
    ASSERT_THAT(database_->Execute(absl::StrCat("DROP TRIGGER ", trigger).c_str()), IsOk());
  }
  database_.reset();
  struct Case {
    const char* tampering;
    const char* found;
  };
  for (const Case& tampered : {
           Case{"DELETE FROM unrated_games", "game 2-2 was played by nobody"},
           Case{"INSERT INTO unrated_games (sequence) VALUES (1)", "game 2-1 is kept as one that is not rated"},
           Case{"INSERT INTO rating_changes (sequence, pool, red_bot_id, blue_bot_id, red_before, blue_before, k, "
                "change) SELECT 2, pool, red_bot_id, blue_bot_id, 0, 0, 32, 0 FROM rating_changes WHERE sequence = 1",
                "game 2-2 is not rated, but a rating change is stored"},
           Case{"UPDATE tournaments SET rates_forfeits = 1", "rating change of game 2-2"},
       }) {
    const std::string copy = dir_.At("tampered.db");
    std::filesystem::copy_file(dir_.At(kDatabaseFileName), copy, std::filesystem::copy_options::overwrite_existing);
    const auto database = MustOpen(copy);
    ASSERT_THAT(CheckRatings(*database), IsOk());
    ASSERT_THAT(database->Execute(tampered.tampering), IsOk());
    EXPECT_THAT(CheckRatings(*database), IsError(absl::StatusCode::kDataLoss, tampered.found)) << tampered.tampering;
  }
  const auto database = MustOpen(dir_.At("tampered.db"));
  EXPECT_THAT(CheckTournaments(*database), IsError(absl::StatusCode::kDataLoss, "games that nobody played"));
}

// A bot that is suspended forfeits the rest of a long tournament.
TEST_F(UnplayedGamesTest, OfALongRowTakeTheirTurnsInAnyOrder) {
  const std::int64_t id = Create(false);
  std::vector<GameResult> results;
  for (std::uint32_t number = 300; number > 1; --number) results.push_back(UnplayedResult(id, number));
  results.push_back(ResultOf(id, 302));
  ASSERT_THAT(StoreResults(*database_, results), IsOk());
  EXPECT_THAT(CheckRatings(*database_), IsOk());
  Store(id, {1, 301});
  EXPECT_THAT(RatedGamesOf("ann"), ElementsAre("2-1", "2-301", "2-302"));
}

}  // namespace
}  // namespace flagfall::arena::store
