#include "arena/store/database.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "arena/store/bots.h"
#include "arena/store/errors.h"
#include "arena/store/games.h"
#include "arena/store/ledger_size.h"
#include "arena/store/ratings.h"
#include "arena/store/readers.h"
#include "arena/store/time_limit.h"
#include "tests/store/ledger.h"
#include "tests/store/raw_sqlite.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

std::string Setting(Database& database, const char* pragma) {
  Statement statement = database.Prepare(pragma);
  return *statement.Next() ? statement.Text(0) : "";
}

class DatabaseTest : public testing::Test {
 protected:
  TempDir dir_;
  std::string path_ = dir_.At(kDatabaseFileName);
};

TEST_F(DatabaseTest, SettingsAreInForce) {
  const auto writer = MustOpen(path_);
  const auto reader = Database::OpenForReading(path_);
  ASSERT_THAT(reader, IsOk());
  EXPECT_EQ(Setting(*writer, "PRAGMA journal_mode"), "wal");
  EXPECT_EQ(Setting(*writer, "PRAGMA synchronous"), "2");
  for (Database* database : {writer.get(), reader->get()}) {
    EXPECT_EQ(Setting(*database, "PRAGMA foreign_keys"), "1");
    EXPECT_EQ(Setting(*database, "PRAGMA trusted_schema"), "0");
    EXPECT_EQ(Setting(*database, "PRAGMA cell_size_check"), "1");
    EXPECT_EQ(Setting(*database, "PRAGMA mmap_size"), "0");
    EXPECT_EQ(Setting(*database, "PRAGMA busy_timeout"), "5000");
  }
}

TEST_F(DatabaseTest, ATransactionWithinAnotherIsAPartOfIt) {
  const auto database = MustOpen(path_);
  const auto add = [&](bool commits) {
    auto whole = Transaction::BeginWriting(*database);
    ASSERT_THAT(whole, IsOk());
    {
      auto part = Transaction::BeginWriting(*database);
      ASSERT_THAT(part, IsOk());
      ASSERT_THAT(AddBot(*database, {.manifest = ManifestOf("ann"), .folder = "/"}), IsOk());
      ASSERT_THAT(part->Commit(), IsOk());
    }
    if (commits) {
      ASSERT_THAT(whole->Commit(), IsOk());
    }
  };
  add(/*commits=*/false);
  EXPECT_EQ(ListBots(*database)->size(), 0u) << "the part was not kept without the whole";
  add(/*commits=*/true);
  EXPECT_EQ(ListBots(*database)->size(), 1u);
}

TEST_F(DatabaseTest, StoredGamesSurviveClosing) {
  {
    const auto database = MustOpen(path_);
    MustStore(*database, ResultOf(Furnish(*database), 1));
  }
  EXPECT_FALSE(std::filesystem::exists(path_ + "-wal")) << "a clean end leaves one file";
  EXPECT_THAT(FindRecord(*MustOpen(path_), "1-1"), IsOk());
}

TEST_F(DatabaseTest, ASecondWriterIsRefusedByNameOfTheFirst) {
  const auto first = MustOpen(path_);
  EXPECT_THAT(Database::OpenForWriting(path_),
              IsError(absl::StatusCode::kUnavailable, "another flagfall (process " + std::to_string(getpid()) + ")"));
}

// Runs `body` in a process of its own and returns the wait status.
template <typename F>
int InChild(F body) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    _exit(0);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

TEST_F(DatabaseTest, TheWritersLockHoldsAcrossProcessesAndDiesWithItsHolder) {
  {
    const auto first = MustOpen(path_);
    const int status = InChild(
        [&] { _exit(Database::OpenForWriting(path_).status().code() == absl::StatusCode::kUnavailable ? 7 : 1); });
    EXPECT_EQ(WEXITSTATUS(status), 7);
  }
  const int status = InChild([&] {
    const auto database = MustOpen(path_);
    raise(SIGKILL);
  });
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_THAT(Database::OpenForWriting(path_), IsOk());
}

TEST_F(DatabaseTest, ReadersSeeEachCommitAndNothingElse) {
  const auto writer = MustOpen(path_);
  const std::int64_t tournament = Furnish(*writer);
  const auto reader = Database::OpenForReading(path_);
  ASSERT_THAT(reader, IsOk());
  for (std::uint32_t number = 1; number <= 5; ++number) {
    auto transaction = Transaction::BeginWriting(*writer);
    ASSERT_THAT(transaction, IsOk());
    ASSERT_THAT(writer->Execute("UPDATE bots SET faults = faults + 1"), IsOk());
    EXPECT_EQ(FindBot(**reader, "ann")->faults, number - 1) << "not committed yet";
    EXPECT_EQ(TournamentGames(**reader, tournament)->size(), number - 1);
    ASSERT_THAT(transaction->Commit(), IsOk());
    MustStore(*writer, ResultOf(tournament, number));
    EXPECT_EQ(FindBot(**reader, "ann")->faults, number);
    EXPECT_EQ(TournamentGames(**reader, tournament)->size(), number);
  }
}

