// The way back to a backup: nothing changes before it is checked, and what was there is kept.
#include "arena/backup/restore.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/backup/choose_backup.h"
#include "arena/store/ledger_size.h"
#include "arena/store/migrate.h"
#include "tests/backup/never.h"
#include "tests/queries/played_ledger.h"
#include "tests/store/ledger.h"
#include "tests/store/raw_sqlite.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::backup {
namespace {

namespace fs = std::filesystem;

using Spec = v1::TournamentSpec;

class RestoreTest : public testing::Test {
 protected:
  // A backup with two games, of a ledger that has four by now.
  void SetUp() override {
    fs::create_directory(home_);
    const auto database = store::MustOpen(ledger_);
    queries::AddPlayers(*database);
    Play(*database);
    ASSERT_THAT(WriteBackup(ledger_, backup_, Never), IsOk());
    Play(*database);
  }

  static void Play(store::Database& database) {
    queries::PlayTournament(database, queries::SpecFor({"ann", "bob"}, Spec::FORMAT_ROUND_ROBIN, true));
  }

  // Has a process play a tournament more that ends without a word, and so leaves its games in the log.
  void LeaveALog() const {
    const pid_t child = fork();
    if (child == 0) {
      const auto database = store::MustOpen(ledger_);
      Play(*database);
      _exit(0);
    }
    ASSERT_EQ(waitpid(child, nullptr, 0), child);
    ASSERT_GT(fs::file_size(ledger_ + "-wal"), 0u);
  }

  absl::StatusOr<Restored> Restore() { return RestoreLedger(backup_, ledger_, Never); }

  static std::int64_t GamesOf(const std::string& path) { return store::SizeOf(*store::MustOpen(path))->games; }

