// What the simulated ledgers have found, one by one: each of these failed once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "arena/store/check.h"
#include "arena/store/database.h"
#include "arena/store/errors.h"
#include "arena/store/games.h"
#include "arena/store/results.h"
#include "arena/store/users.h"
#include "tests/power_cuts/disk.h"
#include "tests/power_cuts/disk_vfs.h"
#include "tests/power_cuts/starts.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"

namespace flagfall::power_cuts {
namespace {

namespace store = arena::store;

class MendedTest : public testing::Test {
 protected:
  absl::Status Open() {
    ledger_.reset();
    auto ledger = store::Database::OpenForWriting(LedgerPath(), {.vfs = vfs_.name()});
    if (ledger.ok()) ledger_ = *std::move(ledger);
    return ledger.status();
  }

  // Hands in a game's result; the same each time.
  absl::StatusOr<std::vector<store::Receipt>> Store(std::uint32_t number) {
    const store::GameResult result = store::ResultOf(1, number);
    return store::StoreResults(*ledger_, {&result, 1});
  }

  // Another process has the ledger from now on, on the machine as it is.
  absl::Status OpenAfterKill() {
    disk_.Boot();
    return Open();
  }

  // The power goes at the next write of a ledger that is open, and nothing is kept that was not synced.
  absl::Status OpenAfterPowerCut() {
    disk_.Arm({.kind = FaultKind::kPowerCut, .seed = SeedThatLosesAll()});
    EXPECT_FALSE(Store(90).ok());
    EXPECT_FALSE(disk_.is_on());
    return OpenAfterKill();
  }

  bool Has(std::uint32_t number) { return store::FindGame(*ledger_, store::GameIdOf(1, number)).ok(); }

  Disk disk_;
  DiskVfs vfs_{"power_cuts_mended", disk_};
  std::unique_ptr<store::Database> ledger_;

