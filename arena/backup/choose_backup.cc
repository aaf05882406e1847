#include "arena/backup/choose_backup.h"

#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/counted.h"

namespace flagfall::arena::backup {
namespace {

absl::Status NoneError(const std::string& folder, std::size_t of_others,
                       const std::vector<BackupFolder::Ignored>& ignored) {
  std::string message =
      absl::StrCat(folder, ": there is no backup of this home in this folder (",
                   "flagfall-20261126T041500.123Z-1a2b3c4d.db, as `flagfall db backup DIR` names them)");
  if (!ignored.empty()) absl::StrAppend(&message, "; what does not count: ", TextOf(ignored));
  if (of_others > 0) {
    absl::StrAppend(&message, "; there ", of_others == 1 ? "is " : "are ", Counted(of_others, "backup"),
                    " of other homes, of which --other-home takes the newest");
  }
  return absl::NotFoundError(absl::StrCat(message, "; name a file"));
}

std::size_t LedgersIn(const std::vector<BackupFolder::Entry>& backups) {
  std::set<std::string> origins;
  for (const BackupFolder::Entry& entry : backups) origins.insert(entry.origin);
  return origins.size();
}

}  // namespace

absl::StatusOr<ChosenBackup> ChooseBackup(const std::string& folder, const HomeChain& home, bool takes_others,
                                          Micros now) {
  BackupFolder::Found found = BackupFolder(folder).ListAll(now);
  if (const std::size_t ledgers = LedgersIn(found.backups); !home.IsKnown() && !takes_others && ledgers > 1) {
    return absl::FailedPreconditionError(absl::StrCat(folder, ": has backups of ", ledgers,
                                                      " ledgers, as the ends of their names tell, and this home ",
                                                      "has nothing that tells which is its own; name a file"));
  }
  ChosenBackup chosen{.ignored = std::move(found.ignored)};
  std::size_t of_others = 0;
  for (auto entry = found.backups.rbegin(); entry != found.backups.rend(); ++entry) {
    const absl::StatusOr<bool> is_own = IsCopyOf(home, entry->path);
    if (!is_own.ok()) {
      chosen.ignored.push_back({.path = entry->path, .why = kUnreadable});
    } else if (!*is_own && home.IsKnown() && !takes_others) {
      ++of_others;
    } else {
      chosen.path = entry->path;
      return chosen;
    }
  }
  return NoneError(folder, of_others, chosen.ignored);
}

}  // namespace flagfall::arena::backup
