// A folder of backups: the newest are kept, and none goes before the new one counts.
#include "arena/backup/backup_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "arena/backup/home_chain.h"
#include "arena/store/database.h"
#include "tests/backup/never.h"
#include "tests/queries/played_ledger.h"
#include "tests/store/ledger.h"
#include "tests/store/raw_sqlite.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::backup {
namespace {

namespace fs = std::filesystem;

// 2026-11-26 04:15 UTC.
constexpr Micros kBegin = std::chrono::seconds(1'795'666'500);
constexpr Micros kHour = std::chrono::hours(1);

class BackupFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto database = store::MustOpen(ledger_);
    queries::AddPlayers(*database);
    queries::PlayTournament(*database, queries::SpecFor({"ann", "bob"}, v1::TournamentSpec::FORMAT_ROUND_ROBIN, true));
  }

  absl::Status Write(Micros now, std::size_t keep) { return folder_.Write(ledger_, keep, now, Never).status(); }

  // Plays one more tournament, so that the ledger's chain goes on.
  static void Play(const std::string& ledger, const std::string& blue = "bob") {
    queries::PlayTournament(*store::MustOpen(ledger),
                            queries::SpecFor({"ann", blue}, v1::TournamentSpec::FORMAT_ROUND_ROBIN, true));
  }

  // Makes the ledger of another home, whose key is its own.
  std::string OtherLedger() const {
    fs::create_directory(dir_.At("other"));
    const std::string ledger = dir_.At("other/flagfall.db");
    queries::AddPlayers(*store::MustOpen(ledger));
    return ledger;
  }

  // Of all backups in the folder, without the end that tells the ledger.
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const BackupFolder::Entry& entry : folder_.List()) {
      names.push_back(fs::path(entry.path).filename().string());
      EXPECT_EQ(names.back().substr(names.back().size() - 12), "-" + entry.origin + ".db");
      names.back().replace(names.back().size() - 12, 12, ".db");
    }
    return names;
  }

  TempDir dir_;
  std::string ledger_ = dir_.At(store::kDatabaseFileName);
  std::string path_ = dir_.At("deep/backups");
  BackupFolder folder_{path_};
};

