#ifndef ARENA_STORE_LEDGER_SIZE_H_
#define ARENA_STORE_LEDGER_SIZE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/store/database.h"

namespace flagfall::arena {

// How much there is. A game is one that counts.
struct LedgerSize {
  std::int64_t bots = 0;
  std::int64_t tournaments = 0;
  std::int64_t games = 0;
};

absl::StatusOr<LedgerSize> SizeOf(Database& database);

// Games that are rated together.
struct PoolSize {
  // As in `classic[two_squares=2]`.
  std::string pool;
  std::int64_t bots = 0;
  std::int64_t games = 0;
};

// The pools with rated games, ordered by name.
absl::StatusOr<std::vector<PoolSize>> PoolSizes(Database& database);

// That of the game that was stored last; 0 when there is none. See GameSummary::sequence.
absl::StatusOr<std::int64_t> NewestSequence(Database& database);

// A number that is another one whenever other connections have changed anything since the last call on this one. Of
// different connections it cannot be compared.
absl::StatusOr<std::int64_t> ChangesSeen(Database& database);

}  // namespace flagfall::arena

#endif  // ARENA_STORE_LEDGER_SIZE_H_
