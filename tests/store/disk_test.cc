// Disks that are full or read-only.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/store/bots.h"
#include "arena/store/check.h"
#include "arena/store/database.h"
#include "arena/store/games.h"
#include "arena/store/results.h"
#include "tests/store/ledger.h"
#include "tests/store/small_disk.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

constexpr std::uint32_t kGroup = 8;

std::vector<GameResult> GroupFrom(std::int64_t tournament, std::uint32_t first) {
  std::vector<GameResult> results;
  for (std::uint32_t i = 0; i < kGroup; ++i) results.push_back(DrawnResult(tournament, first + i, first * 31 + i));
  return results;
}

// Stores groups until the database returns an error. Returns how many games were acknowledged, and the error.
std::pair<std::uint32_t, absl::Status> StoreUntilError(Database& database, std::int64_t tournament) {
  for (std::uint32_t stored = 0; stored < 100'000; stored += kGroup) {
    const auto receipts = StoreResults(database, GroupFrom(tournament, stored + 1));
    if (!receipts.ok()) return {stored, receipts.status()};
  }
  return {0, absl::OkStatus()};
}

std::int64_t PageCount(Database& database) {
  Statement count = database.Prepare("PRAGMA page_count");
  EXPECT_THAT(count.Next(), IsOk());
  return count.Int(0);
}

void ExpectWhole(Database& database, std::int64_t tournament, std::uint32_t games) {
  EXPECT_EQ(TournamentGames(database, tournament)->size(), games);
  EXPECT_THAT(CheckRatings(database), IsOk());
  EXPECT_THAT(CheckIntegrity(database), IsOk());
  EXPECT_THAT(FindRecord(database, GameIdOf(tournament, games)), IsOk());
}

class DiskTest : public testing::Test {
 protected:
  TempDir dir_;
  std::string path_ = dir_.At(kDatabaseFileName);
};

TEST_F(DiskTest, AFullDiskKeepsAllThatWasAcknowledgedAndGoesOnOnceThereIsSpace) {
  SmallDisk disk(dir_.path(), 1'200'000);
  if (!disk.IsMounted()) GTEST_SKIP() << "may not mount here; see ADatabaseAtItsLimit";
  std::uint32_t stored = 0;
  {
    const auto database = MustOpen(path_);
    const std::int64_t tournament = Furnish(*database);
    absl::Status error;
    std::tie(stored, error) = StoreUntilError(*database, tournament);
    EXPECT_THAT(error, IsError(absl::StatusCode::kResourceExhausted, path_ + ": the disk is full; nothing of this"));
    ASSERT_GT(stored, 0u);
    ExpectWhole(*database, tournament, stored);
    EXPECT_THAT(StoreResults(*database, GroupFrom(tournament, stored + 1)),
                IsError(absl::StatusCode::kResourceExhausted, "Free some space"));

    disk.Resize(4'000'000);
    const auto receipts = StoreResults(*database, GroupFrom(tournament, stored + 1));
    ASSERT_THAT(receipts, IsOk());
    for (const Receipt& receipt : *receipts) EXPECT_FALSE(receipt.was_stored) << "nothing of the failed group was kept";
    ExpectWhole(*database, tournament, stored + kGroup);
  }
  ExpectWhole(*MustOpen(path_), 1, stored + kGroup);
}

TEST_F(DiskTest, AFullDiskAndAKillAfterIt) {
  SmallDisk disk(dir_.path(), 1'200'000);
  if (!disk.IsMounted()) GTEST_SKIP() << "may not mount here; see ADatabaseAtItsLimit";
  std::uint32_t stored = 0;
  {
    const auto database = MustOpen(path_);
    stored = StoreUntilError(*database, Furnish(*database)).first;
  }
  // Closing could not move everything into the file; the log has the rest.
  disk.Resize(4'000'000);
  ExpectWhole(*MustOpen(path_), 1, stored);
}

TEST_F(DiskTest, NoSpaceToBeginWith) {
  SmallDisk disk(dir_.path(), 64 * 1024);
  if (!disk.IsMounted()) GTEST_SKIP() << "may not mount here";
  std::ofstream(dir_.At("filler")) << std::string(1 << 20, 'x');
  EXPECT_THAT(Database::OpenForWriting(path_), IsError(absl::StatusCode::kResourceExhausted, path_));
  std::filesystem::remove(dir_.At("filler"));
  disk.Resize(4'000'000);
  EXPECT_THAT(Database::OpenForWriting(path_), IsOk());
}

// The same error, SQLITE_FULL, without a separate file system.
TEST_F(DiskTest, ADatabaseAtItsLimit) {
  const auto database = MustOpen(path_);
  const std::int64_t tournament = Furnish(*database);
  // Room for some results, whatever an empty ledger takes.
  const std::string limit = absl::StrCat("PRAGMA max_page_count = ", PageCount(*database) + 20);
  ASSERT_THAT(database->Execute(limit.c_str()), IsOk());
  const auto [stored, error] = StoreUntilError(*database, tournament);
  EXPECT_THAT(error, IsError(absl::StatusCode::kResourceExhausted, path_ + ": the disk is full"));
  ASSERT_GT(stored, 0u);
  ExpectWhole(*database, tournament, stored);
  ASSERT_THAT(database->Execute("PRAGMA max_page_count = 100000"), IsOk());
  EXPECT_FALSE(StoreResults(*database, GroupFrom(tournament, stored + 1))->front().was_stored);
  ExpectWhole(*database, tournament, stored + kGroup);
}

class ReadOnlyTest : public DiskTest {
 protected:
  // Leaves a ledger in a folder that neither root nor another user may write to.
  void SetUp() override {
    if (!disk_.IsMounted() && geteuid() == 0) GTEST_SKIP() << "root may write everywhere and may not mount here";
    {
      const auto database = MustOpen(path_);
      MustStore(*database, ResultOf(Furnish(*database), 1));
    }
    if (disk_.IsMounted()) {
      disk_.MakeReadOnly();
    } else {
      ASSERT_EQ(chmod(path_.c_str(), 0400), 0);
      ASSERT_EQ(chmod((path_ + ".lock").c_str(), 0400), 0);
      ASSERT_EQ(chmod(dir_.path().c_str(), 0500), 0);
    }
  }
  void TearDown() override {
    if (!disk_.IsMounted()) chmod(dir_.path().c_str(), 0700);
  }

  SmallDisk disk_{dir_.path(), 4'000'000};
};

TEST_F(ReadOnlyTest, AWriterIsRefusedByName) {
  EXPECT_THAT(Database::OpenForWriting(path_), IsError(absl::StatusCode::kPermissionDenied, path_));
  EXPECT_THAT(Database::OpenForWriting(dir_.At("new.db")), IsError(absl::StatusCode::kPermissionDenied, "new.db"));
}

TEST_F(ReadOnlyTest, AReaderReads) {
  if (!disk_.IsMounted()) GTEST_SKIP() << "may not mount here";
  const auto database = Database::OpenForReading(path_);
  ASSERT_THAT(database, IsOk());
  EXPECT_THAT(FindRecord(**database, "1-1"), IsOk());
  EXPECT_EQ(ListBots(**database)->size(), 4u);
}

}  // namespace
}  // namespace flagfall::arena::store
