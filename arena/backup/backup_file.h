#ifndef ARENA_BACKUP_BACKUP_FILE_H_
#define ARENA_BACKUP_BACKUP_FILE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/database.h"

namespace flagfall::arena::backup {

// Whether what is under way should be broken off; called on the thread of the work.
using IsStopping = std::function<bool()>;

// What stands behind the name of a backup that is being written, or whose writing was broken off by a kill.
inline constexpr char kPartSuffix[] = ".part";

struct BackupFile {
  std::string path;
  std::uint64_t bytes = 0;
  // The games in it that count.
  std::int64_t games = 0;
  // What its host is to know of the backups beside it, a sentence each.
  std::vector<std::string> remarks = {};
};

// Writes the ledger at the path `ledger`, as it is at this moment, to the file `path`, which must not exist; its folder
// must. Others may use the ledger meanwhile. The file gets its name once it has passed all of `db check` and is on the
// disk, and only its owner may read it; until then it is PATH.part, which is removed when anything fails, and which
// somebody else may remove when this process was killed.
//
// ALREADY_EXISTS when the file is there, NOT_FOUND when its folder or the ledger is not, UNAVAILABLE when somebody else
// writes the same backup, RESOURCE_EXHAUSTED before anything is written when the disk has not the room for it and a
// tenth more, and when it became full all the same, DATA_LOSS when the copy does not pass its check, CANCELLED when it
// was broken off; other errors as Database's.
absl::StatusOr<BackupFile> WriteBackup(const std::string& ledger, const std::string& path,
                                       const IsStopping& is_stopping);

// Puts a ledger through all of `db check`. DATA_LOSS says which check has found what; CANCELLED.
absl::Status CheckWhole(store::Database& database, const IsStopping& is_stopping);

// Removes a database that nobody has open, with what SQLite or a lock has left beside it.
void RemoveWithAllBeside(const std::string& database);

}  // namespace flagfall::arena::backup

#endif  // ARENA_BACKUP_BACKUP_FILE_H_
