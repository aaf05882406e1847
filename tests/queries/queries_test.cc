#include "arena/queries/queries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "arena/queries/check_ledger.h"
#include "arena/queries/check_schedules.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/schedule.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena {
namespace {

class QueriesTest : public testing::Test {
 protected:
  TempDir dir_;
  const std::string path_ = dir_.At(kDatabaseFileName);
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

TEST_F(QueriesTest, TheFirstOfAPairIsThatOfTheSchedule) {
  const v1::TournamentSpec spec = FindTournament(*database_, tournament_)->spec;
  Schedule schedule = MakeSchedule(spec);
  std::uint32_t second = 0;
  while (second == 0) {
    const auto game = schedule.Take([](const ScheduledGame&) { return true; });
    ASSERT_TRUE(game.has_value());
    GameResult result = ResultOf(tournament_, game->number, spec.bots(game->red), spec.bots(game->blue));
    result.first_of_pair = game->first_of_pair;
    ASSERT_THAT(MustStore(*database_, result).status, IsOk());
    if (game->first_of_pair != 0) second = game->number;
  }
  EXPECT_THAT(CheckSchedules(*database_), IsOk());
  ASSERT_TRUE(database_->Execute("DROP TRIGGER games_are_final; UPDATE games SET first_of_pair = NULL").ok());
  EXPECT_THAT(CheckSchedules(*database_), IsOk()) << "as stored before it was kept";
  ASSERT_TRUE(database_->Execute("UPDATE games SET first_of_pair = 2 WHERE number > 2").ok());
  EXPECT_THAT(CheckSchedules(*database_),
              IsError(absl::StatusCode::kDataLoss, "the first of its pair is game 1, not 2"));
}

}  // namespace
}  // namespace flagfall::arena
