// The comparison of games with their records finds every change that bypasses the ledger.
#include <gtest/gtest.h>

#include <filesystem>

#include "arena/store/check.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

class CheckGamesTest : public testing::Test {
 protected:
  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  std::int64_t tournament_ = Furnish(*database_);
};

TEST_F(CheckGamesTest, FindsEveryTampering) {
  for (std::uint32_t number = 1; number <= 10; ++number) MustStore(*database_, DrawnResult(1, number, number * 977));
  GameResult void_game = ResultOf(1, 11, "ann", "bob", v1::RESULT_VOID);
  MustStore(*database_, void_game);
  ASSERT_THAT(CheckGames(*database_), IsOk());
  for (const char* trigger : {"games_are_final", "games_are_kept", "game_records_are_final", "game_records_are_kept",
                              "void_games_are_final"}) {
    ASSERT_THAT(database_->Execute((std::string("DROP TRIGGER ") + trigger).c_str()), IsOk());
  }
  ASSERT_THAT(database_->Execute("PRAGMA foreign_keys = OFF"), IsOk());
  // The ledger is closed, so that the file is complete.
  database_.reset();
  for (const char* tampering : {
           "UPDATE games SET plies = plies + 1 WHERE sequence = 3",
           "UPDATE games SET result = iif(result = 'draw', 'red_wins', 'draw') WHERE sequence = 5",
           "UPDATE games SET reason = 'resigned' WHERE sequence = 2",
           "UPDATE games SET detail = 'nothing happened' WHERE sequence = 2",
           "UPDATE games SET start_time_us = start_time_us + 1 WHERE sequence = 1",
           "UPDATE games SET duration_us = duration_us + 1 WHERE sequence = 10",
           "UPDATE games SET red_bot_id = blue_bot_id, blue_bot_id = red_bot_id WHERE sequence = 4",
           "UPDATE games SET record_sha256 = zeroblob(32) WHERE sequence = 6",
           "UPDATE game_records SET record = (SELECT record FROM game_records WHERE sequence = 1) WHERE sequence = 7",
           "UPDATE game_records SET record = zeroblob(100) WHERE sequence = 8",
           "UPDATE game_records SET record = substr(record, 1, length(record) - 1) WHERE sequence = 8",
           "DELETE FROM game_records WHERE sequence = 9",
           "PRAGMA foreign_keys = OFF; INSERT INTO game_records VALUES (77, zeroblob(3))",
           "UPDATE games SET red_away_us = red_away_us + 1 WHERE sequence = 3",
           "UPDATE games SET blue_unsent_us = blue_unsent_us + 1 WHERE sequence = 3",
           "UPDATE games SET blue_host_delay_us = blue_host_delay_us + 1 WHERE sequence = 3",
           "UPDATE void_games SET red_bot_id = blue_bot_id",
           "UPDATE void_games SET plies = plies + 1",
           "UPDATE void_games SET reason = 'resigned'",
           "UPDATE void_games SET record = zeroblob(5)",
       }) {
    const std::string copy = dir_.At("tampered.db");
    std::filesystem::copy_file(dir_.At(kDatabaseFileName), copy, std::filesystem::copy_options::overwrite_existing);
    const auto tampered = MustOpen(copy);
    ASSERT_THAT(CheckGames(*tampered), IsOk());
    ASSERT_THAT(tampered->Execute(tampering), IsOk()) << tampering;
    EXPECT_THAT(CheckGames(*tampered), IsError(absl::StatusCode::kDataLoss, "")) << tampering;
  }
}

}  // namespace
}  // namespace flagfall::arena::store
