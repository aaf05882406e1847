#include "arena/store/imported_games.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "arena/store/check.h"
#include "arena/store/ratings.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Of an imported game, as far as the ledger looks at it.
NewImportedGame GameFromElsewhere(std::uint32_t number, const std::string& red, const std::string& blue,
                                  v1::Result result = v1::RESULT_RED_WINS) {
  NewImportedGame game{.number = number, .file = "games.txt"};
  game.record.set_imported_format("text");
  game.record.mutable_ruleset()->set_id("classic");
  game.record.mutable_red()->set_name(red);
  game.record.mutable_blue()->set_name(blue);
  game.record.set_plies(number);
  game.record.mutable_outcome()->set_result(result);
  game.record.mutable_outcome()->set_reason(v1::REASON_RESIGNED);
  return game;
}

class ImportedGamesTest : public testing::Test {
 protected:
  std::int64_t MustImport(const std::vector<NewImportedGame>& games, std::uint32_t stored) {
    std::int64_t import_id = 0;
    const auto count = StoreImported(*database_, games, Micros(7), import_id);
    EXPECT_THAT(count, IsOk());
    EXPECT_EQ(*count, stored);
    return import_id;
  }

  std::vector<std::string> Listed(GameFilter filter, int count = kGamePageMax) {
    filter.is_imported = true;
    std::vector<std::string> ids;
    std::optional<std::int64_t> before;
    do {
      const auto page = ListGames(*database_, filter, before, count);
      EXPECT_THAT(page, IsOk());
      for (const GameSummary& game : page->games) ids.push_back(game.game_id);
      before = page->next;
    } while (before.has_value());
    return ids;
  }

  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  std::int64_t tournament_ = Furnish(*database_);
};

TEST_F(ImportedGamesTest, TheNewestImportComesFirstAndItsGamesAsInTheFiles) {
  EXPECT_EQ(MustImport({GameFromElsewhere(1, "a", "b"), GameFromElsewhere(2, "c", "d")}, 2), 1);
  EXPECT_EQ(
      MustImport({GameFromElsewhere(4, "e", "f"), GameFromElsewhere(9, "g", "h"), GameFromElsewhere(10, "i", "j")}, 3),
      2);
  const std::vector<std::string> all = {"import-2-4", "import-2-9", "import-2-10", "import-1-1", "import-1-2"};
  EXPECT_EQ(Listed({}), all);
  for (const int count : {1, 2, 3}) EXPECT_EQ(Listed({}, count), all);
}

TEST_F(ImportedGamesTest, TheSameGameIsStoredOnce) {
  const std::vector<NewImportedGame> games = {GameFromElsewhere(1, "a", "b"), GameFromElsewhere(2, "a", "c")};
  EXPECT_EQ(MustImport(games, 2), 1);
  EXPECT_EQ(MustImport(games, 0), 0) << "no import without games";
  NewImportedGame again = games[0];
  again.number = 5;
  EXPECT_EQ(MustImport({again, GameFromElsewhere(6, "x", "y"), GameFromElsewhere(6, "x", "y")}, 1), 2);
  EXPECT_THAT(Listed({}), ElementsAre("import-2-6", "import-1-1", "import-1-2"));
}

TEST_F(ImportedGamesTest, AnImportGoesOnOverSeveralCalls) {
  std::int64_t import_id = 0;
  EXPECT_THAT(StoreImported(*database_, {GameFromElsewhere(1, "a", "b")}, Micros(1), import_id), IsOk());
  EXPECT_THAT(StoreImported(*database_, {GameFromElsewhere(2, "a", "c")}, Micros(2), import_id), IsOk());
  EXPECT_THAT(Listed({}), ElementsAre("import-1-1", "import-1-2"));
}

