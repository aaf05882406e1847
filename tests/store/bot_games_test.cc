#include "arena/store/bot_games.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/store/games.h"
#include "arena/store/ledger_size.h"
#include "arena/store/ratings.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class BotGamesTest : public testing::Test {
 protected:
  std::vector<std::string> Ids(const GameFilter& filter) {
    std::vector<std::string> ids;
    const auto page = ListGames(*database_, filter, std::nullopt, 1000);
    EXPECT_THAT(page, IsOk());
    for (const GameSummary& game : page->games) ids.push_back(game.game_id);
    return ids;
  }

  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  std::int64_t tournament_ = Furnish(*database_);
};

TEST_F(BotGamesTest, CountsGamesThatAreAlike) {
  for (std::uint32_t game = 1; game <= 3; ++game) MustStore(*database_, ResultOf(tournament_, game));
  MustStore(*database_, ResultOf(tournament_, 4, "cid", "ann", v1::RESULT_DRAW, v1::REASON_DRAW_AGREED));
  MustStore(*database_, ResultOf(tournament_, 5, "cid", "dot"));
  const auto counts = CountGamesOf(*database_, "ann");
  ASSERT_THAT(counts, IsOk());
  ASSERT_EQ(counts->size(), 2u);
  const AlikeGames& as_red = counts->at(0);
  EXPECT_EQ(as_red.ruleset_id, "classic");
  EXPECT_EQ(as_red.side, v1::SIDE_RED);
  EXPECT_EQ(as_red.opponent, "bob");
  EXPECT_EQ(as_red.result, v1::RESULT_RED_WINS);
  EXPECT_EQ(as_red.games, 3);
  EXPECT_EQ(counts->at(1).side, v1::SIDE_BLUE);
  EXPECT_EQ(counts->at(1).reason, v1::REASON_DRAW_AGREED);
  EXPECT_THAT(CountGamesOf(*database_, "eve").value(), IsEmpty());
}

TEST_F(BotGamesTest, TheNewestGamesAreOfBothSides) {
  for (std::uint32_t game = 1; game <= 6; ++game) {
    MustStore(*database_, game % 2 == 0 ? ResultOf(tournament_, game) : ResultOf(tournament_, game, "bob", "ann"));
  }
  const auto games = NewestGamesOf(*database_, "ann", "classic", 3);
  ASSERT_THAT(games, IsOk());
  ASSERT_EQ(games->size(), 3u);
  EXPECT_EQ(games->at(0).game_id, "1-6");
  EXPECT_EQ(games->at(0).side, v1::SIDE_RED);
  EXPECT_EQ(games->at(1).game_id, "1-5");
  EXPECT_EQ(games->at(1).side, v1::SIDE_BLUE);
  EXPECT_THAT(NewestGamesOf(*database_, "ann", "duel", 3).value(), IsEmpty());
}

