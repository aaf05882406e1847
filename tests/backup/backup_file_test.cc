// One backup: whole while others write, checked before it has its name, and gone when anything is wrong.
#include "arena/backup/backup_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "absl/strings/match.h"
#include "arena/store/ledger_size.h"
#include "tests/backup/never.h"
#include "tests/queries/played_ledger.h"
#include "tests/store/ledger.h"
#include "tests/store/raw_sqlite.h"
#include "tests/store/small_disk.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::backup {
namespace {

namespace fs = std::filesystem;

using Spec = v1::TournamentSpec;

std::size_t FilesIn(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

mode_t ModeOf(const std::string& path) {
  struct stat found {};
  EXPECT_EQ(stat(path.c_str(), &found), 0) << path;
  return found.st_mode & 0777;
}

class BackupFileTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directory(home_);
    fs::create_directory(backups_);
    const auto database = store::MustOpen(ledger_);
    queries::AddPlayers(*database);
    games_ = Play(*database);
  }

  // Stores a tournament, and returns how many games the ledger has then.
  static std::int64_t Play(store::Database& database) {
    queries::PlayTournament(database, queries::SpecFor({"ann", "bob", "cid"}, Spec::FORMAT_ROUND_ROBIN, true));
    return store::SizeOf(database)->games;
  }

  // Expects a backup that is sound, with so many games at least and at most.
  static void ExpectSound(const std::string& path, std::int64_t least, std::int64_t most) {
    const auto copy = store::Database::OpenForReading(path);
    ASSERT_THAT(copy, IsOk());
    EXPECT_THAT(CheckWhole(**copy, Never), IsOk());
    const std::int64_t games = store::SizeOf(**copy)->games;
    EXPECT_GE(games, least);
    EXPECT_LE(games, most);
  }

  // Runs a backup in a process of its own, which is killed as soon as the backup has asked so often whether to stop.
  void KillABackup(int asks) const {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      int left = asks;
      const auto made = WriteBackup(ledger_, backup_, [&left, &ends] {
        if (--left == 0) {
          const char there = 1;
          while (write(ends[1], &there, 1) == 1) pause();
        }
        return false;
      });
      _exit(made.ok() ? 0 : 1);
    }
    close(ends[1]);
    char there = 0;
    ASSERT_EQ(read(ends[0], &there, 1), 1) << "it was over before";
    close(ends[0]);
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
  }

  TempDir dir_;
  std::string home_ = dir_.At("home");
  std::string ledger_ = home_ + "/" + store::kDatabaseFileName;
  std::string backups_ = dir_.At("backups");
  std::string backup_ = backups_ + "/one.db";
  std::int64_t games_ = 0;
};

TEST_F(BackupFileTest, HasAllThatWasStoredAndLeavesNothingBesideIt) {
  const auto made = WriteBackup(ledger_, backup_, Never);
  ASSERT_THAT(made, IsOk());
  EXPECT_EQ(made->path, backup_);
  EXPECT_EQ(made->games, games_);
  EXPECT_EQ(made->bytes, fs::file_size(backup_));
  ExpectSound(backup_, games_, games_);
  EXPECT_EQ(FilesIn(backups_), 1u);
}

TEST_F(BackupFileTest, OfALedgerInUseIsWholeAtEachMoment) {
  std::atomic<std::int64_t> stored = games_;
  std::atomic<bool> is_over = false;
  std::thread writer([this, &stored, &is_over] {
    const auto database = store::MustOpen(ledger_);
    while (!is_over) stored = Play(*database);
  });
  for (int i = 0; i < 10; ++i) {
    const std::int64_t before = stored;
    const std::string path = backups_ + "/" + std::to_string(i) + ".db";
    const auto made = WriteBackup(ledger_, path, [&stored, before] {
      // The ledger grows while it is copied, or its copy is checked.
      while (stored == before) std::this_thread::yield();
      return false;
    });
    EXPECT_THAT(made, IsOk());
    // The tournament that is being stored has six games.
    ExpectSound(path, before, stored + 6);
  }
  is_over = true;
  writer.join();
}

TEST_F(BackupFileTest, IsForItsOwnerAloneWhateverTheUmask) {
  const mode_t before = umask(0);
  ASSERT_THAT(WriteBackup(ledger_, backup_, Never), IsOk());
  umask(before);
  EXPECT_EQ(ModeOf(backup_), 0600u);
}

