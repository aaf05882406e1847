#include "arena/queries/check_ledger.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

#include "arena/queries/check_imports.h"
#include "arena/queries/check_schedules.h"
#include "arena/store/imported_games.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/schedule.h"
#include "referee/rules/imported_record.h"
#include "referee/rules/record_text.h"
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

TEST_F(CheckLedgerTest, ImportedGamesAreComparedWithTheirRecords) {
  const char* const text =
      "# Red: ann\n# Blue: bob\n# Result: red wins, resigned\nruleset duel\n"
      "setup red a1=F b1=B c1=B d1=M e1=9 a2=3 b2=3 c2=2 d2=2 e2=S\n"
      "setup blue a10=F b10=B c10=B d10=M e10=9 a9=3 b9=3 c9=2 d9=2 e9=S\n1 a2-a3\n";
  std::int64_t import_id = 0;
  const auto record = ImportedRecordOf(*ToldByText(text));
  ASSERT_THAT(record, IsOk());
  ASSERT_THAT(
      store::StoreImported(*database_, {{.number = 1, .file = "a.txt", .record = *record}}, Micros(1), import_id),
      IsOk());
  EXPECT_THAT(CheckImports(*database_), IsOk());
  ASSERT_TRUE(database_->Execute("DROP TRIGGER imported_games_are_final; UPDATE imported_games SET red = 'eve'").ok());
  EXPECT_THAT(CheckImports(*database_), IsError(absl::StatusCode::kDataLoss, "import-1-1: its row and its record"));
  ASSERT_TRUE(database_
                  ->Execute("UPDATE imported_games SET red = 'ann'; DROP TRIGGER imported_records_are_kept; "
                            "DELETE FROM imported_records")
                  .ok());
  EXPECT_THAT(CheckImports(*database_), IsError(absl::StatusCode::kDataLoss, "import-1-1"));
}

TEST_F(CheckLedgerTest, TheFirstOfAPairIsThatOfTheSchedule) {
  const v1::TournamentSpec spec = store::FindTournament(*database_, tournament_)->spec;
  tournament::Schedule schedule(tournament::MakeFormat(spec));
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
  ASSERT_TRUE(database_->Execute("UPDATE games SET first_of_pair = 2 WHERE number > 2").ok());
  EXPECT_THAT(CheckSchedules(*database_),
              IsError(absl::StatusCode::kDataLoss, "the first of its pair is game 1, not 2"));
}

}  // namespace
}  // namespace flagfall::arena::queries
