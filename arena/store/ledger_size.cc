#include "arena/store/ledger_size.h"

#include <sqlite3.h>

#include "referee/base/status_macros.h"

namespace flagfall::arena::store {

absl::StatusOr<LedgerSize> SizeOf(Database& database) {
  Statement select = database.Prepare(
      "SELECT (SELECT count(*) FROM entries), (SELECT count(*) FROM tournaments), (SELECT count(*) FROM games)");
  FLAGFALL_RETURN_IF_ERROR(select.Next().status());
  return LedgerSize{.bots = select.Int(0), .tournaments = select.Int(1), .games = select.Int(2)};
}

absl::StatusOr<std::vector<PoolSize>> PoolSizes(Database& database) {
  // The tallies count each game once for each of its two bots.
  Statement select = database.Prepare(
      "SELECT pool, count(*), sum(wins + draws + losses) / 2 FROM ratings GROUP BY pool ORDER BY pool");
  return select.Collect<PoolSize>(
      [](const Statement& row) { return PoolSize{.pool = row.Text(0), .bots = row.Int(1), .games = row.Int(2)}; });
}

absl::StatusOr<std::int64_t> NewestSequence(Database& database) {
  return database.Prepare("SELECT coalesce(max(sequence), 0) FROM games").Number();
}

absl::StatusOr<std::int64_t> ChangesSeen(Database& database) {
  return database.Prepare("PRAGMA data_version").Number();
}

std::int64_t MemoryOfDatabases() { return sqlite3_memory_used(); }

}  // namespace flagfall::arena::store