  static std::string ContentOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TempDir dir_;
  std::string home_ = dir_.At("home");
  std::string ledger_ = home_ + "/" + store::kDatabaseFileName;
  std::string backup_ = dir_.At("backup.db");
};

TEST_F(RestoreTest, PutsTheBackupInPlaceAndKeepsWhatWasThere) {
  const std::string content = ContentOf(backup_);
  const auto restored = Restore();
  ASSERT_THAT(restored, IsOk());
  EXPECT_EQ(restored->games, 2);
  EXPECT_EQ(restored->kept, ledger_ + ".replaced");
  EXPECT_EQ(GamesOf(ledger_), 2);
  EXPECT_EQ(GamesOf(restored->kept), 4);
  EXPECT_EQ(ContentOf(backup_), content);
}

TEST_F(RestoreTest, TheOldLedgersLogStaysWithItAndIsNotPlayedIntoTheNewOne) {
  LeaveALog();
  const auto restored = Restore();
  ASSERT_THAT(restored, IsOk());
  EXPECT_FALSE(fs::exists(ledger_ + "-wal"));
  EXPECT_EQ(GamesOf(ledger_), 2);
  EXPECT_EQ(GamesOf(restored->kept), 6);
}

TEST_F(RestoreTest, KeepsEachOfSeveral) {
  ASSERT_THAT(Restore(), IsOk());
  Play(*store::MustOpen(ledger_));
  Play(*store::MustOpen(ledger_));
  const auto restored = Restore();
  ASSERT_THAT(restored, IsOk());
  EXPECT_EQ(restored->kept, ledger_ + ".replaced-2");
  EXPECT_EQ(GamesOf(ledger_ + ".replaced"), 4);
  EXPECT_EQ(GamesOf(ledger_ + ".replaced-2"), 6);
}

TEST_F(RestoreTest, MakesAHomeWhereThereIsNone) {
  fs::remove_all(home_);
  const auto restored = Restore();
  ASSERT_THAT(restored, IsOk());
  EXPECT_EQ(restored->kept, "");
  EXPECT_EQ(GamesOf(ledger_), 2);
  EXPECT_FALSE(fs::exists(ledger_ + ".restoring") || fs::exists(ledger_ + ".restoring.lock"));
}

// A key without a ledger is taken for that of a ledger that was lost.
TEST_F(RestoreTest, OneThatFailsWhereThereIsNoHomeLeavesNoKey) {
  fs::remove_all(home_);
  store::RawSqlite(backup_).Execute("UPDATE bots SET manifest = '{\"name\":\"eve\"}' WHERE name = 'ann'");
  for (const char* suffix : {"-wal", "-shm"}) fs::remove(backup_ + suffix);
  EXPECT_THAT(Restore(), IsError(absl::StatusCode::kDataLoss, "is not sound"));
  EXPECT_FALSE(fs::exists(home_ + "/flagfall.key"));
}

TEST_F(RestoreTest, RefusesALedgerInUse) {
  const auto database = store::MustOpen(ledger_);
  EXPECT_THAT(Restore(), IsError(absl::StatusCode::kUnavailable, absl::StrCat("process ", getpid())));
  EXPECT_EQ(store::SizeOf(*database)->games, 4);
  Play(*database);
}

// The ledger is one that does not open any more, which is why hosts restore.
TEST_F(RestoreTest, ADamagedLedgerSaysHowAndIsReplaced) {
  std::fstream(ledger_, std::ios::in | std::ios::out | std::ios::binary).seekp(100) << std::string(3996, '\xa5');
  EXPECT_THAT(store::Database::OpenForWriting(ledger_),
              IsError(absl::StatusCode::kDataLoss, absl::StrCat("`flagfall --home ", home_, " db restore BACKUP`")));
  const std::string damaged = ContentOf(ledger_);
  ASSERT_THAT(Restore(), IsOk());
  EXPECT_EQ(GamesOf(ledger_), 2);
  EXPECT_EQ(ContentOf(ledger_ + ".replaced"), damaged);
}

TEST_F(RestoreTest, ABackupThatIsNotSoundChangesNothing) {
  const std::string before = ContentOf(ledger_);
  store::RawSqlite(backup_).Execute("UPDATE bots SET manifest = '{\"name\":\"eve\"}' WHERE name = 'ann'");
  for (const char* suffix : {"-wal", "-shm"}) fs::remove(backup_ + suffix);
  EXPECT_THAT(Restore(), IsError(absl::StatusCode::kDataLoss, backup_ + " is not sound, and nothing was changed"));
  std::fstream(backup_, std::ios::in | std::ios::out | std::ios::binary).seekp(100) << std::string(3996, '\xa5');
  EXPECT_THAT(Restore(), IsError(absl::StatusCode::kDataLoss, backup_ + " is not sound, and nothing was changed"));
  EXPECT_EQ(ContentOf(ledger_), before);
  EXPECT_FALSE(fs::exists(ledger_ + ".replaced") || fs::exists(ledger_ + ".restoring"));
}

TEST_F(RestoreTest, WhatIsNoBackupIsRefusedInWords) {
  const std::string before = ContentOf(ledger_);
  EXPECT_THAT(RestoreLedger(dir_.At("nothing.db"), ledger_, Never),
              IsError(absl::StatusCode::kNotFound, "nothing.db: there is no such backup"));
  std::ofstream(dir_.At("diary.db")) << std::string(10000, 'd');
  EXPECT_THAT(RestoreLedger(dir_.At("diary.db"), ledger_, Never), IsError(absl::StatusCode::kDataLoss, "diary.db"));
  std::ofstream(dir_.At("empty.db")).flush();
  EXPECT_THAT(RestoreLedger(dir_.At("empty.db"), ledger_, Never),
              IsError(absl::StatusCode::kFailedPrecondition, "empty.db: is empty, and no backup"));
  store::RawSqlite(dir_.At("other.db")).Execute("CREATE TABLE songs (name TEXT)");
  EXPECT_THAT(RestoreLedger(dir_.At("other.db"), ledger_, Never),
              IsError(absl::StatusCode::kFailedPrecondition, "not one of flagfall's"));
  store::RawSqlite(backup_).Execute("PRAGMA user_version = 999");
  for (const char* suffix : {"-wal", "-shm"}) fs::remove(backup_ + suffix);
  EXPECT_THAT(Restore(), IsError(absl::StatusCode::kFailedPrecondition, "made by a newer flagfall"));
  EXPECT_EQ(ContentOf(ledger_), before);
}

// The check of its content names it, and not the copy that is made on the way and is gone then.
TEST_F(RestoreTest, WhatIsRefusedIsNamedAsItWasGiven) {
  store::RawSqlite(dir_.At("other.db")).Execute("CREATE TABLE songs (name TEXT)");
  std::ofstream(dir_.At("diary.db")) << std::string(10000, 'd');
  for (const char* name : {"other.db", "diary.db"}) {
    const absl::Status refused = RestoreLedger(dir_.At(name), ledger_, Never).status();
    EXPECT_TRUE(absl::StrContains(refused.message(), dir_.At(name))) << refused;
    EXPECT_FALSE(absl::StrContains(refused.message(), ".restoring")) << refused;
  }
}

TEST_F(RestoreTest, ALedgerThatWasSetAsideWithItsLogCanBeRestored) {
  LeaveALog();
  const std::string kept = Restore()->kept;
  ASSERT_GT(fs::file_size(kept + "-wal"), 0u);
  const auto restored = RestoreLedger(kept, ledger_, Never);
  ASSERT_THAT(restored, IsOk());
  EXPECT_EQ(restored->games, 6);
  EXPECT_EQ(GamesOf(ledger_), 6);
  EXPECT_FALSE(fs::exists(ledger_ + ".restoring-wal"));
}

// `cp` of a home that is in use: its newest games are in the log.
TEST_F(RestoreTest, ALedgerThatWasInUseIsNoBackup) {
  LeaveALog();
  for (const char* suffix : {"", "-wal"}) fs::copy_file(ledger_ + suffix, dir_.At(absl::StrCat("copied.db", suffix)));
  EXPECT_THAT(RestoreLedger(dir_.At("copied.db"), ledger_, Never),
              IsError(absl::StatusCode::kFailedPrecondition, "is no backup but a ledger that was in use"));
}

TEST_F(RestoreTest, ABackupWithoutAChainGetsOne) {
  const std::string unsigned_one = dir_.At("unsigned.db");
  {
    store::RawSqlite raw(unsigned_one);
    for (const char* migration : store::Migrations()) raw.Execute(migration);
    raw.Execute(absl::StrCat("PRAGMA application_id = 0x466c4661; PRAGMA user_version = ", store::Migrations().size()));
  }
  const std::string content = ContentOf(unsigned_one);
  // Nothing tells whose it is.
  EXPECT_THAT(RestoreLedger(unsigned_one, ledger_, Never),
              IsError(absl::StatusCode::kFailedPrecondition, "is not shown to be"));
  const auto restored = RestoreLedger(unsigned_one, ledger_, Never, true);
  ASSERT_THAT(restored, IsOk());
  EXPECT_EQ(restored->games, 0);
  EXPECT_EQ(GamesOf(ledger_), 0);
  EXPECT_EQ(ContentOf(unsigned_one), content);
}

// As a kill leaves them in the moment between the two: the old ledger has its second name, and nothing is in its place.
TEST_F(RestoreTest, OneThatWasKilledIsNoLedgerAndGoesOn) {
  LeaveALog();
  fs::rename(ledger_, ledger_ + ".replaced");
  fs::copy_file(ledger_ + "-wal", ledger_ + ".replaced-wal");
  std::ofstream(ledger_ + ".restoring") << "half";
  EXPECT_THAT(store::Database::OpenForWriting(ledger_),
              IsError(absl::StatusCode::kFailedPrecondition,
                      ledger_ + ": is missing, while its log " + ledger_ + "-wal is there"));
  const auto restored = Restore();
  ASSERT_THAT(restored, IsOk());
  EXPECT_EQ(GamesOf(ledger_), 2);
  EXPECT_EQ(GamesOf(ledger_ + ".replaced"), 6);
}

TEST_F(RestoreTest, ABackupOfAnotherHomeIsRefusedUnlessItIsAskedFor) {
  fs::create_directory(dir_.At("other"));
  const std::string other = dir_.At("other/flagfall.db");
  store::MustOpen(other).reset();
  const std::string before = ContentOf(other);
  EXPECT_THAT(RestoreLedger(backup_, other, Never),
              IsError(absl::StatusCode::kFailedPrecondition,
                      backup_ + ": is not shown to be of the ledger of " + dir_.At("other")));
  EXPECT_EQ(ContentOf(other), before);
  // Also where the ledger is gone or damaged, and only the key is left.
  fs::remove(other);
  EXPECT_THAT(RestoreLedger(backup_, other, Never), IsError(absl::StatusCode::kFailedPrecondition, "--other-home"));
  EXPECT_FALSE(fs::exists(other));
  ASSERT_THAT(RestoreLedger(backup_, other, Never, true), IsOk());
  EXPECT_EQ(GamesOf(other), 2);
}

TEST_F(RestoreTest, AHomeWhoseLedgerIsDamagedAndOneWhoseKeyIsLostTakeTheirOwn) {
  std::fstream(ledger_, std::ios::in | std::ios::out | std::ios::binary).seekp(100) << std::string(3996, '\xa5');
  ASSERT_THAT(Restore(), IsOk());
  fs::remove(home_ + "/flagfall.key");
  store::MustOpen(ledger_).reset();
  ASSERT_THAT(Restore(), IsOk());
  EXPECT_EQ(GamesOf(ledger_), 2);
}

class ChooseBackupTest : public RestoreTest {
 protected:
  void SetUp() override {
    RestoreTest::SetUp();
    fs::create_directory(dir_.At("other"));
    store::MustOpen(other_).reset();
    Write(ledger_, 1);
    Write(ledger_, 2);
    Write(other_, 3);
  }

