#include "arena/store/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/store/check.h"
#include "arena/store/games.h"
#include "arena/store/ratings.h"
#include "arena/store/record_codec.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

class ResultsTest : public testing::Test {
 protected:
  // The number of rows in the ledger, which changes with anything that is stored or rated.
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
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  std::int64_t tournament_ = Furnish(*database_);
};

TEST_F(ResultsTest, AResultIsStoredWithItsRecordAndBothRatings) {
  const GameResult result = ResultOf(tournament_, 1);
  const Receipt receipt = MustStore(*database_, result);
  EXPECT_THAT(receipt.status, IsOk());
  EXPECT_FALSE(receipt.was_stored);
  EXPECT_EQ(receipt.attempt, 1u);
  ASSERT_TRUE(receipt.rating.has_value());
  EXPECT_EQ(receipt.rating->change, 16 * rating::kMicrosPerElo);

  const auto game = FindGame(*database_, GameIdOf(tournament_, 1));
  ASSERT_THAT(game, IsOk());
  EXPECT_EQ(game->red, "ann");
  EXPECT_EQ(game->blue, "bob");
  EXPECT_EQ(game->plies, 2u);
  EXPECT_EQ(game->duration, Micros(100'000));
  EXPECT_EQ(game->start_time, Micros(1'700'000'001'000'000));
  EXPECT_EQ(game->rating, receipt.rating);
  const auto record = FindRecord(*database_, game->game_id);
  ASSERT_THAT(record, IsOk());
  EXPECT_EQ(record->SerializeAsString(), result.record.SerializeAsString());

  const auto board = Leaderboard(*database_, kPool);
  ASSERT_THAT(board, IsOk());
  ASSERT_EQ(board->size(), 2u);
  EXPECT_EQ((*board)[0].bot, "ann");
  EXPECT_EQ((*board)[0].rating, 1516 * rating::kMicrosPerElo);
  EXPECT_EQ((*board)[0].tally, (rating::Tally{.wins = 1}));
  EXPECT_EQ((*board)[1].rating, 1484 * rating::kMicrosPerElo);
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

TEST_F(ResultsTest, AnotherResultForTheSameGameIsRefusedAndTheFirstStands) {
  MustStore(*database_, ResultOf(tournament_, 1));
  const std::vector<std::int64_t> contents = Contents();
  GameResult later = ResultOf(tournament_, 1);
  later.record.mutable_start_time()->set_seconds(1);
  for (const GameResult& other : {
           ResultOf(tournament_, 1, "ann", "bob", v1::RESULT_BLUE_WINS),
           ResultOf(tournament_, 1, "bob", "ann"),
           ResultOf(tournament_, 1, "ann", "bob", v1::RESULT_RED_WINS, v1::REASON_RESIGNED),
           ResultOf(tournament_, 1, "ann", "bob", v1::RESULT_VOID, v1::REASON_HOST_LATE),
           later,
       }) {
    const Receipt receipt = MustStore(*database_, other);
    EXPECT_THAT(receipt.status, IsError(absl::StatusCode::kAlreadyExists, "1-1 is decided already"));
    EXPECT_FALSE(receipt.was_stored);
    EXPECT_FALSE(receipt.rating.has_value());
    EXPECT_EQ(Contents(), contents);
  }
}

TEST_F(ResultsTest, RefusedRowsChangeNothing) {
  struct Row {
    const char* what;
    std::function<void(GameResult&)> spoil;
    absl::StatusCode code;
    const char* error;
  };
  constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
  constexpr auto kNotFound = absl::StatusCode::kNotFound;
  const std::vector<std::int64_t> contents = Contents();
  for (const Row& row : std::vector<Row>{
           {"no such tournament",
            [](GameResult& game) {
              game.tournament_id = 99;
              game.record.set_game_id("99-1");
            },
            kNotFound, "there is no tournament 99"},
           {"red unknown", [](GameResult& game) { game.record.mutable_red()->set_name("eve"); }, kNotFound, "'eve'"},
           {"blue unknown", [](GameResult& game) { game.record.mutable_blue()->set_name("eve"); }, kNotFound, "'eve'"},
           {"a nameless bot", [](GameResult& game) { game.record.mutable_red()->clear_name(); }, kNotFound, "''"},
           {"itself", [](GameResult& game) { game.record.mutable_blue()->set_name("ann"); }, kInvalid,
            "both players have one name"},
           {"another id", [](GameResult& game) { game.record.set_game_id("1-2"); }, kInvalid, "must be 1-1"},
           {"number 0", [](GameResult& game) { game.number = 0; }, kInvalid, "numbered from 1"},
           {"tournament -1", [](GameResult& game) { game.tournament_id = -1; }, kInvalid, "numbered from 1"},
           {"round 0", [](GameResult& game) { game.round = 0; }, kInvalid, "rounds"},
           {"no result", [](GameResult& game) { game.record.mutable_outcome()->clear_result(); }, kInvalid,
            "no result"},
           {"no reason", [](GameResult& game) { game.record.mutable_outcome()->clear_reason(); }, kInvalid,
            "no reason"},
           {"an unknown reason",
            [](GameResult& game) { game.record.mutable_outcome()->set_reason(static_cast<v1::Reason>(99)); }, kInvalid,
            "no reason"},
           {"another ruleset", [](GameResult& game) { game.record.mutable_ruleset()->set_id("duel"); }, kInvalid,
            "plays classic[two_squares=3]"},
           {"another option",
            [](GameResult& game) { game.record.mutable_ruleset()->mutable_options(0)->set_value("2"); }, kInvalid,
            "it played classic[two_squares=2]"},
           {"time backwards", [](GameResult& game) { game.record.mutable_entries(99)->set_at_micros(-1); }, kInvalid,
            "before it begins"},
           {"a record that is too large",
            [](GameResult& game) { game.record.set_seed(std::string(kRecordBytesMax, 'x')); }, kInvalid, "at most"},
       }) {
    GameResult game = ResultOf(tournament_, 1);
    row.spoil(game);
    EXPECT_THAT(MustStore(*database_, game).status, IsError(row.code, row.error)) << row.what;
    EXPECT_EQ(Contents(), contents) << row.what;
  }
}

TEST_F(ResultsTest, OneBadResultDoesNotStopTheOthersOfItsGroup) {
  std::vector<GameResult> results = {ResultOf(tournament_, 1), ResultOf(99, 1), ResultOf(tournament_, 2, "cid", "dot"),
                                     ResultOf(tournament_, 1), ResultOf(tournament_, 2, "dot", "cid")};
  results[1].record.set_game_id("99-1");
  const auto receipts = StoreResults(*database_, results);
  ASSERT_THAT(receipts, IsOk());
  ASSERT_EQ(receipts->size(), 5u);
  EXPECT_THAT((*receipts)[0].status, IsOk());
  EXPECT_THAT((*receipts)[1].status, IsError(absl::StatusCode::kNotFound, "tournament 99"));
  EXPECT_THAT((*receipts)[2].status, IsOk());
  EXPECT_TRUE((*receipts)[3].was_stored) << "twice within one group is twice all the same";
  EXPECT_THAT((*receipts)[4].status, IsError(absl::StatusCode::kAlreadyExists, "1-2"));
  EXPECT_EQ(Contents()[0], 2);
  EXPECT_THAT(CheckRatings(*database_), IsOk());
}

TEST_F(ResultsTest, AnEmptyGroupIsNothing) {
  const auto receipts = StoreResults(*database_, {});
  ASSERT_THAT(receipts, IsOk());
  EXPECT_TRUE(receipts->empty());
}

TEST_F(ResultsTest, VoidGamesAreKeptRateNothingAndArePlayedAgain_R10_1) {
  const GameResult first = ResultOf(tournament_, 1, "ann", "bob", v1::RESULT_VOID, v1::REASON_HOST_LATE);
  const GameResult second = ResultOf(tournament_, 1, "ann", "bob", v1::RESULT_VOID, v1::REASON_ABORTED_BY_HOST);
  EXPECT_EQ(MustStore(*database_, first).attempt, 1u);
  EXPECT_EQ(MustStore(*database_, second).attempt, 2u);
  const Receipt again = MustStore(*database_, first);
  EXPECT_TRUE(again.was_stored);
  EXPECT_EQ(again.attempt, 1u);
  EXPECT_EQ(Contents(), (std::vector<std::int64_t>{0, 0, 2, 0, 0, 0}));
  EXPECT_TRUE(TournamentGames(*database_, tournament_)->empty()) << "the game is still to be played";

  const Receipt decided = MustStore(*database_, ResultOf(tournament_, 1));
  EXPECT_THAT(decided.status, IsOk());
  EXPECT_EQ(decided.attempt, 3u);
  EXPECT_TRUE(decided.rating.has_value());
  EXPECT_TRUE(MustStore(*database_, second).was_stored) << "a late copy of a void attempt is known still";

  const auto voids = VoidGames(*database_, tournament_);
  ASSERT_THAT(voids, IsOk());
  ASSERT_EQ(voids->size(), 2u);
  EXPECT_EQ((*voids)[0].reason, v1::REASON_HOST_LATE);
  const auto record = FindVoidRecord(*database_, tournament_, 1, 2);
  ASSERT_THAT(record, IsOk());
  EXPECT_EQ(record->SerializeAsString(), second.record.SerializeAsString());
  EXPECT_THAT(FindVoidRecord(*database_, tournament_, 1, 3),
              IsError(absl::StatusCode::kNotFound, "1-1, void attempt 3"));
}

TEST_F(ResultsTest, UnratedTournamentsLeaveRatingsAlone) {
  v1::TournamentSpec spec = CompleteSpecOf({"ann", "bob"});
  spec.set_rated(false);
  const auto unrated = CreateTournament(*database_, spec, kPool, Micros(3));
  ASSERT_THAT(unrated, IsOk());
  const Receipt receipt = MustStore(*database_, ResultOf(*unrated, 1));
  EXPECT_THAT(receipt.status, IsOk());
  EXPECT_FALSE(receipt.rating.has_value());
  EXPECT_EQ(Contents()[0], 1);
  EXPECT_TRUE(Leaderboard(*database_, kPool)->empty());
  EXPECT_THAT(CheckRatings(*database_), IsOk());
}

// Adds the rows of a table once more, with these changes.
std::string AddedAgain(absl::string_view table, absl::string_view changes) {
  return absl::StrCat("DROP TABLE IF EXISTS temp.copy; CREATE TEMP TABLE copy AS SELECT * FROM ", table,
                      "; UPDATE temp.copy SET ", changes, "; INSERT INTO ", table, " SELECT * FROM temp.copy");
}

// The tables refuse what the code refuses, each for its own reason.
TEST_F(ResultsTest, TheTablesThemselvesRefuse) {
  MustStore(*database_, ResultOf(tournament_, 1));
  MustStore(*database_, ResultOf(tournament_, 2, "ann", "bob", v1::RESULT_VOID, v1::REASON_HOST_LATE));
  const std::vector<std::int64_t> contents = Contents();
  const std::string bot = "INSERT INTO bots (name, version, folder, manifest, added_time_us) VALUES ";
  const std::vector<std::pair<std::string, std::string>> refused = {
      {AddedAgain("games", "sequence = 77"), "UNIQUE constraint failed: games."},
      {AddedAgain("games", "sequence = 77, game_id = '1-9'"), "CHECK constraint failed: game_id"},
      {AddedAgain("games", "sequence = 77, game_id = '1-9', number = 9, blue_bot_id = red_bot_id"),
       "CHECK constraint failed: blue_bot_id <> red_bot_id"},
      {AddedAgain("games", "sequence = 77, game_id = '1-9', number = 9, result = 'void'"),
       "CHECK constraint failed: result IN"},
      {AddedAgain("games", "sequence = 77, game_id = '9-1', tournament_id = 9"), "FOREIGN KEY constraint failed"},
      {AddedAgain("void_games", "attempt = attempt + 1"), "UNIQUE constraint failed: void_games."},
      {AddedAgain("rating_changes", "step = step"), "UNIQUE constraint failed: rating_changes."},
      {AddedAgain("rating_changes", "step = 77"), "UNIQUE constraint failed: rating_changes.sequence"},
      {AddedAgain("rating_changes", "step = 77, sequence = 77"), "FOREIGN KEY constraint failed"},
      {"UPDATE games SET result = 'draw'", "a stored game never changes"},
      {"UPDATE game_records SET record = x'00'", "a stored record never changes"},
      {"UPDATE rating_changes SET change = 0", "a rating change never changes"},
      {"DELETE FROM rating_changes", "a rating change is never deleted"},
      {"DELETE FROM game_records", "a stored record is never deleted"},
      {"DELETE FROM games", "a stored game is never deleted"},
      {"DELETE FROM bots", "FOREIGN KEY constraint failed"},
      {"DELETE FROM tournaments", "a tournament is never deleted"},
      {bot + "('ann', '', '', '{}', 1)", "UNIQUE constraint failed: bots."},
      {bot + "(NULL, '', '', '{}', 1)", "NOT NULL constraint failed: bots.name"},
      {bot + "('eve', '', '', '{}', 'noon')", "cannot store TEXT value in INTEGER column bots.added_time_us"},
  };
  for (const auto& [sql, why] : refused) {
    const absl::Status status = database_->Execute(sql.c_str());
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr(why)) << sql;
    EXPECT_EQ(Contents(), contents) << sql;
  }
}

// Random histories, handed in as groups of random size with repetitions: each game is stored once, and the sum of the
// pool's ratings is exact.
TEST_F(ResultsTest, RandomHistoriesAreStoredExactlyOnce) {
  std::mt19937_64 random(20260202);
  std::vector<GameResult> history;
  for (std::uint32_t number = 1; number <= 600; ++number) {
    history.push_back(DrawnResult(tournament_, number, random()));
  }
  std::vector<GameResult> handed_in = history;
  for (int i = 0; i < 300; ++i) handed_in.push_back(history[random() % history.size()]);
  std::shuffle(handed_in.begin(), handed_in.end(), random);
  int repeated = 0;
  for (std::size_t begin = 0; begin < handed_in.size();) {
    const std::size_t size = std::min<std::size_t>(1 + random() % 40, handed_in.size() - begin);
    const auto receipts = StoreResults(*database_, absl::MakeSpan(handed_in).subspan(begin, size));
    ASSERT_THAT(receipts, IsOk());
    for (const Receipt& receipt : *receipts) {
      ASSERT_THAT(receipt.status, IsOk());
      repeated += receipt.was_stored;
    }
    begin += size;
  }
  EXPECT_EQ(repeated, 300);
  EXPECT_EQ(TournamentGames(*database_, tournament_)->size(), 600u);
  EXPECT_THAT(CheckRatings(*database_), IsOk());
  EXPECT_THAT(CheckIntegrity(*database_), IsOk());
  rating::MicroElo sum = 0;
  const auto board = Leaderboard(*database_, kPool);
  ASSERT_THAT(board, IsOk());
  for (const Standing& standing : *board) sum += standing.rating;
  EXPECT_EQ(sum, 4 * rating::kStartRating);
}

}  // namespace
}  // namespace flagfall::arena::store
