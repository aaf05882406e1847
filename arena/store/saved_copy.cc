#include "arena/store/saved_copy.h"

#include <sqlite3.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "arena/store/errors.h"

namespace flagfall::arena::store {
namespace {

constexpr int kSavedCopiesMax = 100;

absl::StatusOr<std::string> FreePath(const std::string& path) {
  std::string free = absl::StrCat(path, ".saved");
  std::error_code error;
  for (int n = 2; std::filesystem::exists(free, error); ++n) {
    if (n > kSavedCopiesMax) return absl::ResourceExhaustedError(absl::StrCat("there are too many copies as ", free));
    free = absl::StrCat(path, ".saved-", n);
  }
  return free;
}

absl::Status Copy(sqlite3* from, sqlite3* to, const std::string& path) {
  sqlite3_backup* const backup = sqlite3_backup_init(to, "main", from, "main");
  if (backup == nullptr) return ErrorOf(to, path);
  (void)sqlite3_backup_step(backup, /*nPage=*/-1);
  return sqlite3_backup_finish(backup) == SQLITE_OK ? absl::OkStatus() : ErrorOf(to, path);
}

absl::StatusOr<std::string> CopyBeside(Database& database) {
  absl::StatusOr<std::string> path = FreePath(database.path());
  if (!path.ok()) return path;
  sqlite3* to = nullptr;
  std::error_code error;
  const int code = sqlite3_open_v2(path->c_str(), &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  // The ledger may have been readable for its owner alone.
  std::filesystem::permissions(*path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, error);
  const absl::Status copied =
      code != SQLITE_OK ? ErrorOfCode(code, 0, sqlite3_errstr(code), *path) : Copy(database.connection(), to, *path);
  sqlite3_close(to);
  if (copied.ok()) return path;
  std::filesystem::remove(*path, error);
  return copied;
}

}  // namespace

SavedCopy SaveCopyOf(Database& database) {
  SavedCopy copy;
  {
    Statement select = database.Prepare(
        "SELECT count(*), coalesce((SELECT game_id FROM games ORDER BY sequence DESC LIMIT 1), '') FROM games");
    if (select.Next().ok()) {
      copy.games = select.Int(0);
      copy.last_game = select.Text(1);
    }
  }
  copy.path = CopyBeside(database);
  return copy;
}

}  // namespace flagfall::arena::store
