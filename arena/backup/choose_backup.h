#ifndef ARENA_BACKUP_CHOOSE_BACKUP_H_
#define ARENA_BACKUP_CHOOSE_BACKUP_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/backup/backup_folder.h"
#include "arena/backup/home_chain.h"
#include "referee/base/micros.h"

namespace flagfall::arena::backup {

struct ChosenBackup {
  std::string path = {};
  // What has a backup's name and was not looked at, or could not be read.
  std::vector<BackupFolder::Ignored> ignored = {};
};

// The newest backup in a folder that is a copy of the home's ledger; of any ledger where `takes_others`, or where
// nothing is known of the home. What is empty or dated later than `now` (since 1970) is left out. NOT_FOUND when there
// is none, FAILED_PRECONDITION when nothing is known of the home and the folder has backups of several ledgers.
absl::StatusOr<ChosenBackup> ChooseBackup(const std::string& folder, const HomeChain& home, bool takes_others,
                                          Micros now);

}  // namespace flagfall::arena::backup

#endif  // ARENA_BACKUP_CHOOSE_BACKUP_H_
