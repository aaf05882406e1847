#include "arena/backup/restore.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/backup/home_chain.h"
#include "arena/base/durable_files.h"
#include "arena/base/private_files.h"
#include "arena/store/chain.h"
#include "arena/store/database.h"
#include "arena/store/file_lock.h"
#include "arena/store/ledger_size.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::backup {
namespace {

namespace fs = std::filesystem;

constexpr char kLog[] = "-wal";
// An index of the log, which SQLite makes anew.
constexpr char kLogIndex[] = "-shm";
constexpr char kReplaced[] = ".replaced";
constexpr int kReplacedMax = 1000;

bool Exists(const std::string& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

absl::Status CannotMove(const std::string& path, const std::string& to) {
  return absl::PermissionDeniedError(absl::StrCat(path, ": cannot become ", to, " (", std::strerror(errno),
                                                  "); move it away yourself, with its -wal, and restore again"));
}

// A name that neither a ledger nor a log has.
absl::StatusOr<std::string> FreeName(const std::string& ledger) {
  std::string free = absl::StrCat(ledger, kReplaced);
  for (int n = 2; Exists(free) || Exists(absl::StrCat(free, kLog)); ++n) {
    if (n > kReplacedMax) return absl::ResourceExhaustedError(absl::StrCat("there are too many files as ", free));
    free = absl::StrCat(ledger, kReplaced, "-", n);
  }
  return free;
}

// Whether the log beside the ledger has anything in it. A reader leaves an empty one.
bool HasContent(const std::string& log) {
  std::error_code error;
  return fs::exists(log, error) && fs::file_size(log, error) > 0;
}

// Whether a restore has set the file aside: a ledger that nobody writes any more, so that it is whole with its log.
bool IsSetAside(const std::string& path) {
  return absl::StartsWith(fs::path(path).filename().string(), absl::StrCat(store::kDatabaseFileName, kReplaced));
}

// NOT_FOUND and FAILED_PRECONDITION for what can be no backup.
absl::Status CheckSource(const std::string& backup) {
  std::error_code error;
  if (!fs::exists(backup, error)) return absl::NotFoundError(absl::StrCat(backup, ": there is no such backup"));
  if (fs::file_size(backup, error) == 0 || error) {
    return absl::FailedPreconditionError(absl::StrCat(backup, ": is empty, and no backup of a ledger"));
  }
  const std::string log = absl::StrCat(backup, kLog);
  if (!HasContent(log) || IsSetAside(backup)) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(backup, ": is no backup but a ledger that was in use, with its newest games in ", log,
                   "; `flagfall --home HOME db backup FILE` makes a whole copy of a home's ledger"));
}

absl::Status CopyFile(const std::string& from, const std::string& to) {
  std::error_code error = MakePrivateFile(to);
  if (!error) fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  if (!error) fs::permissions(to, fs::perms::owner_read | fs::perms::owner_write, error);
  return error ? FileError(to, absl::StrCat("made from ", from), error.value()) : absl::OkStatus();
}

// Makes a sound ledger of the present version out of a copy of a backup, and returns what is in it.
absl::StatusOr<Restored> BringUp(const std::string& path, const IsStopping& is_stopping) {
  // This brings it to the present version, and its end moves the log into the file.
  Restored made;
  {
    FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> written, store::Database::OpenForWriting(path));
    made.key_change = written->key_change();
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> copy, store::Database::OpenForReading(path));
  FLAGFALL_RETURN_IF_ERROR(CheckWhole(*copy, is_stopping));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerSize size, store::SizeOf(*copy));
  made.games = size.games;
  return made;
}

// Makes a sound ledger at `path` out of the backup, and returns what is in it.
absl::StatusOr<Restored> MakeLedger(const std::string& backup, const std::string& path, const IsStopping& is_stopping) {
  FLAGFALL_RETURN_IF_ERROR(CopyFile(backup, path));
  if (const std::string log = absl::StrCat(backup, kLog); HasContent(log)) {
    FLAGFALL_RETURN_IF_ERROR(CopyFile(log, absl::StrCat(path, kLog)));
  }
  absl::StatusOr<Restored> made = BringUp(path, is_stopping);
  // What has no room is the copy. What else is wrong with it is wrong with the backup, which is still there to look at.
  if (made.ok() || absl::IsResourceExhausted(made.status())) return made;
  return absl::Status(made.status().code(), absl::StrReplaceAll(made.status().message(), {{path, backup}}));
}

