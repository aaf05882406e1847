#ifndef ARENA_STORE_SAVED_COPY_H_
#define ARENA_STORE_SAVED_COPY_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "arena/store/database.h"

namespace flagfall::arena::store {

// What a ledger held when its file had gone away.
struct SavedCopy {
  // The ledger's path.
  std::string ledger;
  std::int64_t games = 0;
  // The id of the game that was stored last; empty when there is none.
  std::string last_game;
  // The path of the copy, or why there is none.
  absl::StatusOr<std::string> path = absl::UnknownError("not tried");
};

// Writes all that has been committed to a new file PATH.saved, or PATH.saved-2 and so on where there is one: SQLite
// still has the files open, so their content is there as long as this process lives. The connection must not be in a
// transaction.
SavedCopy SaveCopyOf(Database& database);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_SAVED_COPY_H_
