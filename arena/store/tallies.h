#ifndef ARENA_STORE_TALLIES_H_
#define ARENA_STORE_TALLIES_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "referee/base/micros.h"

namespace flagfall::arena::store {

// The games that count, counted. A stored game never changes and is never deleted, so the next count goes on behind the
// one before.
struct GamesTally {
  // GameSummary::sequence of the newest game that is counted.
  std::int64_t newest = 0;
  std::int64_t plies = 0;
  // By the words for results and reasons, as in "red_wins" and "flag_captured".
  std::map<std::string, std::int64_t> by_result;
  std::map<std::string, std::int64_t> by_reason;
  // By the tournament's id.
  std::map<std::int64_t, std::int64_t> by_tournament;
};

// Adds the games that were stored since.
absl::Status AddNewGames(Database& database, GamesTally& tally);

// The rest of a ledger, counted.
struct LedgerTally {
  // Attempts that do not count, by their reasons.
  std::map<std::string, std::int64_t> void_games;
  // The state of each tournament by its id, as in "queued".
  std::map<std::int64_t, std::string> tournaments;
  // Games that wait for a worker that can play them.
  std::int64_t waiting_games = 0;
  // Submissions that are neither ready nor failed.
  std::int64_t submissions_under_way = 0;
  struct Worker {
    Micros seen{};
    bool is_suspected = false;
  };
  std::vector<Worker> workers;
};

absl::StatusOr<LedgerTally> TallyOf(Database& database);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_TALLIES_H_