TEST_F(BackupFileTest, OverwritesNothing) {
  std::ofstream(backup_) << "a diary";
  EXPECT_THAT(WriteBackup(ledger_, backup_, Never),
              IsError(absl::StatusCode::kAlreadyExists, backup_ + " exists, and no file is overwritten"));
  EXPECT_EQ(fs::file_size(backup_), 7u);
}

TEST_F(BackupFileTest, NamesTheFolderThatIsMissingAndTheLedgerThatIs) {
  EXPECT_THAT(WriteBackup(ledger_, dir_.At("nowhere/one.db"), Never), IsError(absl::StatusCode::kNotFound, "nowhere"));
  EXPECT_THAT(WriteBackup(dir_.At("other.db"), backup_, Never), IsError(absl::StatusCode::kNotFound, "other.db"));
}

// While pages are copied (the first look), and while the copy is checked.
TEST_F(BackupFileTest, ThatIsKilledDoesNotCountAndIsNotInTheWayOfTheNext) {
  for (const int asks : {1, 2, 3, 10}) {
    KillABackup(asks);
    EXPECT_FALSE(fs::exists(backup_)) << asks;
    EXPECT_TRUE(fs::exists(backup_ + kPartSuffix)) << asks;
  }
  ASSERT_THAT(WriteBackup(ledger_, backup_, Never), IsOk());
  ExpectSound(backup_, games_, games_);
  EXPECT_EQ(FilesIn(backups_), 1u);
}

TEST_F(BackupFileTest, ThatIsBrokenOffLeavesNothing) {
  for (int asks = 1; asks < 5; ++asks) {
    int left = asks;
    EXPECT_THAT(WriteBackup(ledger_, backup_, [&left] { return --left <= 0; }),
                IsError(absl::StatusCode::kCancelled, "broken off"));
    EXPECT_EQ(FilesIn(backups_), 0u);
  }
}

TEST_F(BackupFileTest, IsWrittenByOneAtATime) {
  bool was_tried = false;
  const auto made = WriteBackup(ledger_, backup_, [this, &was_tried] {
    if (!std::exchange(was_tried, true)) {
      EXPECT_THAT(WriteBackup(ledger_, backup_, Never),
                  IsError(absl::StatusCode::kUnavailable, "another flagfall is writing this backup"));
    }
    return false;
  });
  EXPECT_THAT(made, IsOk());
  EXPECT_TRUE(was_tried);
}

TEST_F(BackupFileTest, ThatDoesNotPassItsCheckDoesNotCount) {
  store::RawSqlite(ledger_).Execute(
      "DROP TRIGGER IF EXISTS bots_are_kept; UPDATE bots SET manifest = '{\"name\":\"eve\"}' WHERE name = 'ann'");
  EXPECT_THAT(WriteBackup(ledger_, backup_, Never),
              IsError(absl::StatusCode::kDataLoss, "is not sound, and does not count: the check of its "));
  EXPECT_EQ(FilesIn(backups_), 0u);
}

TEST_F(BackupFileTest, IsNotBegunOnADiskWithoutTheRoomForIt) {
  store::SmallDisk disk(backups_, 100 * 1024);
  if (!disk.IsMounted()) GTEST_SKIP() << "may not mount here";
  EXPECT_THAT(WriteBackup(ledger_, backup_, Never),
              IsError(absl::StatusCode::kResourceExhausted, "the disk is too full for a backup: 100 KiB are free"));
  EXPECT_EQ(FilesIn(backups_), 0u);
}

TEST_F(BackupFileTest, ThatFillsTheDiskIsTakenAway) {
  store::SmallDisk disk(backups_, 8 << 20);
  if (!disk.IsMounted()) GTEST_SKIP() << "may not mount here";
  std::ofstream(backups_ + "/older") << "older";
  const auto made = WriteBackup(ledger_, backup_, [this] {
    std::ofstream(backups_ + "/filler") << std::string(8 << 20, 'x');
    return false;
  });
  EXPECT_THAT(made, IsError(absl::StatusCode::kResourceExhausted, "the disk is full"));
  EXPECT_FALSE(fs::exists(backup_) || fs::exists(backup_ + kPartSuffix));
  EXPECT_EQ(fs::file_size(backups_ + "/older"), 5u);
}

}  // namespace
}  // namespace flagfall::arena::backup
