// A ledger with a tournament of two bots, to be run.
#ifndef TESTS_RUNNER_STORED_TOURNAMENT_H_
#define TESTS_RUNNER_STORED_TOURNAMENT_H_

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <memory>

#include "arena/store/bots.h"
#include "arena/store/database.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/spec.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::runner {

struct StoredTournament {
  std::unique_ptr<store::Database> database;
  store::Tournament tournament;
};

// `spec`: without its bots, which are anna and ben, both like `bot` but for the name. Ends the program where a step
// fails.
inline StoredTournament StoreTournament(const TempDir& dir, v1::TournamentSpec spec, store::Bot bot) {
  StoredTournament stored;
  stored.database = store::Database::OpenForWriting(dir.At(store::kDatabaseFileName)).value();
  bot.manifest.set_version("1");
  for (const char* name : {"anna", "ben"}) {
    bot.manifest.set_name(name);
    EXPECT_THAT(store::AddBot(*stored.database, bot), IsOk());
    spec.add_bots(name);
  }
  const v1::TournamentSpec complete =
      tournament::CompleteSpec(spec, {.cores = 1, .draw_seed = [] { return 7; }}).value();
  const std::int64_t id =
      store::CreateTournament(*stored.database, complete, complete.ruleset().id(), std::chrono::seconds(1)).value();
  stored.tournament = store::FindTournament(*stored.database, id).value();
  return stored;
}

}  // namespace flagfall::arena::runner

#endif  // TESTS_RUNNER_STORED_TOURNAMENT_H_
