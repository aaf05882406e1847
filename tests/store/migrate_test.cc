#include "arena/store/migrate.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/rating/elo.h"
#include "arena/store/bots.h"
#include "arena/store/check.h"
#include "arena/store/ratings.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/store/raw_sqlite.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

constexpr char kMarks[] = "PRAGMA application_id = 0x466c4661; PRAGMA user_version = ";

// A database as flagfall of that version left it, made without our own code.
void MakeOld(const std::string& path, int version) {
  RawSqlite raw(path);
  for (int i = 0; i < version; ++i) raw.Execute(Migrations()[static_cast<std::size_t>(i)]);
  raw.Execute(absl::StrCat(kMarks, version));
  if (version >= 1) {
    raw.Execute(
        "INSERT INTO bots (name, version, folder, manifest, faults, added_time_us) "
        "VALUES ('old', '0.1', '/old', '{\"name\":\"old\"}', 2, 77)");
  }
  if (version >= 2) {
    raw.Execute(
        "INSERT INTO tournaments (name, spec, ruleset_id, ruleset, pool, state, created_time_us, updated_time_us) "
        "VALUES ('first', '{\"name\":\"first\"}', 'classic', 'classic', 'classic', 'stopped', 5, 6)");
  }
}

std::vector<std::string> SchemaOf(const std::string& path) {
  return RawSqlite(path).Column("SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY type, name");
}

TEST(Migrate, EveryOlderVersionIsBroughtUpWithWhatItHolds) {
  TempDir dir;
  MustOpen(dir.At("fresh.db"));
  for (int version = 0; version <= static_cast<int>(Migrations().size()); ++version) {
    const std::string path = dir.At(absl::StrCat("v", version, ".db"));
    MakeOld(path, version);
    {
      const auto database = MustOpen(path);
      ASSERT_EQ(*VersionOf(*database), static_cast<int>(Migrations().size()));
      if (version >= 1) {
        const auto bot = FindBot(*database, "old");
        ASSERT_THAT(bot, IsOk());
        EXPECT_EQ(bot->faults, 2u);
        EXPECT_EQ(bot->added_time, Micros(77));
        EXPECT_FALSE(bot->is_submitted());
        EXPECT_EQ(bot->owner, "");
        EXPECT_EQ(bot->State(), v1::Bot::STATE_READY);
      }
      if (version >= 2) {
        EXPECT_EQ(FindTournament(*database, 1)->state, v1::Tournament::STATE_STOPPED);
      }
      const std::int64_t tournament = Furnish(*database);
      EXPECT_THAT(MustStore(*database, ResultOf(tournament, 1)).status, IsOk());
      EXPECT_THAT(CheckIntegrity(*database), IsOk());
      EXPECT_THAT(CheckRatings(*database), IsOk());
      EXPECT_THAT(CheckBots(*database), IsOk());
    }
    EXPECT_EQ(SchemaOf(path), SchemaOf(dir.At("fresh.db"))) << version;
  }
}

