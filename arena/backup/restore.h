#ifndef ARENA_BACKUP_RESTORE_H_
#define ARENA_BACKUP_RESTORE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/backup/backup_file.h"
#include "arena/store/chain_end.h"

namespace flagfall::arena::backup {

struct Restored {
  // The games of the ledger that is now in place.
  std::int64_t games = 0;
  // Where the ledger is that was there before; empty when there was none. A log that belongs to it is beside it.
  std::string kept = {};
  // Where the key of the home is another one than that with which the backup's chain was signed.
  std::optional<store::KeyChange> key_change = {};
};

// Puts a copy of the backup in the place of the ledger at the path `ledger`, whose folder is made where it is missing;
// the backup stays as it is. The copy is brought to the present version and has passed all of `db check` before
// anything is changed. What was there is kept as LEDGER.replaced, or LEDGER.replaced-2 and so on.
//
// A kill at any moment leaves either the old ledger or the new one. Only of a ledger with a log beside it, which a
// writer that was killed has left, it may leave neither at the path; then a second call goes on, as whoever opens the
// home is told (arena/cli/home.h).
//
// UNAVAILABLE when another process works on the ledger, NOT_FOUND when there is no such backup, DATA_LOSS when it is
// not sound, FAILED_PRECONDITION when it is no backup, one of a newer version, or, unless `takes_others`, none of this
// home's ledger (home_chain.h), RESOURCE_EXHAUSTED on a full disk. With any error everything is as it was.
absl::StatusOr<Restored> RestoreLedger(const std::string& backup, const std::string& ledger,
                                       const IsStopping& is_stopping, bool takes_others = false);

}  // namespace flagfall::arena::backup

#endif  // ARENA_BACKUP_RESTORE_H_
