#include "arena/store/errors.h"

#include <sqlite3.h>

#include <cerrno>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "arena/store/saved_copy.h"
#include "arena/store/way_back.h"
#include "referee/base/counted.h"

namespace flagfall::arena::store {
namespace {

// The payload that marks a status as a failure of the ledger.
constexpr char kFailure[] = "flagfall.ledger_failure";
// The payload that marks a LedgerGoneError as well.
constexpr char kGone[] = "flagfall.ledger_gone";

absl::Status Failure(absl::Status status) {
  status.SetPayload(kFailure, absl::Cord());
  return status;
}

}  // namespace

bool IsLedgerFailure(const absl::Status& status) { return status.GetPayload(kFailure).has_value(); }

bool IsDiskFull(const absl::Status& status) { return IsLedgerFailure(status) && absl::IsResourceExhausted(status); }

bool IsLedgerGone(const absl::Status& status) { return status.GetPayload(kGone).has_value(); }

absl::Status ErrorOf(sqlite3* connection, const std::string& path) {
  return ErrorOfCode(sqlite3_extended_errcode(connection), sqlite3_system_errno(connection), sqlite3_errmsg(connection),
                     path);
}

absl::Status ErrorOfCode(int code, int system_error, absl::string_view message, const std::string& path) {
  const int primary = code & 0xff;
  if (primary == SQLITE_FULL || (primary == SQLITE_IOERR && (system_error == ENOSPC || system_error == EDQUOT))) {
    return Failure(absl::ResourceExhaustedError(absl::StrCat(
        path, ": the disk is full; nothing of this write was kept, all before it stands. Free some space and go on")));
  }
  if (primary == SQLITE_IOERR && system_error == EISDIR) {
    return Failure(absl::PermissionDeniedError(absl::StrCat(path, ": is a folder; a database must be a file")));
  }
  switch (primary) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Failure(absl::UnavailableError(
          absl::StrCat(path, ": another program holds it locked (", message, "); close that program and try again")));
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
    case SQLITE_AUTH:
      return Failure(absl::PermissionDeniedError(absl::StrCat(path, ": cannot be opened or written (", message,
                                                              "); the file and its folder must be writable")));
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return DamagedError(path, message);
    case SQLITE_CONSTRAINT:
      return absl::FailedPreconditionError(absl::StrCat(path, ": ", message));
    case SQLITE_INTERRUPT:
      return absl::DeadlineExceededError(absl::StrCat(path, ": it takes too long to find"));
    case SQLITE_TOOBIG:
      return absl::InvalidArgumentError(absl::StrCat(path, ": ", message));
    default:
      return Failure(absl::InternalError(
          absl::StrCat(path, ": ", message, " (SQLite code ", code, ", errno ", system_error, ")")));
  }
}

absl::Status NewerVersionError(const std::string& path, int version, int supported) {
  return Failure(absl::FailedPreconditionError(
      absl::StrCat(path, ": the database has version ", version,
                   ", made by a newer flagfall or by one from before the first release; ",
                   "this one knows versions up to ", supported, ". Use that flagfall, or another home")));
}

absl::Status OlderVersionError(const std::string& path, int version, int supported) {
  return Failure(absl::FailedPreconditionError(
      absl::StrCat(path, ": the database has version ", version, " and must be brought to version ", supported,
                   " first, which any command that writes does, as `flagfall bot add`")));
}

absl::Status ForeignFileError(const std::string& path) {
  return Failure(absl::FailedPreconditionError(absl::StrCat(
      path, ": is an SQLite database, but not one of flagfall's; it was left as it is. Use another home")));
}

absl::Status DamagedError(const std::string& path, absl::string_view what) {
  return Failure(absl::DataLossError(absl::StrCat(path, ": the database is damaged (", what, "); nothing was changed. ",
                                                  WayBack(path), "; without one, save what can be read with `sqlite3 ",
                                                  path, " .recover`")));
}

absl::Status NoDatabaseError(const std::string& path) {
  return Failure(absl::NotFoundError(absl::StrCat(
      path, ": there is no database yet; the first command that writes, as `flagfall bot add`, makes it")));
}

absl::Status BrokenRowError(const std::string& path, absl::string_view what) {
  return Failure(absl::DataLossError(absl::StrCat(path, ": ", what, "; nothing was changed. ", WayBack(path),
                                                  ", or set the value right with `sqlite3 ", path,
                                                  "` while nothing else has it open")));
}

absl::Status LedgerGoneError(absl::string_view missing, const SavedCopy& copy) {
  const std::string stored =
      copy.games == 0 ? "No game had been stored"
                      : absl::StrCat(Counted(copy.games, "game"), " had been stored, up to game ", copy.last_game);
  const std::string saved =
      copy.path.ok()
          ? absl::StrCat("; a whole copy of the ledger is ", *copy.path,
                         ". Put it in the ledger's place, which keeps what is there under another name, with `",
                         RestoreCommand(copy.ledger, *copy.path), "`")
          : absl::StrCat("; the ledger could not be copied (", copy.path.status().message(),
                         "). Bring the file back from where it is, or restore a backup with `",
                         RestoreCommand(copy.ledger, "BACKUP"), "`");
  absl::Status status = Failure(absl::DataLossError(
      absl::StrCat(missing, " while the ledger was open; nothing more is stored. ", stored, saved)));
  status.SetPayload(kGone, absl::Cord());
  return status;
}

}  // namespace flagfall::arena::store