 private:
  static std::uint64_t SeedThatLosesAll() {
    // See DrawMercy.
    for (std::uint64_t seed = 1;; ++seed) {
      if (std::mt19937_64(seed)() % 6 == 0) return seed;
    }
  }
};

TEST_F(MendedTest, AResultThatIsHandedInAgainAfterAKillIsDurable) {
  ASSERT_THAT(Open(), IsOk());
  store::Furnish(*ledger_);
  // Killed between the write of the commit and its sync.
  disk_.Arm({.kind = FaultKind::kKill, .is_at_sync = true});
  ASSERT_FALSE(Store(1).ok());
  ASSERT_THAT(OpenAfterKill(), IsOk());
  EXPECT_TRUE(store::MustStore(*ledger_, store::ResultOf(1, 1)).was_stored) << "this acknowledges it";
  ASSERT_THAT(OpenAfterPowerCut(), IsOk());
  EXPECT_TRUE(Has(1));
}

TEST_F(MendedTest, WhatCouldNotBeSyncedIsNotBuiltUpon) {
  ASSERT_THAT(Open(), IsOk());
  store::Furnish(*ledger_);
  disk_.Arm({.kind = FaultKind::kSyncError});
  ASSERT_THAT(Store(1), IsError(absl::StatusCode::kInternal, "disk I/O"));
  EXPECT_FALSE(Has(1));
  ASSERT_THAT(OpenAfterKill(), IsOk());
  EXPECT_FALSE(Has(1)) << "it was in the log, and is not on the disk";
  EXPECT_FALSE(store::MustStore(*ledger_, store::ResultOf(1, 2)).was_stored);
  ASSERT_THAT(OpenAfterPowerCut(), IsOk());
  EXPECT_FALSE(Has(1));
  EXPECT_TRUE(Has(2)) << "it was acknowledged";
}

TEST_F(MendedTest, ALogThatIsFirstRefusedIsWrittenAnew) {
  ASSERT_THAT(Open(), IsOk());
  store::Furnish(*ledger_);
  disk_.Arm({.kind = FaultKind::kKill, .is_at_sync = true});
  ASSERT_FALSE(Store(1).ok());
  disk_.Boot();
  disk_.Arm({.kind = FaultKind::kSyncError, .seed = 1});
  ASSERT_THAT(Open(), IsOk());
  EXPECT_TRUE(store::MustStore(*ledger_, store::ResultOf(1, 1)).was_stored);
  ASSERT_THAT(OpenAfterPowerCut(), IsOk());
  EXPECT_TRUE(Has(1));
}

TEST_F(MendedTest, ForgottenSessionsAreNotMissing) {
  ASSERT_THAT(Open(), IsOk());
  ASSERT_THAT(store::AddUser(*ledger_, "ann", v1::User::ROLE_OWNER, Micros(1)), IsOk());
  for (int day = 1; day < 4; ++day) {
    const std::string hash(32, static_cast<char>(day));
    // The one before is over, and is forgotten.
    ASSERT_THAT(store::AddSession(*ledger_, "ann", 0, Micros(10 * day + 5), hash, Micros(10 * day)), IsOk());
  }
  ASSERT_EQ(store::ListTokens(*ledger_, std::nullopt)->size(), 1u);
  EXPECT_THAT(store::CheckTournaments(*ledger_), IsOk());
  ASSERT_THAT(store::AddToken(*ledger_, {.user = "ann"}, std::string(32, 'a'), Micros(50)), IsOk());
  ASSERT_THAT(store::AddToken(*ledger_, {.user = "ann"}, std::string(32, 'b'), Micros(50)), IsOk());
  EXPECT_THAT(store::CheckTournaments(*ledger_), IsOk());
  ASSERT_THAT(ledger_->Execute("DELETE FROM tokens WHERE token_id = 4"), IsOk());
  EXPECT_THAT(store::CheckTournaments(*ledger_), IsError(absl::StatusCode::kDataLoss, "token 4 is missing"));
  ASSERT_THAT(ledger_->Execute("DELETE FROM tokens WHERE token_id = 5"), IsOk());
  EXPECT_THAT(store::CheckTournaments(*ledger_), IsError(absl::StatusCode::kDataLoss, "token 4 is missing"));
}

TEST_F(MendedTest, ADiskThatFailsDuringAMigrationIsNotADamagedLedger) {
  int failed = 0;
  // A new ledger changes the disk more than a hundred times.
  for (std::uint64_t change = 0; change < 100; change += 5) {
    Disk disk;
    DiskVfs vfs("power_cuts_migration", disk);
    disk.Arm({.kind = FaultKind::kWriteError, .operation = change});
    const absl::Status status = store::Database::OpenForWriting(LedgerPath(), {.vfs = vfs.name()}).status();
    if (status.ok()) continue;
    ++failed;
    EXPECT_TRUE(store::IsLedgerFailure(status)) << status;
    EXPECT_FALSE(absl::IsDataLoss(status)) << "at change " << change << ": " << status;
    EXPECT_THAT(store::Database::OpenForWriting(LedgerPath(), {.vfs = vfs.name()}), IsOk());
  }
  EXPECT_GT(failed, 5);
}

TEST_F(MendedTest, ADiskThatFailsToReadIsNotADamagedLedger) {
  BeginLife(/*seed=*/1, disk_, disk_);
  ASSERT_THAT(Open(), IsOk());
  // A record that goes on in pages of its own.
  store::GameResult large = store::ResultOf(1, 1);
  large.record.mutable_outcome()->set_detail(std::string(50'000, 'x'));
  ASSERT_THAT(store::MustStore(*ledger_, large).status, IsOk());
  int failed = 0;
  for (std::uint64_t read = 0; read < 400; read += 7) {
    ledger_.reset();
    disk_.Disarm();
    disk_.Arm({.kind = FaultKind::kReadError, .operation = read});
    const absl::Status status = Open();
    if (status.ok()) continue;
    ++failed;
    EXPECT_THAT(status, IsError(absl::StatusCode::kInternal, "SQLite code")) << "at read " << read;
  }
  EXPECT_GT(failed, 5);
}

}  // namespace
}  // namespace flagfall::power_cuts