  void Write(const std::string& ledger, int day) {
    const auto written = BackupFolder(folder_).Write(ledger, 0, std::chrono::hours(24 * day), Never);
    ASSERT_THAT(written, IsOk());
    paths_.push_back(written->path);
  }

  absl::StatusOr<ChosenBackup> Choose(const HomeChain& home, bool takes_others = false) const {
    return ChooseBackup(folder_, home, takes_others, std::chrono::hours(24 * 9));
  }

  std::string other_ = dir_.At("other/flagfall.db");
  std::string folder_ = dir_.At("backups");
  std::vector<std::string> paths_;
};

TEST_F(ChooseBackupTest, IsTheNewestOfTheHome) {
  EXPECT_EQ(Choose(HomeChainOf(ledger_))->path, paths_[1]);
  EXPECT_EQ(Choose(HomeChainOf(ledger_), true)->path, paths_[2]);
  EXPECT_EQ(Choose(HomeChainOf(other_))->path, paths_[2]);
  // By the key alone.
  fs::remove(ledger_);
  EXPECT_EQ(Choose(HomeChainOf(ledger_))->path, paths_[1]);
}

TEST_F(ChooseBackupTest, WhatIsEmptyOrDatedLaterOrUnreadableIsLeftOutAndTold) {
  std::ofstream(folder_ + "/flagfall-19700108T000000.000Z-1a2b3c4d.db").flush();
  std::ofstream(folder_ + "/flagfall-20361126T041500.000Z-1a2b3c4d.db") << "of the future";
  std::ofstream(folder_ + "/flagfall-19700107T000000.000Z-1a2b3c4d.db") << std::string(5000, 'x');
  const auto chosen = Choose(HomeChainOf(ledger_));
  ASSERT_THAT(chosen, IsOk());
  EXPECT_EQ(chosen->path, paths_[1]);
  EXPECT_EQ(TextOf(chosen->ignored),
            "flagfall-19700108T000000.000Z-1a2b3c4d.db is empty, flagfall-20361126T041500.000Z-1a2b3c4d.db is dated "
            "later than now, "
            "flagfall-19700107T000000.000Z-1a2b3c4d.db cannot be read as a backup");
}

TEST_F(ChooseBackupTest, AHomeOfWhichNothingIsKnownTakesThoseOfOneLedgerOnly) {
  const HomeChain unknown = HomeChainOf(dir_.At("nowhere/flagfall.db"));
  EXPECT_THAT(Choose(unknown), IsError(absl::StatusCode::kFailedPrecondition, "has backups of 2 ledgers"));
  fs::remove(paths_[2]);
  EXPECT_EQ(Choose(unknown)->path, paths_[1]);
}

TEST_F(ChooseBackupTest, WhereThereIsNoneItSaysWhatThereIs) {
  fs::remove(paths_[2]);
  EXPECT_THAT(Choose(HomeChainOf(other_)),
              IsError(absl::StatusCode::kNotFound, "there are 2 backups of other homes, of which --other-home takes"));
}

TEST_F(RestoreTest, BrokenOffItChangesNothing) {
  const std::string before = ContentOf(ledger_);
  EXPECT_THAT(RestoreLedger(backup_, ledger_, [] { return true; }), IsError(absl::StatusCode::kCancelled, ""));
  EXPECT_EQ(ContentOf(ledger_), before);
  EXPECT_FALSE(fs::exists(ledger_ + ".restoring"));
}

}  // namespace
}  // namespace flagfall::arena::backup
