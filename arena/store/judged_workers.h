#ifndef ARENA_STORE_JUDGED_WORKERS_H_
#define ARENA_STORE_JUDGED_WORKERS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/store/database.h"
#include "arena/store/workers.h"
#include "flagfall/v1/game.pb.h"
#include "referee/base/micros.h"

// Which workers' results are to be compared with those of other machines, what is compared, and what came of it.
namespace flagfall::arena::store {

// A worker to which games are leased, and how many it has handed in that are compared, void ones too.
struct JudgedWorker {
  std::int64_t key = 0;
  WorkerName name;
  std::int64_t games = 0;
};

// Returns the workers that have handed in as many games as their next look waits for.
absl::StatusOr<std::vector<JudgedWorker>> WorkersToJudge(Database& database);

// Returns how many workers have handed in a game.
absl::StatusOr<std::int64_t> CountWorkers(Database& database);

// How many games of a tournament have the same bots, machine, result and end.
struct JudgedGames {
  std::int64_t tournament_id = 0;
  std::string red;
  std::string blue;
  // 0: the home's own machine.
  std::int64_t worker = 0;
  // RESULT_VOID of attempts that came to nothing.
  v1::Result result = v1::RESULT_UNSPECIFIED;
  bool is_time_loss = false;
  std::int64_t games = 0;
};

// Counts the games of all tournaments in which any of the workers has played, by whichever machine, those of second
// workers (second_games.h) too. Left out are games of workers that are suspected, what a worker handed in before a host
// trusted it in spite of a suspicion, and games that bots lost without being there and no worker played.
absl::StatusOr<std::vector<JudgedGames>> GamesToJudge(Database& database, absl::Span<const std::int64_t> workers);

// The worker is judged next when it has handed in so many.
absl::Status NoteLook(Database& database, std::int64_t worker, std::int64_t next_look_games);

// No games are leased to the worker, for this reason, until TrustWorker.
absl::Status SuspectWorker(Database& database, std::int64_t worker, absl::string_view reason);

// Ends the suspicion. What the worker has handed in before stays, and is not compared any more. NOT_FOUND when there is
// no such worker, FAILED_PRECONDITION when it is not suspected.
absl::Status TrustWorker(Database& database, const WorkerName& worker, Micros now);

// Returns why no games are leased to workers, of those to which none are.
absl::StatusOr<std::map<WorkerName, std::string>> SuspectedWorkers(Database& database);

// Returns a worker's name by its key.
absl::StatusOr<WorkerName> NameOfWorker(Database& database, std::int64_t worker);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_JUDGED_WORKERS_H_
