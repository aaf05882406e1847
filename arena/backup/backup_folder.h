#ifndef ARENA_BACKUP_BACKUP_FOLDER_H_
#define ARENA_BACKUP_BACKUP_FOLDER_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/backup/backup_file.h"
#include "referee/base/micros.h"

namespace flagfall::arena::backup {

// A folder with backups of one ledger, each named after its moment in UTC: flagfall-20261126T041500.123Z.db. Whatever
// else lies there is left alone.
class BackupFolder {
 public:
  explicit BackupFolder(std::string folder) : folder_(std::move(folder)) {}

  struct Entry {
    std::string path;
    // The moment that its name tells, since 1970.
    Micros time{};
  };

  // Makes the folder where it is missing, for its owner alone. PERMISSION_DENIED when that cannot be done.
  absl::Status Make() const;

  // The backups, the oldest first; none when there is no such folder.
  std::vector<Entry> List() const;

  // Writes a backup of the ledger as WriteBackup does, named after `now` (since 1970), and then removes the oldest ones
  // until `keep` are left, which is at least 1; 0 keeps all. While anything is wrong with the new one, none is removed.
  // First it removes what killed processes have left of theirs. Errors as WriteBackup's.
  absl::StatusOr<BackupFile> Write(const std::string& ledger, std::size_t keep, Micros now,
                                   const IsStopping& is_stopping) const;

 private:
  absl::Status Prune(const std::string& newest, std::size_t keep) const;
  void RemoveLeftParts() const;

  std::string folder_;
};

}  // namespace flagfall::arena::backup

#endif  // ARENA_BACKUP_BACKUP_FOLDER_H_
