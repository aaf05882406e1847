#include "arena/store/migrate.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/store/bots.h"
#include "tests/store/ledger.h"
#include "tests/store/raw_sqlite.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

constexpr char kMarks[] = "PRAGMA application_id = 0x466c4661; PRAGMA user_version = ";

std::vector<std::string> SchemaOf(const std::string& path) {
  return RawSqlite(path).Column("SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY type, name");
}

TEST(Migrate, AnOlderLedgerIsBroughtUpWithWhatItHolds) {
  TempDir dir;
  const auto database = MustOpen(dir.At(kDatabaseFileName));
  Furnish(*database);
  std::vector<const char*> migrations = Migrations();
  migrations.push_back("ALTER TABLE bots ADD COLUMN motto TEXT NOT NULL DEFAULT 'none'");
  ASSERT_THAT(Migrate(*database, migrations), IsOk());
  EXPECT_EQ(*VersionOf(*database), static_cast<int>(migrations.size()));
  Statement mottos = database->Prepare("SELECT count(*) FROM bots WHERE motto = 'none'");
  ASSERT_THAT(mottos.Next(), IsOk());
  EXPECT_EQ(mottos.Int(0), static_cast<std::int64_t>(ListBots(*database)->size()));
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
  RawSqlite(path).Execute(absl::StrCat(kMarks, 0));
  EXPECT_THAT(Database::OpenForReading(path),
              IsError(absl::StatusCode::kFailedPrecondition, "version 0 and must be brought to version"));
  EXPECT_EQ(RawSqlite(path).Column("PRAGMA user_version"), std::vector<std::string>{"0"});
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
