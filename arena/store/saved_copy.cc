#include "arena/store/saved_copy.h"

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "arena/store/online_copy.h"

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

absl::StatusOr<std::string> CopyBeside(Database& database) {
  absl::StatusOr<std::string> path = FreePath(database.path());
  if (!path.ok()) return path;
  const absl::Status copied = CopyOnline(database, *path, [] { return false; });
  if (copied.ok()) return path;
  std::error_code error;
  std::filesystem::remove(*path, error);
  return copied;
}

}  // namespace

SavedCopy SaveCopyOf(Database& database) {
  SavedCopy copy;
  copy.ledger = database.path();
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
