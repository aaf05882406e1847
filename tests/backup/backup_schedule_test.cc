#include "arena/backup/backup_schedule.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "tests/queries/played_ledger.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::backup {
namespace {

using std::chrono::milliseconds;

class BackupScheduleTest : public testing::Test {
 protected:
  void MakeLedger() {
    const auto database = store::MustOpen(ledger_);
    queries::AddPlayers(*database);
    queries::PlayTournament(*database, queries::SpecFor({"ann", "bob"}, v1::TournamentSpec::FORMAT_ROUND_ROBIN, true));
  }

  BackupScheduleOptions Options(Micros every) {
    return {.ledger = ledger_, .folder = folder_, .every = every, .keep = 2, .log = [this](const std::string& line) {
              MutexLock lock(mutex_);
              log_ += line + "\n";
            }};
  }

  std::string Log() {
    MutexLock lock(mutex_);
    return log_;
  }

  template <typename Condition>
  static void WaitFor(const BackupSchedule& schedule, const Condition& condition) {
    while (!condition(schedule.State())) std::this_thread::sleep_for(milliseconds(1));
  }

  TempDir dir_;
  std::string ledger_ = dir_.At(store::kDatabaseFileName);
  std::string folder_ = dir_.At("backups");
  Mutex mutex_;
  std::string log_ ABSL_GUARDED_BY(mutex_);
};

TEST_F(BackupScheduleTest, MakesOneAfterTheOtherAndKeepsTheNewest) {
  MakeLedger();
  {
    const BackupSchedule schedule(Options(milliseconds(5)));
    WaitFor(schedule, [](const BackupState& state) { return state.made >= 4; });
    EXPECT_TRUE(schedule.State().newest.has_value());
    EXPECT_GT(schedule.State().bytes, 0u);
    EXPECT_EQ(schedule.State().failed, 0u);
  }
  EXPECT_EQ(BackupFolder(folder_).List().size(), 2u);
  EXPECT_NE(Log().find("is checked and on the disk, with 2 games in "), std::string::npos) << Log();
}

TEST_F(BackupScheduleTest, OneThatIsStartedAgainGoesOnFromTheNewest) {
  MakeLedger();
  const Micros made_at = WallNow();
  ASSERT_THAT(BackupFolder(folder_).Write(ledger_, 2, made_at, [] { return false; }), IsOk());
  const BackupSchedule schedule(Options(std::chrono::seconds(1)));
  WaitFor(schedule, [](const BackupState& state) { return state.made == 1; });
  EXPECT_GE(BackupFolder(folder_).List().back().time - made_at, milliseconds(990));
}

TEST_F(BackupScheduleTest, OneOfTheFutureKeepsNoneFromBeingMade) {
  MakeLedger();
  ASSERT_THAT(BackupFolder(folder_).Write(ledger_, 2, WallNow() + std::chrono::hours(50), [] { return false; }),
              IsOk());
  const BackupSchedule schedule(Options(std::chrono::hours(1)));
  WaitFor(schedule, [](const BackupState& state) { return state.made == 1; });
  // Neither is it the newest, whose age hosts are told.
  EXPECT_LE(schedule.State().newest.value_or(Micros::max()), WallNow());
  EXPECT_NE(Log().find("is dated later than now"), std::string::npos) << Log();
}

TEST_F(BackupScheduleTest, TheBackupsOfAnotherHomeAreNotItsOwn) {
  MakeLedger();
  std::filesystem::create_directory(dir_.At("other"));
  const std::string other = dir_.At("other/flagfall.db");
  store::MustOpen(other).reset();
  ASSERT_THAT(BackupFolder(folder_).Write(other, 2, WallNow(), [] { return false; }), IsOk());
  const BackupSchedule schedule(Options(std::chrono::hours(1)));
  WaitFor(schedule, [](const BackupState& state) { return state.made == 1; });
  EXPECT_EQ(BackupFolder(folder_).List().size(), 2u);
}

TEST_F(BackupScheduleTest, TheFolderIsLookedAtWhileItWaits) {
  MakeLedger();
  BackupScheduleOptions options = Options(std::chrono::hours(1));
  options.looks_every = milliseconds(5);
  const BackupSchedule schedule(options);
  WaitFor(schedule, [](const BackupState& state) { return state.made == 1; });
  std::filesystem::remove(BackupFolder(folder_).List().front().path);
  WaitFor(schedule, [](const BackupState& state) { return state.made == 2; });
}

TEST_F(BackupScheduleTest, FailuresAreToldAndTriedAgain) {
  const BackupSchedule schedule(Options(milliseconds(5)));
  WaitFor(schedule, [](const BackupState& state) { return state.failed >= 2; });
  EXPECT_FALSE(schedule.State().newest.has_value());
  EXPECT_NE(Log().find("backup: none was made, and those before it are kept: " + ledger_), std::string::npos) << Log();
  MakeLedger();
  WaitFor(schedule, [](const BackupState& state) { return state.made >= 1; });
}

// Its end would otherwise take as long as the check of a large ledger.
TEST_F(BackupScheduleTest, ItsEndBreaksOffTheOneThatIsBeingMade) {
  MakeLedger();
  std::atomic<int> begun = 0;
  {
    BackupScheduleOptions options = Options(milliseconds(1));
    options.now = [&begun] {
      ++begun;
      return WallNow();
    };
    const BackupSchedule schedule(options);
    while (begun < 3) std::this_thread::yield();
  }
  for (const auto& file : std::filesystem::directory_iterator(folder_)) {
    EXPECT_EQ(file.path().extension(), ".db") << file.path();
  }
}

}  // namespace
}  // namespace flagfall::arena::backup
