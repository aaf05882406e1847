#ifndef ARENA_RUNNER_RUN_START_H_
#define ARENA_RUNNER_RUN_START_H_

#include <vector>

#include "absl/status/statusor.h"
#include "arena/coordinator/coordinator.h"
#include "arena/runner/tournament_runner.h"
#include "arena/store/bots.h"
#include "arena/store/database.h"
#include "arena/store/tournaments.h"
#include "referee/base/micros.h"

namespace flagfall::arena::runner {

// What a run of a tournament takes from its ledger before its first game, and leaves there after its last. No thread
// and no process: TournamentRun plays what lies between. `now` is the time since 1970.

// The bots of the spec, in its order. Errors as store::FindEnteredPlayer.
absl::StatusOr<std::vector<store::Bot>> EnteredPlayers(store::Database& database, const v1::TournamentSpec& spec);

struct Entrants {
  // In the order of the spec.
  std::vector<store::Bot> bots;
  coordinator::RunStart start;
};

// Marks the tournament as running and reads what the run starts from.
absl::StatusOr<Entrants> BeginRun(store::Database& database, const store::Tournament& tournament,
                                  const RunOptions& options, Micros now);

// Notes in the ledger how the tournament stands after a run that has ended so, and returns what RunTournament does.
// `is_pause_requested`: no new game was to begin any more.
absl::StatusOr<coordinator::RunEnd> EndRun(store::Database& database, const store::Tournament& tournament,
                                           const RunOptions& options, absl::StatusOr<coordinator::RunEnd> end,
                                           bool is_pause_requested, Micros now);

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_RUN_START_H_
