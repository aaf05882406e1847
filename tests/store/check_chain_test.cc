#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "arena/store/chain.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

class CheckChainTest : public testing::Test {
 protected:
  struct Alteration {
    const char* sql;
    // What the check says of it.
    const char* what;
  };
  void ExpectNamed(const std::vector<Alteration>& alterations) {
    StoreSome(*database_, tournament_);
    ASSERT_THAT(SetTournamentState(*database_, tournament_, v1::Tournament::STATE_FINISHED, Micros(9)), IsOk());
    DropTriggers(*database_);
    ASSERT_THAT(CheckChain(*database_, {}), IsOk());
    for (const auto& [sql, what] : alterations) {
      // Each on a copy of its own, since CheckChain begins a transaction.
      const auto copy = Database::OpenInMemory();
      ASSERT_THAT(copy, IsOk());
      CopyInto(*database_, **copy);
      ASSERT_THAT((*copy)->Execute(sql), IsOk()) << sql;
      EXPECT_THAT(CheckChain(**copy, {}).status(), IsError(absl::StatusCode::kDataLoss, what)) << sql;
    }
  }

  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  const std::int64_t tournament_ = Furnish(*database_);
};

TEST_F(CheckChainTest, WhatIsAlteredIsNamed) {
  ExpectNamed({
      {"UPDATE games SET result = 'draw' WHERE number = 1", "the result of game 1-1"},
      {"UPDATE games SET red_bot_id = (SELECT bot_id FROM bots WHERE name = 'dot') WHERE number = 1",
       "the result of game 1-1"},
      {"UPDATE games SET reason = 'resignation' WHERE number = 3", "the result of game 1-3"},
      {"UPDATE rating_changes SET change = change + 1 WHERE step = 2", "the rating of game 1-2"},
      {"UPDATE void_games SET detail = 'x'", "the void attempt of game 1-2, attempt 1"},
      {"UPDATE tournaments SET spec_sha256 = zeroblob(32)", "game 1-1"},
      {"UPDATE game_records SET record = (SELECT record FROM game_records WHERE sequence = 2) WHERE sequence = 1",
       "game 1-1: the stored record is damaged: its SHA-256"},
      {"DELETE FROM game_records WHERE sequence = 1", "game 1-1 has no record"},
      {"UPDATE void_games SET record = (SELECT record FROM game_records WHERE sequence = 2)",
       "void attempt 1 at game 1-2: the stored record is damaged: its SHA-256"},
      {"DELETE FROM games WHERE number = 4", "game 1-4, attempt 1): the ledger does not hold it any more"},
      {"DELETE FROM void_games", "game 1-2, attempt 1): the ledger does not hold it any more"},
      {"DELETE FROM games WHERE number = 4; DELETE FROM chain WHERE game_id = '1-4'", "the chain has no link"},
      {"UPDATE chain SET link = -link WHERE link IN (3, 5); UPDATE chain SET link = iif(link = -3, 5, 3) WHERE link < "
       "0",
       "its place"},
      {"INSERT INTO games SELECT 99, '1-9', 1, 9, round, red_bot_id, blue_bot_id, result, reason, detail, plies, "
       "attempt,"
       "  start_time_us, duration_us, zeroblob(32), first_of_pair, red_unsent_us, red_away_us, red_host_delay_us,"
       "  blue_unsent_us, blue_away_us, blue_host_delay_us, worker_id FROM games WHERE number = 1",
       "game 1-9 has been put in"},
      {"DELETE FROM chain WHERE link > 8", "has been put in"},
      {"UPDATE signed_head SET signature = zeroblob(64)", "not one of its key"},
      {"UPDATE signed_head SET head = zeroblob(32)", "not that of the chain"},
      {"UPDATE signed_head SET root = zeroblob(32)", "the signed root is not that of the tree"},
      {"UPDATE tournament_ends SET link = link - 1",
       "the head at which tournament 1 ended is not the one that was signed"},
      {"UPDATE tournament_ends SET root = zeroblob(32)",
       "the head at which tournament 1 ended is not the one that was signed"},
      {"UPDATE tournament_ends SET signature = zeroblob(64)",
       "the head at which tournament 1 ended is not the one that was signed"},
      {"PRAGMA ignore_check_constraints = ON; UPDATE tournament_ends SET root = x'', public_key = x'', signature = x''",
       "the head at which tournament 1 ended is not the one that was signed"},
      {"UPDATE tournament_ends SET link = 99", "tournament 1 ended"},
      {"DELETE FROM signed_head", "no signed head"},
  });
}

TEST_F(CheckChainTest, WhatIsAlteredBesideTheLinksIsNamed) {
  ExpectNamed({
      {"UPDATE tournaments SET spec = json_set(spec, '$.name', 'World Cup'), name = 'World Cup', state = 'stopped';"
       "DELETE FROM tournament_ends",
       "tournament 1: its spec is not the one with which it was created"},
      {"UPDATE tournaments SET spec = replace(spec, '10+0.1', '20+0.1')", "tournament 1: its spec is not the one"},
      {"UPDATE tournaments SET spec = spec || ' '", "tournament 1: its spec is not the one"},
      {"UPDATE tournaments SET name = 'World Cup'", "tournament 1: its name is not that of its spec"},
      {"UPDATE tournaments SET ruleset = 'classic[two_squares=2]'", "tournament 1: its ruleset is not that"},
      {"UPDATE tournaments SET ruleset_id = 'duel'", "tournament 1: its ruleset is not that"},
      {"UPDATE tournaments SET pool = NULL", "tournament 1: its spec says that it is rated"},
      {"UPDATE tournaments SET pool = 'duel'", "tournament 1: its pool is not the one in which its games were rated"},
      {"UPDATE tournaments SET rates_forfeits = 0", "tournament 1: its spec says something else of games that nobody"},
      {"UPDATE tournaments SET challenger = 'zoe'", "tournament 1: its challenger is not that of its spec"},
      {"UPDATE tournaments SET entries_open = 1", "tournament 1: its spec says something else than the ledger"},
      {"UPDATE tournaments SET series_id = 1, series_number = 1", "tournament 1: its series is not that of its spec"},
      {"UPDATE tournaments SET qualifier_id = 1", "tournament 1: bots play for their entry in tournament 1"},
      {"DELETE FROM tournament_ends", "the head at which tournament 1 ended has been removed"},
      {"UPDATE games SET red_unsent_us = red_unsent_us + 1 WHERE number = 1", "the time of a player of game 1-1"},
      {"UPDATE games SET blue_away_us = 7 WHERE number = 4", "the time of a player of game 1-4"},
      {"UPDATE games SET blue_host_delay_us = 7 WHERE number = 3", "the time of a player of game 1-3"},
      {"INSERT INTO set_ups VALUES (1, printf('%040d', 0)); INSERT INTO game_set_ups VALUES (1, 1, 1)",
       "the set-up of a player of game 1-1"},
      {"UPDATE games SET number = 9 WHERE number = 1", "the id of game 1-9"},
  });
}

// Somebody who can write the file and has no key would have a host sign that nothing of all this is proven.
TEST_F(CheckChainTest, AChainThatBeginsAnewIsNamed) {
  StoreSome(*database_, tournament_);
  ASSERT_THAT(database_->Execute("INSERT INTO chain (kind, game_id, attempt) VALUES ('begin', '', 0)"), IsOk());
  MustStore(*database_, ResultOf(tournament_, 5));
  EXPECT_THAT(CheckChain(*database_, {}).status(), IsError(absl::StatusCode::kDataLoss, "the chain begins once"));
}

}  // namespace
}  // namespace flagfall::arena::store
