#include "arena/queries/check_ledger.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

#include "arena/queries/check_schedules.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/schedule.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::queries {
namespace {

class CheckLedgerTest : public testing::Test {
 protected:
  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  std::int64_t tournament_ = store::Furnish(*database_);
};

TEST_F(CheckLedgerTest, ALedgerIsSoundWhereNoCheckFindsAnything) {
  for (const LedgerCheck& part : LedgerChecks()) EXPECT_THAT(part.check(*database_), IsOk()) << part.name;
  ASSERT_THAT(store::MustStore(*database_, store::ResultOf(tournament_, 1)).status, IsOk());
  ASSERT_TRUE(database_->Execute("DROP TRIGGER games_are_final; UPDATE games SET plies = plies + 1").ok());
  int damaged = 0;
  for (const LedgerCheck& part : LedgerChecks()) damaged += !part.check(*database_).ok();
  EXPECT_GE(damaged, 1) << "a row that is not what its record says";
}

TEST_F(CheckLedgerTest, TheFirstOfAPairIsThatOfTheSchedule) {
  const v1::TournamentSpec spec = store::FindTournament(*database_, tournament_)->spec;
  tournament::Schedule schedule = tournament::MakeSchedule(spec);
  std::uint32_t second = 0;
  while (second == 0) {
    const auto game = schedule.Take([](const tournament::ScheduledGame&) { return true; });
    ASSERT_TRUE(game.has_value());
    store::GameResult result = store::ResultOf(tournament_, game->number, spec.bots(game->red), spec.bots(game->blue));
    result.round = game->round;
    result.first_of_pair = game->first_of_pair;
    ASSERT_THAT(store::MustStore(*database_, result).status, IsOk());
    if (game->first_of_pair != 0) second = game->number;
  }
  EXPECT_THAT(CheckSchedules(*database_), IsOk());
  ASSERT_TRUE(database_->Execute("DROP TRIGGER games_are_final; UPDATE games SET first_of_pair = NULL").ok());
  EXPECT_THAT(CheckSchedules(*database_), IsError(absl::StatusCode::kDataLoss, "stored as a game without partner"));
  ASSERT_TRUE(database_->Execute("DROP TRIGGER older_rows_stay; UPDATE older_rows SET sequence = 99").ok());
  EXPECT_THAT(CheckSchedules(*database_), IsOk()) << "as stored before it was kept";
  ASSERT_TRUE(database_->Execute("UPDATE games SET first_of_pair = 2 WHERE number > 2").ok());
  EXPECT_THAT(CheckSchedules(*database_),
              IsError(absl::StatusCode::kDataLoss, "the first of its pair is game 1, not 2"));
}

}  // namespace
}  // namespace flagfall::arena::queries
