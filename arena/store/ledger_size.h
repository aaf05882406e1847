#ifndef ARENA_STORE_LEDGER_SIZE_H_
#define ARENA_STORE_LEDGER_SIZE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/store/database.h"

namespace flagfall::arena::store {

// How much the ledger holds. Only games that count are counted.
struct LedgerSize {
  std::int64_t bots = 0;
  std::int64_t tournaments = 0;
  std::int64_t games = 0;
};

absl::StatusOr<LedgerSize> SizeOf(Database& database);

// A pool: games that are rated together.
struct PoolSize {
  // The name, as in `classic[two_squares=2]`.
  std::string pool;
  std::int64_t bots = 0;
  std::int64_t games = 0;
};

// Returns the pools with rated games, ordered by name.
absl::StatusOr<std::vector<PoolSize>> PoolSizes(Database& database);

// Returns the sequence of the game that was stored last (GameSummary::sequence); 0 when there is none.
absl::StatusOr<std::int64_t> NewestSequence(Database& database);

// Returns a number that differs from that of the previous call if another connection has changed the ledger in between.
// Numbers of different connections cannot be compared.
absl::StatusOr<std::int64_t> ChangesSeen(Database& database);

// What the databases of this process hold in memory, in bytes: most of it pages of their files.
std::int64_t MemoryOfDatabases();

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_LEDGER_SIZE_H_
