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

// A folder with backups, each named after its moment in UTC and after the ledger of which it is:
// flagfall-20261126T041500.123Z-1a2b3c4d.db. Several homes may share it; whatever else lies there is left alone.
class BackupFolder {
 public:
  explicit BackupFolder(std::string folder) : folder_(std::move(folder)) {}

  struct Entry {
    std::string path;
    // The moment that its name tells, since 1970.
    Micros time{};
    // The first 8 hex digits of its ledger's origin (store::OriginOf).
    std::string origin = {};
  };

  // A file that has a backup's name and does not count.
  struct Ignored {
    std::string path;
    // As in "is empty".
    std::string why;
  };

  // Some backups, the oldest first.
  struct Found {
    std::vector<Entry> backups;
    std::vector<Ignored> ignored;
  };

  // Makes the folder where it is missing, for its owner alone. PERMISSION_DENIED when that cannot be done.
  absl::Status Make() const;

  // All that have a backup's name; none when there is no such folder.
  std::vector<Entry> List() const;

  // Those of all homes, without what is empty or dated later than `now` (since 1970).
  Found ListAll(Micros now) const;
  // Those of the ledger with this origin.
  Found ListOf(const std::string& origin, Micros now) const;

  // Writes a backup of the ledger as WriteBackup does, named after `now` (since 1970), and then removes the oldest ones
  // of this ledger until `keep` are left, which is at least 1; 0 keeps all. Only those count, and only those go, that
  // ListOf gives and whose chain the new one continues: one that holds what the new one does not stays. What stays so
  // is in the remarks. While anything is wrong with the new one, none is removed. First it removes what killed
  // processes have left of theirs. Errors as WriteBackup's.
  absl::StatusOr<BackupFile> Write(const std::string& ledger, std::size_t keep, Micros now,
                                   const IsStopping& is_stopping) const;

 private:
  // Those that count, and the others with why they do not.
  static Found Sorted(std::vector<Entry> entries, Micros now);
  absl::Status Prune(const Found& found, const std::string& ledger, std::size_t keep, BackupFile& newest) const;
  void RemoveLeftParts() const;

  std::string folder_;
};

// Why a file is ignored that is no ledger of flagfall's, or a damaged one.
inline constexpr char kUnreadable[] = "cannot be read as a backup";

// The files, each with why it is ignored, as a part of a sentence; the first few of many.
std::string TextOf(const std::vector<BackupFolder::Ignored>& ignored);

}  // namespace flagfall::arena::backup

#endif  // ARENA_BACKUP_BACKUP_FOLDER_H_
