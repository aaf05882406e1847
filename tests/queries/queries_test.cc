#include "arena/queries/queries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "arena/queries/check_ledger.h"
#include "tests/store/ledger.h"
#include "tests/store/temp_dir.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena {
namespace {

class QueriesTest : public testing::Test {
 protected:
  TempDir dir_;
  const std::string path_ = dir_.File(kDatabaseFileName);
  std::unique_ptr<Database> database_ = MustOpen(path_);
  std::int64_t tournament_ = Furnish(*database_);
};

TEST_F(QueriesTest, AnAnswerIsOfOneStateOfTheLedgerWhateverIsStoredMeanwhile) {
  auto reader = Database::OpenForReading(path_);
  ASSERT_THAT(reader, IsOk());
  std::atomic<bool> is_done = false;
  std::thread writer([&] {
    for (std::uint32_t number = 1; number <= 300; ++number) MustStore(*database_, ResultOf(tournament_, number));
    is_done = true;
  });
  v1::GetTournamentRequest request;
  request.set_id(static_cast<std::uint32_t>(tournament_));
  bool is_last = false;
  do {
    is_last = is_done;
    const auto answer = Answer(**reader, request);
    EXPECT_THAT(answer, IsOk());
    std::uint32_t games = 0;
    for (const v1::TournamentStanding& standing : answer->standings()) games += standing.games();
    EXPECT_EQ(games, 2 * answer->games_stored());
  } while (!is_last);
  writer.join();
}

TEST_F(QueriesTest, ALedgerIsSoundWhereNoCheckFindsAnything) {
  for (const LedgerCheck& part : LedgerChecks()) EXPECT_THAT(part.check(*database_), IsOk()) << part.name;
  ASSERT_THAT(MustStore(*database_, ResultOf(tournament_, 1)).status, IsOk());
  ASSERT_TRUE(database_->Execute("DROP TRIGGER games_are_final; UPDATE games SET plies = plies + 1").ok());
  int damaged = 0;
  for (const LedgerCheck& part : LedgerChecks()) damaged += !part.check(*database_).ok();
  EXPECT_GE(damaged, 1) << "a row that is not what its record says";
}

}  // namespace
}  // namespace flagfall::arena