TEST_F(ImportedGamesTest, FiltersCombine) {
  NewImportedGame dated = GameFromElsewhere(4, "ann", "two words", v1::RESULT_DRAW);
  dated.record.mutable_start_time()->set_seconds(1000);
  MustImport({GameFromElsewhere(1, "ann", "bob"), GameFromElsewhere(2, "bob", "ann", v1::RESULT_BLUE_WINS),
              GameFromElsewhere(3, "cid", "bob"), dated},
             4);
  EXPECT_THAT(Listed({.bot = "ann"}), ElementsAre("import-1-1", "import-1-2", "import-1-4"));
  EXPECT_THAT(Listed({.bot = "ann", .opponent = "bob"}), ElementsAre("import-1-1", "import-1-2"));
  EXPECT_THAT(Listed({.bot = "two words"}), ElementsAre("import-1-4"));
  EXPECT_THAT(Listed({.result = v1::RESULT_BLUE_WINS}), ElementsAre("import-1-2"));
  EXPECT_THAT(Listed({.plies_min = 2, .plies_max = 3}), ElementsAre("import-1-2", "import-1-3"));
  EXPECT_THAT(Listed({.start_time_min = Micros(1)}), ElementsAre("import-1-4"));
  EXPECT_THAT(Listed({.start_time_end = Micros(2'000'000'000)}), ElementsAre("import-1-4"));
  EXPECT_THAT(Listed({.ruleset_id = "duel"}), IsEmpty());
  EXPECT_THAT(Listed({.tournament_id = tournament_}), IsEmpty());
}

TEST_F(ImportedGamesTest, NothingThatCountsKnowsThem) {
  MustStore(*database_, ResultOf(1, 1));
  const auto before = Leaderboard(*database_, kPool);
  MustImport({GameFromElsewhere(1, "ann", "bob"), GameFromElsewhere(2, "ann", "bob", v1::RESULT_BLUE_WINS)}, 2);
  const auto after = Leaderboard(*database_, kPool);
  ASSERT_EQ(after->size(), before->size());
  for (std::size_t i = 0; i < after->size(); ++i) {
    EXPECT_EQ((*after)[i].rating, (*before)[i].rating);
    EXPECT_EQ((*after)[i].tally, (*before)[i].tally);
  }
  EXPECT_EQ(PoolScoresOf(*database_, kPool)->scores.size(), 1U);
  EXPECT_EQ(ListGames(*database_, {}, std::nullopt, 10)->games.size(), 1U);
  EXPECT_EQ(ListGames(*database_, {.bot = "ann"}, std::nullopt, 10)->games.size(), 1U);
  EXPECT_EQ(*CountTournamentGames(*database_, tournament_), 1U);
  EXPECT_THAT(CheckGames(*database_), IsOk());
  EXPECT_THAT(CheckRatings(*database_), IsOk());
  EXPECT_THAT(CheckIntegrity(*database_), IsOk());
}

TEST_F(ImportedGamesTest, AGameIsFoundByItsId) {
  const NewImportedGame game = GameFromElsewhere(3, "a", "b");
  MustImport({game}, 1);
  const auto found = FindGame(*database_, "import-1-3");
  ASSERT_THAT(found, IsOk());
  EXPECT_TRUE(found->is_imported);
  EXPECT_EQ(found->tournament_id, 0);
  EXPECT_EQ(found->outcome.reason(), v1::REASON_RESIGNED);
  EXPECT_EQ(FindRecord(*database_, "import-1-3")->SerializeAsString(), game.record.SerializeAsString());
  EXPECT_THAT(FindGame(*database_, "import-1-1"), IsError(absl::StatusCode::kNotFound, "game list --imported"));
  EXPECT_THAT(FindRecord(*database_, "import-01-3"), IsError(absl::StatusCode::kNotFound, "there is no game"));
  for (const char* id : {"import-1", "import--1-3", "1-3", "import-0-1", "import-01-3", ""}) {
    EXPECT_FALSE(IsImportedGameId(id)) << id;
  }
}

TEST_F(ImportedGamesTest, StoredGamesNeverChange) {
  MustImport({GameFromElsewhere(1, "a", "b")}, 1);
  for (const char* sql : {"UPDATE imported_games SET red = 'x'", "DELETE FROM imported_games",
                          "UPDATE imported_records SET record = x'00'", "DELETE FROM imported_records"}) {
    EXPECT_FALSE(database_->Execute(sql).ok()) << sql;
  }
}

}  // namespace
}  // namespace flagfall::arena::store
