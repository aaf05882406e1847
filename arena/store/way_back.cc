#include "arena/store/way_back.h"

#include <sqlite3.h>

#include <cerrno>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "arena/store/database.h"
#include "arena/store/errors.h"

namespace flagfall::arena::store {

std::string RestoreCommand(const std::string& path, absl::string_view backup) {
  return absl::StrCat("flagfall --home ", std::filesystem::path(path).parent_path().string(), " db restore ", backup);
}

std::string WayBack(const std::string& path) {
  // Others than a home's ledger are copies of one.
  if (std::filesystem::path(path).filename() != kDatabaseFileName) return "Use another copy";
  return absl::StrCat("End every flagfall on this home and go back to the newest backup with `",
                      RestoreCommand(path, "BACKUP"), "`");
}

absl::Status NotMadeError(const std::string& path, const std::error_code& error) {
  const bool is_full = error.value() == ENOSPC || error.value() == EDQUOT;
  return ErrorOfCode(is_full ? SQLITE_FULL : SQLITE_CANTOPEN, error.value(), error.message(), path);
}

absl::Status LogWithoutLedgerError(const std::string& path) {
  return absl::FailedPreconditionError(absl::StrCat(
      path, ": is missing, while its log ", path, "-wal is there; nothing was changed. Bring the file ",
      "back, or go to a backup, which keeps the log under another name, with `", RestoreCommand(path, "BACKUP"), "`"));
}

}  // namespace flagfall::arena::store