// Puts `fresh` in the ledger's place and keeps what lies there under another name, which it returns; empty when nothing
// was there. The ledger and its log get their second names first, so that they are a whole at any moment. A ledger
// without a log is then replaced in one step. One with a log must go before the log, since a writer refuses a log
// without a ledger and would take a ledger without its log for whole; for that moment the home has no ledger.
absl::StatusOr<std::string> Replace(const std::string& ledger, const std::string& fresh) {
  const std::string log = absl::StrCat(ledger, kLog);
  FLAGFALL_ASSIGN_OR_RETURN(const std::string kept, FreeName(ledger));
  const std::string kept_log = absl::StrCat(kept, kLog);
  const bool has_ledger = Exists(ledger);
  const bool has_log = HasContent(log);
  if (has_ledger && ::link(ledger.c_str(), kept.c_str()) != 0) return CannotMove(ledger, kept);
  if (has_log && ::link(log.c_str(), kept_log.c_str()) != 0) {
    const absl::Status error = CannotMove(log, kept_log);
    ::unlink(kept.c_str());
    return error;
  }
  FLAGFALL_RETURN_IF_ERROR(SyncToDisk(FolderOf(ledger)));
  if (has_log && ::unlink(ledger.c_str()) != 0 && errno != ENOENT) return CannotMove(ledger, kept);
  for (const std::string& path : {log, absl::StrCat(ledger, kLogIndex)}) {
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) return CannotMove(path, kept);
  }
  if (::rename(fresh.c_str(), ledger.c_str()) != 0) return CannotMove(fresh, ledger);
  FLAGFALL_RETURN_IF_ERROR(SyncToDisk(FolderOf(ledger)));
  return has_ledger ? kept : has_log ? kept_log : "";
}

absl::Status OfOthersError(const std::string& backup, const std::string& ledger) {
  return absl::FailedPreconditionError(absl::StrCat(
      backup, ": is not shown to be of the ledger of ", FolderOf(ledger),
      ", by its chain or by its key; nothing was changed. Restore a backup of this home, or this one to a ",
      "new home, or give --other-home to put it in place all the same"));
}

}  // namespace

absl::StatusOr<Restored> RestoreLedger(const std::string& backup, const std::string& ledger,
                                       const IsStopping& is_stopping, bool takes_others) {
  FLAGFALL_RETURN_IF_ERROR(CheckSource(backup));
  FLAGFALL_RETURN_IF_ERROR(MakePrivateFolders(FolderOf(ledger)));
  FLAGFALL_ASSIGN_OR_RETURN(const store::FileLock lock, store::FileLock::Take(absl::StrCat(ledger, ".lock")));
  const std::string fresh = absl::StrCat(ledger, ".restoring");
  // What a killed one has left.
  RemoveWithAllBeside(fresh);
  const absl::Cleanup remove = [&fresh] { RemoveWithAllBeside(fresh); };
  const HomeChain home = HomeChainOf(ledger);
  const absl::StatusOr<bool> is_own = takes_others || !home.IsKnown() ? true : IsCopyOf(home, backup);
  if (is_own.ok() && !*is_own) return OfOthersError(backup, ledger);
  const std::string key = absl::StrCat(FolderOf(ledger), "/", store::kChainKeyFileName);
  // The copy is brought up with the home's key, which is drawn where there is none. One without a ledger would be taken
  // for that of a ledger that was lost.
  absl::Cleanup remove_new_key = [&key, had_key = Exists(key)] {
    if (!had_key) ::unlink(key.c_str());
  };
  absl::StatusOr<Restored> restored = MakeLedger(backup, fresh, is_stopping);
  if (absl::IsDataLoss(restored.status())) {
    return absl::DataLossError(absl::StrCat(backup, " is not sound, and nothing was changed; restore another backup. ",
                                            restored.status().message()));
  }
  FLAGFALL_RETURN_IF_ERROR(restored.status());
  // A sound ledger without a chain: its first writer was killed before it had begun one.
  if (!is_own.ok()) return OfOthersError(backup, ledger);
  FLAGFALL_RETURN_IF_ERROR(SyncToDisk(fresh));
  FLAGFALL_ASSIGN_OR_RETURN(restored->kept, Replace(ledger, fresh));
  std::move(remove_new_key).Cancel();
  return restored;
}

}  // namespace flagfall::arena::backup