// Before 012_rating_order.sql games were rated in the order in which they were stored. They keep their ratings, and
// what is stored after that is rated in its turn.
TEST(Migrate, RatingsOfAnOlderLedgerStayAndItsTournamentGoesOn) {
  TempDir dir;
  const std::string path = dir.At(kDatabaseFileName);
  MakeOld(path, 10);
  const rating::MicroElo start = rating::kStartRating, first = 16 * rating::kMicrosPerElo;
  const rating::MicroElo second = rating::RatingChange(start + first, start - first, 32, v1::RESULT_RED_WINS);
  {
    RawSqlite raw(path);
    raw.Execute(
        "INSERT INTO bots (name, version, folder, manifest, added_time_us) VALUES ('other', '1', '/o', "
        "'{\"name\":\"other\"}', 1);"
        "INSERT INTO tournaments (name, spec, ruleset_id, ruleset, pool, state, created_time_us, updated_time_us) "
        "VALUES ('second', '{}', 'classic', 'classic[two_squares=3]', 'classic', 'running', 5, 6);");
    for (const int number : {1, 3}) {
      raw.Execute(absl::StrCat(
          "INSERT INTO games (game_id, tournament_id, number, round, red_bot_id, blue_bot_id, result, reason, detail, "
          "plies, "
          "attempt, start_time_us, duration_us, record_sha256) VALUES ('2-",
          number, "', 2, ", number, ", 1, 1, 2, 'red_wins', 'flag_captured', '', 2, 1, 5, 5, randomblob(32))"));
    }
    raw.Execute(absl::StrCat("INSERT INTO rating_changes VALUES (1, 'classic', 1, 2, ", start, ", ", start, ", 32, ",
                             first, "), (2, 'classic', 1, 2, ", start + first, ", ", start - first, ", 32, ", second,
                             ")"));
    raw.Execute(absl::StrCat("INSERT INTO ratings VALUES ('classic', 1, ", start + first + second,
                             ", 2, 0, 0), ('classic', 2, ", start - first - second, ", 0, 0, 2)"));
  }
  const auto database = MustOpen(path);
  EXPECT_THAT(CheckRatings(*database), IsOk());
  EXPECT_THAT(CheckIntegrity(*database), IsOk());
  EXPECT_EQ(Leaderboard(*database, "classic")->front().rating, start + first + second);
  EXPECT_FALSE(MustStore(*database, ResultOf(2, 5, "old", "other")).rating.has_value()) << "it waits for game 4";
  EXPECT_TRUE(MustStore(*database, ResultOf(2, 2, "old", "other")).rating.has_value());
  EXPECT_TRUE(MustStore(*database, ResultOf(2, 4, "old", "other")).rating.has_value());
  std::vector<std::string> rated;
  const auto steps = RatingHistory(*database, "classic", "old");
  ASSERT_THAT(steps, IsOk());
  for (const RatingStep& step : *steps) rated.push_back(step.game_id);
  EXPECT_EQ(rated, (std::vector<std::string>{"2-1", "2-3", "2-2", "2-4", "2-5"}));
  EXPECT_THAT(CheckRatings(*database), IsOk());
}

// Before 014_unplayed_games.sql a game that nobody played was rated. It stays rated, and its tournament goes on so.
TEST(Migrate, AnOlderTournamentGoesOnRatingGamesThatNobodyPlayed) {
  TempDir dir;
  const std::string path = dir.At(kDatabaseFileName);
  MakeOld(path, 13);
  const rating::MicroElo start = rating::kStartRating, first = 16 * rating::kMicrosPerElo;
  {
    RawSqlite raw(path);
    raw.Execute(
        "INSERT INTO bots (name, version, folder, manifest, added_time_us) VALUES ('other', '1', '/o', "
        "'{\"name\":\"other\"}', 1);"
        "INSERT INTO tournaments (name, spec, ruleset_id, ruleset, pool, state, created_time_us, updated_time_us) "
        "VALUES ('second', '{}', 'classic', 'classic[two_squares=3]', 'classic', 'running', 5, 6);"
        "INSERT INTO games (game_id, tournament_id, number, round, red_bot_id, blue_bot_id, result, reason, detail, "
        "plies, attempt, start_time_us, duration_us, record_sha256) VALUES ('2-1', 2, 1, 1, 1, 2, 'red_wins', "
        "'forfeit_no_show', '', 0, 1, 5, 5, randomblob(32))");
    raw.Execute(absl::StrCat(
        "INSERT INTO rating_changes (sequence, pool, red_bot_id, blue_bot_id, red_before, blue_before, k, change) "
        "VALUES (1, 'classic', 1, 2, ",
        start, ", ", start, ", 32, ", first, ")"));
    raw.Execute(absl::StrCat("INSERT INTO ratings VALUES ('classic', 1, ", start + first, ", 1, 0, 0), ('classic', 2, ",
                             start - first, ", 0, 0, 1)"));
  }
  const auto database = MustOpen(path);
  EXPECT_THAT(CheckRatings(*database), IsOk());
  GameResult unplayed = ResultOf(2, 2, "old", "other", v1::RESULT_RED_WINS, v1::REASON_FORFEIT_NO_SHOW);
  unplayed.record.set_plies(0);
  EXPECT_TRUE(MustStore(*database, unplayed).rating.has_value());
  EXPECT_THAT(CheckRatings(*database), IsOk());
  EXPECT_EQ(Leaderboard(*database, "classic")->front().tally.wins, 2);
}