TEST_F(DatabaseTest, AReaderInItsTransactionDoesNotHoldUpTheWriterAndSeesOneState) {
  const auto writer = MustOpen(path_);
  const std::int64_t tournament = Furnish(*writer);
  const auto reader = Database::OpenForReading(path_);
  ASSERT_THAT(reader, IsOk());
  const auto transaction = Transaction::BeginReading(**reader);
  ASSERT_THAT(transaction, IsOk());
  EXPECT_TRUE(Leaderboard(**reader, kPool)->empty());
  MustStore(*writer, ResultOf(tournament, 1));
  EXPECT_TRUE(Leaderboard(**reader, kPool)->empty());
}

TEST_F(DatabaseTest, ReadersCannotWrite) {
  Furnish(*MustOpen(path_));
  const auto reader = Database::OpenForReading(path_);
  ASSERT_THAT(reader, IsOk());
  EXPECT_THAT(SuspendBot(**reader, "ann", "why"), IsError(absl::StatusCode::kPermissionDenied, path_));
  EXPECT_FALSE(StoreResults(**reader, std::vector<GameResult>{ResultOf(1, 1)}).ok());
}

TEST_F(DatabaseTest, WhatACrowdOfReadersHasOpenedIsClosedWhenItLeaves) {
  Furnish(*MustOpen(path_));
  Readers readers(path_);
  std::vector<Readers::Reader> crowd;
  for (std::size_t count = 0; count < 4 * Readers::kIdleMax; ++count) {
    absl::StatusOr<Readers::Reader> reader = readers.Take();
    ASSERT_THAT(reader, IsOk());
    EXPECT_THAT(FindBot(**reader, "ann"), IsOk());
    crowd.push_back(*std::move(reader));
  }
  const std::int64_t crowded = MemoryOfDatabases();
  crowd.clear();
  EXPECT_GT(MemoryOfDatabases(), 0) << "some are kept";
  EXPECT_LT(MemoryOfDatabases(), crowded / 2);
}

TEST_F(DatabaseTest, ReadersWorkAfterTheWriterWasKilled) {
  InChild([&] {
    const auto database = MustOpen(path_);
    MustStore(*database, ResultOf(Furnish(*database), 1));
    raise(SIGKILL);
  });
  ASSERT_GT(std::filesystem::file_size(path_ + "-wal"), 0u) << "the result is in the log only";
  const auto reader = Database::OpenForReading(path_);
  ASSERT_THAT(reader, IsOk());
  EXPECT_THAT(FindRecord(**reader, "1-1"), IsOk());
}

TEST_F(DatabaseTest, AMissingFileOrFolderIsNotFound) {
  EXPECT_THAT(Database::OpenForReading(path_), IsError(absl::StatusCode::kNotFound, "there is no database yet"));
  EXPECT_FALSE(std::filesystem::exists(path_)) << "a reader makes nothing";
  const std::string nowhere = dir_.At("no/such/folder.db");
  EXPECT_THAT(Database::OpenForWriting(nowhere), IsError(absl::StatusCode::kNotFound, nowhere));
  std::filesystem::create_directory(path_);
  EXPECT_THAT(Database::OpenForWriting(path_), IsError(absl::StatusCode::kPermissionDenied, path_));
  EXPECT_THAT(Database::OpenForReading(path_), IsError(absl::StatusCode::kPermissionDenied, path_));
}

TEST_F(DatabaseTest, StatementsEndAtATimeLimitAndNotAfterIt) {
  const auto database = MustOpen(path_);
  const char* const endless =
      "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT count(*) FROM numbers";
  {
    const TimeLimit limit(*database, std::chrono::milliseconds(1));
    const absl::Status status = database->Prepare(endless).Next().status();
    EXPECT_THAT(status, IsError(absl::StatusCode::kDeadlineExceeded, "too long"));
    EXPECT_FALSE(IsLedgerFailure(status)) << "whoever plays on it can go on";
  }
  EXPECT_EQ(Setting(*database, "SELECT 'still there'"), "still there");
}

