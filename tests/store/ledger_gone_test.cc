// A ledger whose files are taken away while it is open: nothing is acknowledged after that, and nothing that was
// acknowledged before is lost.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "arena/store/bots.h"
#include "arena/store/check.h"
#include "arena/store/database.h"
#include "arena/store/errors.h"
#include "arena/store/games.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kStored = 5;

class LedgerGoneTest : public testing::Test {
 protected:
  void SetUp() override {
    tournament_ = Furnish(*database_);
    for (std::uint32_t number = 1; number <= kStored; ++number) MustStore(*database_, ResultOf(tournament_, number));
  }

  absl::Status Store(std::uint32_t number) {
    return StoreResults(*database_, std::vector<GameResult>{ResultOf(tournament_, number)}).status();
  }

  // Puts the copy in the ledger's place, as the error says, and expects all that was acknowledged there.
  void ExpectThatTheCopyGoesOn(const std::vector<std::string>& moved_away = {"", "-wal", "-shm"}) {
    database_.reset();
    for (const std::string& file : moved_away) fs::remove(path_ + file);
    fs::rename(path_ + ".saved", path_);
    database_ = MustOpen(path_);
    EXPECT_THAT(CheckIntegrity(*database_), IsOk());
    EXPECT_THAT(CheckGames(*database_), IsOk());
    EXPECT_THAT(CheckRatings(*database_), IsOk());
    EXPECT_EQ(TournamentGames(*database_, tournament_)->size(), kStored);
    EXPECT_THAT(Store(kStored + 1), IsOk());
  }

  TempDir dir_;
  std::string home_ = dir_.At("home");
  std::string path_ = home_ + "/" + kDatabaseFileName;
  std::unique_ptr<Database> database_ = (fs::create_directory(home_), MustOpen(path_));
  std::int64_t tournament_ = 0;
};

TEST_F(LedgerGoneTest, ADeletedFileIsToldByTheNextCommitAndACopySaved) {
  fs::remove(path_);
  const absl::Status gone = Store(kStored + 1);
  EXPECT_THAT(gone,
              IsError(absl::StatusCode::kDataLoss, path_ + " was deleted or moved away while the ledger was open"));
  EXPECT_THAT(gone, IsError(absl::StatusCode::kDataLoss, "5 games had been stored, up to game 1-5"));
  EXPECT_THAT(gone, IsError(absl::StatusCode::kDataLoss, path_ + ".saved"));
  EXPECT_TRUE(IsLedgerFailure(gone) && IsLedgerGone(gone));
  ExpectThatTheCopyGoesOn();
}

// The log is the copy's own as well, since the copy has the same pages.
TEST_F(LedgerGoneTest, ACopyBesideTheOldLogIsWholeToo) {
  fs::remove(path_);
  EXPECT_THAT(Store(kStored + 1), IsError(absl::StatusCode::kDataLoss, "was deleted"));
  EXPECT_TRUE(fs::exists(path_ + "-wal"));
  ExpectThatTheCopyGoesOn({});
}

TEST_F(LedgerGoneTest, NothingIsStoredAfterItEvenIfAFileComesBack) {
  fs::rename(path_, path_ + ".away");
  const absl::Status gone = Store(kStored + 1);
  ASSERT_THAT(gone, IsError(absl::StatusCode::kDataLoss, "was deleted or moved away"));
  fs::rename(path_ + ".away", path_);
  EXPECT_EQ(Store(kStored + 1), gone);
  EXPECT_EQ(SuspendBot(*database_, "ann", "why"), gone) << "a statement that is no transaction commits too";
  EXPECT_FALSE(fs::exists(path_ + ".saved-2")) << "one copy is enough";
  database_.reset();
  database_ = MustOpen(path_);
  EXPECT_EQ(TournamentGames(*database_, tournament_)->size(), kStored);
  EXPECT_EQ(FindBot(*database_, "ann")->State(), v1::Bot::STATE_READY);
}

TEST_F(LedgerGoneTest, ASingleStatementThatFindsItSavesTheCopy) {
  fs::remove(path_);
  EXPECT_THAT(SuspendBot(*database_, "ann", "why"), IsError(absl::StatusCode::kDataLoss, "5 games had been stored"));
  ExpectThatTheCopyGoesOn();
  EXPECT_EQ(FindBot(*database_, "ann")->State(), v1::Bot::STATE_READY);
}

TEST_F(LedgerGoneTest, AnotherFileInItsPlace) {
  { std::ofstream(path_ + ".other") << "another"; }
  fs::rename(path_ + ".other", path_);
  EXPECT_THAT(Store(kStored + 1), IsError(absl::StatusCode::kDataLoss, path_ + " was replaced by another file"));
  ExpectThatTheCopyGoesOn();
}

// Until the next checkpoint the results are there alone, and a reader who opens the ledger now does not find them.
TEST_F(LedgerGoneTest, ADeletedLog) {
  fs::remove(path_ + "-wal");
  EXPECT_THAT(Store(kStored + 1), IsError(absl::StatusCode::kDataLoss, path_ + "-wal was deleted or moved away"));
  ExpectThatTheCopyGoesOn();
}

TEST_F(LedgerGoneTest, AFileThatGoesAwayDuringACommitIsToldToo) {
  auto transaction = Transaction::BeginWriting(*database_);
  ASSERT_THAT(transaction, IsOk());
  ASSERT_THAT(SuspendBot(*database_, "ann", "why"), IsOk());
  fs::remove(path_);
  EXPECT_THAT(transaction->Commit(), IsError(absl::StatusCode::kDataLoss, "was deleted"));
}

TEST_F(LedgerGoneTest, WithItsWholeFolderNoCopyCanBeMade) {
  fs::remove_all(home_);
  EXPECT_THAT(Store(kStored + 1), IsError(absl::StatusCode::kDataLoss, "the ledger could not be copied"));
  EXPECT_THAT(Store(kStored + 1), IsError(absl::StatusCode::kDataLoss, "5 games had been stored, up to game 1-5"));
}

TEST_F(LedgerGoneTest, AnOlderCopyIsNotOverwritten) {
  std::ofstream(path_ + ".saved") << "older";
  fs::remove(path_);
  EXPECT_THAT(Store(kStored + 1), IsError(absl::StatusCode::kDataLoss, path_ + ".saved-2"));
  EXPECT_EQ(fs::file_size(path_ + ".saved"), 5u);
}

}  // namespace
}  // namespace flagfall::arena::store