TEST(Migrate, AStepThatFailsLeavesTheOneBeforeWhole) {
  TempDir dir;
  const auto database = MustOpen(dir.At(kDatabaseFileName));
  Furnish(*database);
  const int version = *VersionOf(*database);
  std::vector<const char*> migrations = Migrations();
  migrations.push_back("CREATE TABLE extra (a INTEGER NOT NULL) STRICT; INSERT INTO extra (a) VALUES (1)");
  migrations.push_back("DELETE FROM extra; DROP TABLE games_that_never_were");
  EXPECT_FALSE(Migrate(*database, migrations).ok());
  EXPECT_EQ(*VersionOf(*database), version + 1);
  Statement extra = database->Prepare("SELECT count(*) FROM extra");
  ASSERT_THAT(extra.Next(), IsOk());
  EXPECT_EQ(extra.Int(0), 1) << "the part of the failed step that worked is undone";
}

TEST(Migrate, ANewerVersionIsRefusedByWritersAndReadersAndLeftAsItIs) {
  TempDir dir;
  const std::string path = dir.At(kDatabaseFileName);
  MustOpen(path);
  RawSqlite(path).Execute(absl::StrCat(kMarks, 999));
  for (const auto& opened : {Database::OpenForWriting(path).status(), Database::OpenForReading(path).status()}) {
    EXPECT_THAT(opened, IsError(absl::StatusCode::kFailedPrecondition, "version 999, made by a newer flagfall"));
    EXPECT_THAT(opened, IsError(absl::StatusCode::kFailedPrecondition, path));
  }
  EXPECT_EQ(RawSqlite(path).Column("PRAGMA user_version"), std::vector<std::string>{"999"});
}

TEST(Migrate, AnOlderVersionIsNotChangedByReaders) {
  TempDir dir;
  const std::string path = dir.At(kDatabaseFileName);
  MakeOld(path, 2);
  EXPECT_THAT(Database::OpenForReading(path),
              IsError(absl::StatusCode::kFailedPrecondition, "version 2 and must be brought to version"));
  EXPECT_EQ(RawSqlite(path).Column("PRAGMA user_version"), std::vector<std::string>{"2"});
}

TEST(Migrate, AnotherProgramsDatabaseIsLeftAlone) {
  struct Row {
    const char* what;
    const char* sql;
  };
  TempDir dir;
  int n = 0;
  for (const Row& row : {Row{"tables without a mark", "CREATE TABLE moz_places (url TEXT)"},
                         Row{"another mark", "PRAGMA application_id = 0x42424242"},
                         Row{"a version without our mark", "PRAGMA user_version = 3"}}) {
    const std::string path = dir.At(absl::StrCat(n++, ".db"));
    RawSqlite(path).Execute(row.sql);
    const std::vector<std::string> schema = SchemaOf(path);
    EXPECT_THAT(Database::OpenForWriting(path), IsError(absl::StatusCode::kFailedPrecondition, "not one of flagfall's"))
        << row.what;
    EXPECT_THAT(Database::OpenForReading(path), IsError(absl::StatusCode::kFailedPrecondition, "not one of flagfall's"))
        << row.what;
    EXPECT_EQ(SchemaOf(path), schema);
    EXPECT_EQ(RawSqlite(path).Column("PRAGMA journal_mode"), std::vector<std::string>{"delete"});
  }
}

}  // namespace
}  // namespace flagfall::arena::store
