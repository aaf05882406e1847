#ifndef ARENA_STORE_SECOND_GAMES_H_
#define ARENA_STORE_SECOND_GAMES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/store/database.h"
#include "arena/store/workers.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"

// Games that a second worker has played too. They count nowhere: they only show whether workers play alike.
namespace flagfall::arena::store {

// A game as a second worker has played it.
struct SecondGame {
  WorkerName worker;
  // When it ended; since 1970.
  Micros end{};
  // With the id of the game that counts.
  v1::GameRecord record = {};
};

// Whether bots have chosen the same actions in both records, and both ended alike; when they did so does not matter.
bool ArePlayedAlike(const v1::GameRecord& one, const v1::GameRecord& other);

// Stores the game beside the one that counts. Does nothing where this worker's is stored already, or no game counts
// that it could be compared with. Errors as Database's and FindRecord's.
absl::Status StoreSecondGame(Database& database, const SecondGame& game);

// How many games of a pairing were played by these two workers, alike or not.
struct ComparedGames {
  std::int64_t tournament_id = 0;
  std::string red;
  std::string blue;
  // The one whose game counts, and the second. Neither is suspected.
  std::int64_t first = 0;
  std::int64_t second = 0;
  bool is_same = false;
  std::int64_t games = 0;
};

// Counts the compared games of all tournaments in which any of the workers has played, but for those that suspected
// workers played, and those that a worker handed in before a host trusted it in spite of a suspicion.
absl::StatusOr<std::vector<ComparedGames>> GamesCompared(Database& database, absl::Span<const std::int64_t> workers);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_SECOND_GAMES_H_
