// Whatever makes a writer refuse a ledger is told by `flagfall db check`, which reads only: the table, the row, what is
// wrong there, and how to come back.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/store/check.h"
#include "arena/store/database.h"
#include "arena/store/tournaments.h"
#include "arena/store/users.h"
#include "tests/store/ledger.h"
#include "tests/store/raw_sqlite.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

class CheckFileTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto database = MustOpen(path_);
    const std::int64_t tournament = Furnish(*database);
    for (std::uint32_t number = 1; number <= 3; ++number) MustStore(*database, ResultOf(tournament, number));
    ASSERT_THAT(AddUser(*database, "ann", v1::User::ROLE_OWNER, Micros(5)), IsOk());
    ASSERT_THAT(AddUser(*database, "zoe", v1::User::ROLE_HOST, Micros(6)), IsOk());
  }

  // As `flagfall db check` does.
  absl::Status Check() {
    const auto reader = Database::OpenForReading(path_);
    return reader.ok() ? CheckIntegrity(**reader) : reader.status();
  }

  void ExpectRefused(const std::string& what) {
    EXPECT_THAT(Database::OpenForWriting(path_), IsError(absl::StatusCode::kDataLoss, what));
    EXPECT_THAT(Database::OpenForWriting(path_), IsError(absl::StatusCode::kDataLoss, path_));
  }

  TempDir dir_;
  std::string path_ = dir_.At(kDatabaseFileName);
};

TEST_F(CheckFileTest, OneFlippedBitInARole) {
  ASSERT_THAT(Check(), IsOk());
  std::string bytes;
  {
    std::ifstream file(path_, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
  }
  const std::size_t at = bytes.find("zoehost");
  ASSERT_NE(at, std::string::npos);
  bytes[at + 3] ^= 1;
  std::ofstream(path_, std::ios::binary) << bytes;
  const std::string what = "row user_id 2 of users: CHECK constraint failed: role IN ('owner', 'host')";
  ExpectRefused(what);
  EXPECT_THAT(Check(), IsError(absl::StatusCode::kDataLoss, what));
  EXPECT_THAT(Check(),
              IsError(absl::StatusCode::kDataLoss, "db restore BACKUP`, or set the value right with `sqlite3"));
  // The way back that the message names.
  RawSqlite(path_).Execute("UPDATE users SET role = 'host' WHERE user_id = 2");
  EXPECT_THAT(Check(), IsOk());
  EXPECT_THAT(Database::OpenForWriting(path_), IsOk());
}

TEST_F(CheckFileTest, EveryKindOfRowThatATableRefuses) {
  struct Row {
    // Is written without the table's constraints.
    const char* sql;
    const char* table;
    const char* found;
    bool refuses_writers = true;
  };
  for (const Row& row : {
           Row{"UPDATE users SET name = '-' WHERE user_id = 1", "users", "row user_id 1 of users: CHECK constraint"},
           Row{"UPDATE users SET role = NULL WHERE user_id = 1", "users",
               "row user_id 1 of users: NOT NULL constraint"},
           Row{"UPDATE users SET added_time_us = 'then' WHERE user_id = 2", "users",
               "row user_id 2 of users: cannot store TEXT value in INTEGER column users.added_time_us"},
           Row{"UPDATE games SET game_id = '7-7' WHERE sequence = 2", "games", "row sequence 2 of games: CHECK"},
           Row{"UPDATE ratings SET wins = -1 WHERE bot_id = 2", "ratings",
               "row pool classic, bot_id 2 of ratings: CHECK constraint failed: wins >= 0"},
           Row{"UPDATE tournaments SET state = 'paused'", "tournaments", "row tournament_id 1 of tournaments: CHECK"},
           Row{"UPDATE rating_changes SET change = 99000000 WHERE sequence = 1", "rating_changes",
               "row step 1 of rating_changes: CHECK"},
           Row{"UPDATE game_records SET record = NULL WHERE sequence = 1", "game_records",
               "NULL value in game_records.record"},
           Row{"UPDATE games SET red_bot_id = 77 WHERE sequence = 3", "games",
               "row 3 of games refers to a missing row of bots", /*refuses_writers=*/false},
       }) {
    const std::string whole = dir_.At("whole.db");
    std::filesystem::copy_file(path_, whole);
    const std::string definition = absl::StrCat("WHERE type = 'table' AND name = '", row.table, "'");
    const std::string sql = RawSqlite(path_).Column("SELECT sql FROM sqlite_schema " + definition).front();
    const auto triggers = RawSqlite(path_).Column("SELECT sql FROM sqlite_schema WHERE type = 'trigger'");
    for (const std::string& name : RawSqlite(path_).Column("SELECT name FROM sqlite_schema WHERE type = 'trigger'")) {
      RawSqlite(path_).Execute("DROP TRIGGER " + name);
    }
    RawSqlite(path_).Execute(absl::StrCat(
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(replace(sql, 'NOT NULL', ''), "
        "'STRICT', iif(instr(sql, 'WITHOUT'), 'STRICT', '')) ",
        definition));
    RawSqlite(path_).Execute(absl::StrCat("PRAGMA ignore_check_constraints = ON; ", row.sql));
    {
      RawSqlite raw(path_);
      raw.Execute(absl::StrCat("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = '",
                               absl::StrReplaceAll(sql, {{"'", "''"}}), "' ", definition));
    }
    for (const std::string& trigger : triggers) RawSqlite(path_).Execute(trigger);
    if (row.refuses_writers) ExpectRefused(row.found);
    EXPECT_THAT(Check(), IsError(absl::StatusCode::kDataLoss, row.found)) << row.sql;
    std::filesystem::rename(whole, path_);
  }
}

TEST_F(CheckFileTest, TablesAndTriggersThatAreNotTheLedgers) {
  struct Row {
    const char* sql;
    const char* found;
  };
  for (const Row& row : {
           Row{"DROP TRIGGER games_are_final", "the trigger games_are_final is missing"},
           Row{"DROP INDEX games_by_red", "the index games_by_red is missing"},
           Row{"DROP TABLE held_names", "the table held_names is missing"},
           Row{"CREATE TRIGGER more AFTER INSERT ON games BEGIN DELETE FROM held_names; END",
               "the trigger more does not belong to version"},
           Row{"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '''owner'', ''host''', "
               "'''host''') "
               "WHERE name = 'users'",
               "the table users is not that of version"},
           Row{"PRAGMA user_version = 0", "and says that it is version 0"},
           Row{"PRAGMA user_version = -3", "its version is -3"},
       }) {
    const std::string whole = dir_.At("whole.db");
    std::filesystem::copy_file(path_, whole);
    RawSqlite(path_).Execute(row.sql);
    EXPECT_THAT(Check(), IsError(absl::StatusCode::kDataLoss, row.found)) << row.sql;
    std::filesystem::rename(whole, path_);
  }
  RawSqlite(path_).Execute("CREATE INDEX of_mine ON games (plies); CREATE TABLE notes (text TEXT); ANALYZE");
  EXPECT_THAT(Check(), IsOk()) << "what a host adds does no harm";
}

TEST_F(CheckFileTest, AWriterTellsAFalseVersionFromANewLedger) {
  RawSqlite(path_).Execute("PRAGMA user_version = 0");
  ExpectRefused("and says that it is version 0");
}

}  // namespace
}  // namespace flagfall::arena::store
