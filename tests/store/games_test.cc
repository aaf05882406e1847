#include "arena/store/games.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> IdsOf(const std::vector<GameSummary>& games) {
  std::vector<std::string> ids;
  for (const GameSummary& game : games) ids.push_back(game.game_id);
  return ids;
}

class GamesTest : public testing::Test {
 protected:
  std::vector<std::string> Listed(const GameFilter& filter) {
    const auto page = ListGames(*database_, filter, std::nullopt, kGamePageMax);
    EXPECT_THAT(page, IsOk());
    return IdsOf(page->games);
  }

  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  std::int64_t tournament_ = Furnish(*database_);
};

TEST_F(GamesTest, FiltersCombine) {
  MustStore(*database_, ResultOf(1, 1, "ann", "bob", v1::RESULT_RED_WINS, v1::REASON_FLAG_CAPTURED));
  MustStore(*database_, ResultOf(1, 2, "bob", "cid", v1::RESULT_DRAW, v1::REASON_DRAW_AGREED));
  MustStore(*database_, ResultOf(1, 3, "cid", "ann", v1::RESULT_BLUE_WINS, v1::REASON_OUT_OF_TIME));
  v1::TournamentSpec duel = CompleteSpecOf({"ann", "bob"});
  duel.mutable_ruleset()->set_id("duel");
  ASSERT_THAT(CreateTournament(*database_, duel, "duel", Micros(1)), IsOk());
  GameResult other = ResultOf(2, 1, "ann", "bob", v1::RESULT_RED_WINS, v1::REASON_RESIGNED);
  other.record.mutable_ruleset()->set_id("duel");
  MustStore(*database_, other);

  struct Row {
    GameFilter filter;
    std::vector<std::string> ids;
  };
  for (const Row& row : std::vector<Row>{
           {{}, {"2-1", "1-3", "1-2", "1-1"}},
           {{.bot = "ann"}, {"2-1", "1-3", "1-1"}},
           {{.bot = "cid"}, {"1-3", "1-2"}},
           {{.bot = "eve"}, {}},
           {{.tournament_id = 1}, {"1-3", "1-2", "1-1"}},
           {{.tournament_id = 3}, {}},
           {{.ruleset_id = "duel"}, {"2-1"}},
           {{.ruleset_id = "classic", .result = v1::RESULT_RED_WINS}, {"1-1"}},
           {{.result = v1::RESULT_RED_WINS}, {"2-1", "1-1"}},
           {{.reason = v1::REASON_DRAW_AGREED}, {"1-2"}},
           {{.bot = "bob",
           .tournament_id = 2,
           .ruleset_id = "duel",
           .result = v1::RESULT_RED_WINS,
           .reason = v1::REASON_RESIGNED},
            {"2-1"}},
           {{.bot = "' OR 1=1 --"}, {}},
       }) {
    EXPECT_EQ(Listed(row.filter), row.ids);
  }
}

TEST_F(GamesTest, PagesStayApartWhateverIsStoredMeanwhile) {
  for (std::uint32_t number = 1; number <= 25; ++number) MustStore(*database_, ResultOf(1, number));
  std::vector<std::string> seen;
  std::optional<std::int64_t> before;
  std::uint32_t stored = 25;
  int pages = 0;
  do {
    const auto page = ListGames(*database_, {.bot = "ann"}, before, 10);
    ASSERT_THAT(page, IsOk());
    for (const GameSummary& game : page->games) seen.push_back(game.game_id);
    before = page->next;
    MustStore(*database_, ResultOf(1, ++stored));
    ++pages;
  } while (before.has_value());
  EXPECT_EQ(pages, 3);
  ASSERT_EQ(seen.size(), 25u);
  EXPECT_EQ(seen.front(), "1-25");
  EXPECT_EQ(seen.back(), "1-1");
  EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), 25u);
}

TEST_F(GamesTest, AFullLastPageHasNoNext) {
  for (std::uint32_t number = 1; number <= 20; ++number) MustStore(*database_, ResultOf(1, number));
  const auto first = ListGames(*database_, {}, std::nullopt, 10);
  ASSERT_THAT(first, IsOk());
  const auto second = ListGames(*database_, {}, first->next, 10);
  ASSERT_THAT(second, IsOk());
  EXPECT_EQ(second->games.size(), 10u);
  EXPECT_FALSE(second->next.has_value());
}

TEST_F(GamesTest, TournamentGamesComeByNumber) {
  for (const std::uint32_t number : {7u, 2u, 10u, 1u}) MustStore(*database_, ResultOf(1, number));
  const auto games = TournamentGames(*database_, 1);
  ASSERT_THAT(games, IsOk());
  EXPECT_THAT(IdsOf(*games), ElementsAre("1-1", "1-2", "1-7", "1-10"));
  EXPECT_THAT(IdsOf(*TournamentGames(*database_, 9)), IsEmpty());
}

TEST_F(GamesTest, MissingGamesAreNotFound) {
  for (const char* id : {"", "1", "1-1", "1-", "-1-1", "x", "1-1 ", "9999999999999999999999-1"}) {
    EXPECT_THAT(FindGame(*database_, id), IsError(absl::StatusCode::kNotFound, "there is no game")) << id;
    EXPECT_THAT(FindRecord(*database_, id), IsError(absl::StatusCode::kNotFound, "as in 7-42")) << id;
  }
}

TEST_F(GamesTest, ARecordThatIsNotTheOneStoredIsDataLoss) {
  MustStore(*database_, ResultOf(1, 1));
  ASSERT_THAT(database_->Execute("DROP TRIGGER game_records_are_final"), IsOk());
  for (const char* damage : {
           "UPDATE game_records SET record = x''",
           "UPDATE game_records SET record = x'28b52ffd'",
           "UPDATE game_records SET record = CAST('plain text' AS BLOB)",
           // A frame that claims 2^62 bytes.
           "UPDATE game_records SET record = x'28b52ffde00000000000000040'",
       }) {
    ASSERT_THAT(database_->Execute(damage), IsOk()) << damage;
    EXPECT_THAT(FindRecord(*database_, "1-1"), IsError(absl::StatusCode::kDataLoss, "game 1-1: the stored record"))
        << damage;
  }
  MustStore(*database_, ResultOf(1, 2));
  ASSERT_THAT(
      database_->Execute("UPDATE game_records SET record = (SELECT record FROM game_records WHERE sequence = 2)"),
      IsOk());
  EXPECT_THAT(FindRecord(*database_, "1-1"), IsError(absl::StatusCode::kDataLoss, "SHA-256"));
  EXPECT_THAT(FindRecord(*database_, "1-2"), IsOk());
}

}  // namespace
}  // namespace flagfall::arena::store