TEST_F(BackupFolderTest, NamesEachAfterItsMoment) {
  ASSERT_THAT(Write(kBegin + Micros(123'456), 0), IsOk());
  EXPECT_EQ(Names(), std::vector<std::string>{"flagfall-20261126T041500.123Z.db"});
  EXPECT_EQ(folder_.List().front().time, kBegin + Micros(123'000));
}

TEST_F(BackupFolderTest, IsMadeForItsOwnerAloneWhateverTheUmask) {
  for (const mode_t mask : {0, 0777}) {
    fs::remove_all(dir_.At("deep"));
    const mode_t before = umask(mask);
    EXPECT_THAT(folder_.Make(), IsOk());
    umask(before);
    for (const char* made : {"deep", "deep/backups"}) {
      struct stat found {};
      ASSERT_EQ(stat(dir_.At(made).c_str(), &found), 0);
      EXPECT_EQ(found.st_mode & 0777, 0700u) << made;
    }
  }
}

TEST_F(BackupFolderTest, KeepsTheNewest) {
  for (int hour = 0; hour < 5; ++hour) ASSERT_THAT(Write(kBegin + hour * kHour, 3), IsOk());
  EXPECT_EQ(Names(), (std::vector<std::string>{"flagfall-20261126T061500.000Z.db", "flagfall-20261126T071500.000Z.db",
                                               "flagfall-20261126T081500.000Z.db"}));
  ASSERT_THAT(Write(kBegin + 5 * kHour, 1), IsOk());
  EXPECT_EQ(Names(), std::vector<std::string>{"flagfall-20261126T091500.000Z.db"});
}

TEST_F(BackupFolderTest, KeepsAllWhereNothingElseIsSaid) {
  for (int hour = 0; hour < 5; ++hour) ASSERT_THAT(Write(kBegin + hour * kHour, 0), IsOk());
  EXPECT_EQ(Names().size(), 5u);
}

TEST_F(BackupFolderTest, RemovesNoneWhileTheNewOneDoesNotCount) {
  for (int hour = 0; hour < 3; ++hour) ASSERT_THAT(Write(kBegin + hour * kHour, 3), IsOk());
  const std::vector<std::string> before = Names();
  store::RawSqlite(ledger_).Execute("UPDATE bots SET manifest = '{\"name\":\"eve\"}' WHERE name = 'ann'");
  EXPECT_THAT(Write(kBegin + 3 * kHour, 1), IsError(absl::StatusCode::kDataLoss, "does not count"));
  EXPECT_EQ(Names(), before);
}

TEST_F(BackupFolderTest, WhatIsDatedLaterOrEmptyNeitherCountsNorGoesAndIsTold) {
  ASSERT_THAT(Write(kBegin + 50 * kHour, 2), IsOk());
  std::ofstream(absl::StrCat(path_, "/flagfall-20261126T040000.000Z-", folder_.List().front().origin, ".db")).flush();
  for (int hour = 0; hour < 2; ++hour) ASSERT_THAT(Write(kBegin + hour * kHour, 2), IsOk());
  const auto written = folder_.Write(ledger_, 2, kBegin + 2 * kHour, Never);
  ASSERT_THAT(written, IsOk());
  EXPECT_EQ(Names(),
            (std::vector<std::string>{"flagfall-20261126T040000.000Z.db", "flagfall-20261126T051500.000Z.db",
                                      "flagfall-20261126T061500.000Z.db", "flagfall-20261128T061500.000Z.db"}));
  ASSERT_EQ(written->remarks.size(), 1u);
  EXPECT_THAT(written->remarks[0], testing::HasSubstr("neither counted nor removed: flagfall-20261126T040000.000Z-"));
  EXPECT_THAT(written->remarks[0], testing::HasSubstr(".db is empty, flagfall-20261128T061500.000Z-"));
  EXPECT_THAT(written->remarks[0], testing::HasSubstr(" is dated later than now"));
  const std::string origin = *OriginOfLedger(ledger_);
  EXPECT_EQ(folder_.ListOf(origin, kBegin + 2 * kHour).backups.back().path, written->path);
}

// As of a home whose ledger was deleted, and which then began anew with the key that was left.
TEST_F(BackupFolderTest, OneThatHoldsMoreThanTheNewOneStaysAndTheWayBackIsTold) {
  for (int hour = 0; hour < 2; ++hour) {
    Play(ledger_);
    ASSERT_THAT(Write(kBegin + hour * kHour, 2), IsOk());
  }
  const std::string good = folder_.List().back().path;
  for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(ledger_ + suffix);
  queries::AddPlayers(*store::MustOpen(ledger_));
  for (int hour = 2; hour < 6; ++hour) {
    const auto written = folder_.Write(ledger_, 1, kBegin + hour * kHour, Never);
    ASSERT_THAT(written, IsOk());
    ASSERT_EQ(written->remarks.size(), 2u);
    EXPECT_THAT(written->remarks[0], testing::HasSubstr("Z-"));
    EXPECT_THAT(written->remarks[0], testing::HasSubstr(" holds what the new one does not"));
    EXPECT_THAT(written->remarks[1],
                testing::HasSubstr("go back with `flagfall --home " + dir_.path() + " db restore " + good));
  }
  EXPECT_EQ(Names(), (std::vector<std::string>{"flagfall-20261126T041500.000Z.db", "flagfall-20261126T051500.000Z.db",
                                               "flagfall-20261126T091500.000Z.db"}));
  // Its chain is as long as theirs by now, and another one.
  for (int i = 0; i < 4; ++i) Play(ledger_, "cid");
  ASSERT_THAT(Write(kBegin + 6 * kHour, 1), IsOk());
  EXPECT_EQ(Names().size(), 3u);
}

TEST_F(BackupFolderTest, OneThatCannotBeReadIsNoReasonToRemoveAnother) {
  ASSERT_THAT(Write(kBegin, 2), IsOk());
  ASSERT_THAT(Write(kBegin + kHour, 2), IsOk());
  std::ofstream(folder_.List().front().path) << std::string(5000, 'x');
  const auto written = folder_.Write(ledger_, 2, kBegin + 2 * kHour, Never);
  ASSERT_THAT(written, IsOk());
  EXPECT_EQ(Names().size(), 3u);
  ASSERT_EQ(written->remarks.size(), 1u);
  EXPECT_THAT(written->remarks[0], testing::HasSubstr("cannot be read as a backup"));
}

TEST_F(BackupFolderTest, TheBackupsOfAnotherHomeStay) {
  const std::string other = OtherLedger();
  for (int hour = 0; hour < 3; ++hour) {
    ASSERT_THAT(folder_.Write(other, 1, kBegin + hour * kHour, Never), IsOk());
    const auto written = folder_.Write(ledger_, 2, kBegin + hour * kHour + kHour / 2, Never);
    ASSERT_THAT(written, IsOk());
    EXPECT_THAT(written->remarks, testing::IsEmpty());
  }
  const Micros now = kBegin + 9 * kHour;
  EXPECT_EQ(folder_.ListOf(*OriginOfLedger(other), now).backups.size(), 1u);
  EXPECT_EQ(folder_.ListOf(*OriginOfLedger(ledger_), now).backups.size(), 2u);
  EXPECT_EQ(folder_.ListAll(now).backups.size(), 3u);
}

TEST_F(BackupFolderTest, LeavesEverythingElseAlone) {
  ASSERT_THAT(folder_.Make(), IsOk());
  const std::vector<std::string> others = {"notes.txt",
                                           "flagfall.db",
                                           "flagfall-20261126T041500.000Z.db",
                                           "flagfall-20261126T041500Z-1a2b3c4d.db",
                                           "flagfall-20261326T041500.000Z-1a2b3c4d.db",
                                           "flagfall-20261126T041500.000Z-1A2b3c4d.db",
                                           "flagfall-infinite-future.db",
                                           "other.db.part"};
  for (const std::string& name : others) std::ofstream(path_ + "/" + name) << "mine";
  ASSERT_THAT(Write(kBegin, 1), IsOk());
  ASSERT_THAT(Write(kBegin + kHour, 1), IsOk());
  EXPECT_EQ(Names().size(), 1u);
  for (const std::string& name : others) EXPECT_TRUE(fs::exists(path_ + "/" + name)) << name;
}

TEST_F(BackupFolderTest, RemovesWhatAKillHasLeftAndNotWhatIsBeingWritten) {
  ASSERT_THAT(folder_.Make(), IsOk());
  const std::string left = path_ + "/flagfall-20261126T021500.000Z-1a2b3c4d.db.part";
  const std::string written = path_ + "/flagfall-20261126T031500.000Z-1a2b3c4d.db.part";
  std::ofstream(left) << "half";
  std::ofstream(written) << "half";
  FILE* const writer = std::fopen(written.c_str(), "r");
  ASSERT_EQ(flock(fileno(writer), LOCK_EX), 0);
  ASSERT_THAT(Write(kBegin, 1), IsOk());
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(written));
  std::fclose(writer);
  EXPECT_EQ(Names().size(), 1u);
}

TEST_F(BackupFolderTest, SaysWhichFolderCannotBeMade) {
  EXPECT_THAT(BackupFolder("/proc/nowhere/backups").Make(),
              IsError(absl::StatusCode::kPermissionDenied, "/proc/nowhere"));
  std::ofstream(dir_.At("file")) << "a file";
  EXPECT_THAT(BackupFolder(dir_.At("file/backups")).Make(),
              IsError(absl::StatusCode::kPermissionDenied, dir_.At("file")));
}

}  // namespace
}  // namespace flagfall::arena::backup