TEST_F(DatabaseTest, LockedByAnotherProgram) {
  Furnish(*MustOpen(path_));
  RawSqlite other(path_);
  other.Execute("BEGIN IMMEDIATE");
  const auto database = Database::OpenForWriting(path_, {.busy_timeout = std::chrono::milliseconds(20)});
  ASSERT_THAT(database, IsOk());
  EXPECT_THAT(StoreResults(**database, std::vector<GameResult>{ResultOf(1, 1)}),
              IsError(absl::StatusCode::kUnavailable, path_ + ": another program holds it locked"));
  other.Execute("ROLLBACK");
  EXPECT_THAT(MustStore(**database, ResultOf(1, 1)).status, IsOk());
}

TEST_F(DatabaseTest, ATransactionThatIsNotCommittedLeavesNothing) {
  const auto database = MustOpen(path_);
  Furnish(*database);
  {
    const auto transaction = Transaction::BeginWriting(*database);
    ASSERT_THAT(transaction, IsOk());
    ASSERT_THAT(SuspendBot(*database, "ann", "why"), IsOk());
  }
  EXPECT_EQ(FindBot(*database, "ann")->State(), v1::Bot::STATE_READY);
  EXPECT_THAT(Transaction::BeginWriting(*database), IsOk());
}

class DamagedTest : public DatabaseTest {
 protected:
  // A closed, undamaged ledger of some size.
  void SetUp() override {
    const auto database = MustOpen(path_);
    const std::int64_t tournament = Furnish(*database);
    std::vector<GameResult> results;
    for (std::uint32_t number = 1; number <= 300; ++number) results.push_back(DrawnResult(tournament, number, number));
    ASSERT_THAT(StoreResults(*database, results), IsOk());
  }

  std::string Bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  void Write(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }

  // The error names the file as damaged, and the file does not change.
  void ExpectDamaged(const char* what) {
    const std::string before = Bytes();
    const auto opened = Database::OpenForWriting(path_);
    EXPECT_THAT(opened, IsError(absl::StatusCode::kDataLoss, path_ + ": the database is damaged")) << what;
    EXPECT_EQ(Bytes(), before) << what;
  }
};

TEST_F(DamagedTest, TruncatedAnywhere) {
  const std::string whole = Bytes();
  ASSERT_GT(whole.size(), 100'000u);
  for (const std::size_t size : {whole.size() - 4096, whole.size() / 2, std::size_t{4096}, std::size_t{1000}}) {
    Write(whole.substr(0, size));
    ExpectDamaged("truncated");
  }
}

TEST_F(DamagedTest, NotADatabase) {
  for (const std::string& text : {std::string("hello, this is a shopping list\n"), std::string(100'000, 'x'),
                                  std::string(8192, '\0'), Bytes().substr(1)}) {
    Write(text);
    ExpectDamaged("another file");
  }
}

TEST_F(DamagedTest, GarbledPages) {
  const std::string whole = Bytes();
  // The head of each page, which says what lies where in it.
  for (std::size_t page = 1; page < whole.size() / 4096; page += 7) {
    std::string garbled = whole;
    for (std::size_t i = 0; i < 64; ++i) garbled[page * 4096 + i] = static_cast<char>(0xa5 ^ (i * 37));
    Write(garbled);
    const absl::Status opened = Database::OpenForWriting(path_).status();
    // A page that only continues a long value has no head but data; the record's hash finds that damage.
    if (opened.ok()) continue;
    EXPECT_THAT(opened, IsError(absl::StatusCode::kDataLoss, path_)) << page;
  }
}

// Whatever bytes are in the file, there is an error that names it or a ledger that works, never a crash or a hang.
TEST_F(DamagedTest, RandomDamageIsAnErrorOrHarmless) {
  const std::string whole = Bytes();
  std::mt19937_64 random(5);
  int refused = 0;
  for (int i = 0; i < 150; ++i) {
    std::string garbled = whole;
    const int spots = 1 + static_cast<int>(random() % 30);
    for (int spot = 0; spot < spots; ++spot) garbled[random() % garbled.size()] = static_cast<char>(random());
    Write(garbled);
    const auto opened = Database::OpenForWriting(path_);
    if (!opened.ok()) {
      ++refused;
      EXPECT_TRUE(absl::StrContains(opened.status().message(), path_)) << opened.status();
      continue;
    }
    for (int number = 1; number <= 300; number += 37) {
      const absl::Status found = FindRecord(**opened, GameIdOf(1, static_cast<std::uint32_t>(number))).status();
      EXPECT_TRUE(found.ok() || found.code() == absl::StatusCode::kDataLoss || absl::IsNotFound(found)) << found;
    }
  }
  EXPECT_GT(refused, 20);
}

TEST_F(DatabaseTest, AnEmptyFileIsANewDatabase) {
  std::ofstream(path_).close();
  EXPECT_THAT(Database::OpenForWriting(path_), IsOk());
}

}  // namespace
}  // namespace flagfall::arena::store