TEST_F(BotGamesTest, AreListedByOpponentPliesAndTime) {
  MustStore(*database_, ResultOf(tournament_, 1));
  MustStore(*database_, ResultOf(tournament_, 2, "cid", "ann"));
  MustStore(*database_, ResultOf(tournament_, 3, "bob", "ann"));
  GameResult longer = ResultOf(tournament_, 4, "bob", "cid");
  longer.record.set_plies(90);
  MustStore(*database_, longer);
  EXPECT_THAT(Ids({.bot = "ann"}), ElementsAre("1-3", "1-2", "1-1"));
  EXPECT_THAT(Ids({.bot = "ann", .opponent = "bob"}), ElementsAre("1-3", "1-1"));
  EXPECT_THAT(Ids({.bot = "bob", .opponent = "ann"}), ElementsAre("1-3", "1-1"));
  EXPECT_THAT(Ids({.bot = "ann", .opponent = "dot"}), IsEmpty());
  EXPECT_THAT(Ids({.bot = "ann", .opponent = "ann"}), IsEmpty());
  EXPECT_THAT(Ids({.plies_min = 3}), ElementsAre("1-4"));
  EXPECT_THAT(Ids({.plies_max = 2}), ElementsAre("1-3", "1-2", "1-1"));
  // Game n began n seconds after this.
  const Micros beginning = std::chrono::seconds(1'700'000'000);
  EXPECT_THAT(Ids({.start_time_min = beginning + std::chrono::seconds(2),
                   .start_time_end = beginning + std::chrono::seconds(4)}),
              ElementsAre("1-3", "1-2"));
}

TEST_F(BotGamesTest, GamesStoredSinceAreVisitedInTheirOrder) {
  for (const std::uint32_t game : {5u, 1u, 4u}) MustStore(*database_, ResultOf(tournament_, game));
  const std::int64_t first = FindGame(*database_, "1-5")->sequence;
  std::vector<std::string> visited;
  ASSERT_THAT(VisitTournamentGamesSince(*database_, tournament_, first,
                                        [&](const GameSummary& game) {
                                          visited.push_back(game.game_id);
                                          return absl::OkStatus();
                                        }),
              IsOk());
  EXPECT_THAT(visited, ElementsAre("1-1", "1-4"));
}

TEST_F(BotGamesTest, ATrendIsOfTheNewestGames) {
  for (std::uint32_t game = 1; game <= 5; ++game) MustStore(*database_, ResultOf(tournament_, game));
  const auto trends = RatingTrends(*database_, kPool, 2);
  ASSERT_THAT(trends, IsOk());
  ASSERT_EQ(trends->size(), 2u);
  const auto history = RatingHistory(*database_, kPool, "bob");
  ASSERT_THAT(history, IsOk());
  EXPECT_THAT(trends->at("bob").after, ElementsAre(history->at(3).after, history->at(4).after));
  EXPECT_EQ(trends->at("bob").last_start_time, std::chrono::seconds(1'700'000'005));
  EXPECT_EQ(history->at(4).opponent_before, RatingHistory(*database_, kPool, "ann")->at(4).before);
  EXPECT_EQ(history->at(0).k, 32);
}

TEST_F(BotGamesTest, SizesAndChangesAreSeen) {
  auto reader = Database::OpenForReading(database_->path());
  ASSERT_THAT(reader, IsOk());
  const std::int64_t before = ChangesSeen(**reader).value();
  EXPECT_EQ(ChangesSeen(**reader).value(), before);
  MustStore(*database_, ResultOf(tournament_, 1));
  EXPECT_NE(ChangesSeen(**reader).value(), before);
  const auto size = SizeOf(**reader);
  ASSERT_THAT(size, IsOk());
  EXPECT_EQ(size->bots, 4);
  EXPECT_EQ(size->tournaments, 1);
  EXPECT_EQ(size->games, 1);
  const auto pools = PoolSizes(**reader);
  ASSERT_THAT(pools, IsOk());
  ASSERT_EQ(pools->size(), 1u);
  EXPECT_EQ(pools->front().bots, 2);
  EXPECT_EQ(pools->front().games, 1);
}

TEST_F(BotGamesTest, TournamentsThatRunAreListedFromTheOldest) {
  const auto second = CreateTournament(*database_, CompleteSpecOf({"ann", "bob"}), kPool, Micros(3));
  ASSERT_THAT(second, IsOk());
  auto running = RunningTournaments(*database_, 10);
  ASSERT_THAT(running, IsOk());
  ASSERT_EQ(running->size(), 2u);
  EXPECT_EQ(running->front().id, tournament_);
  EXPECT_EQ(RunningTournaments(*database_, 1)->size(), 1u);
  EXPECT_EQ(*CountRunningBefore(*database_, *second), 1);
  EXPECT_EQ(*CountRunningBefore(*database_, tournament_), 0);
  ASSERT_THAT(SetTournamentState(*database_, tournament_, v1::Tournament::STATE_STOPPED, Micros(4)), IsOk());
  running = RunningTournaments(*database_, 10);
  ASSERT_THAT(running, IsOk());
  ASSERT_EQ(running->size(), 1u);
  EXPECT_EQ(running->front().id, *second);
}

}  // namespace
}  // namespace flagfall::arena::store
