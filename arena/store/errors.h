#ifndef ARENA_STORE_ERRORS_H_
#define ARENA_STORE_ERRORS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

struct sqlite3;

namespace flagfall::arena::store {

struct SavedCopy;

// Returns SQLite's last error on the connection as a status that says which file, what was wrong and what would be
// right. `path` is the database's.
absl::Status ErrorOf(sqlite3* connection, const std::string& path);

// The same for a result code that comes without a connection.
absl::Status ErrorOfCode(int code, int system_error, absl::string_view message, const std::string& path);

// Whether the status says that the ledger itself has failed, so that nothing can be stored or found now: the disk is
// full, or the file is locked, damaged, missing, another program's, or cannot be written. False when the ledger has
// only refused a request.
bool IsLedgerFailure(const absl::Status& status);

// What callers and visitors are told about such a failure, because its own message names the host's files.
inline constexpr char kHostKnowsWhy[] = "the server could not answer; its host's log says why";

// Whether the status is a LedgerGoneError: what was stored is no longer where the ledger was.
// Whether nothing could be written because the disk is full. What was to be written can be tried again when there is
// room.
bool IsDiskFull(const absl::Status& status);

bool IsLedgerGone(const absl::Status& status);

absl::Status NewerVersionError(const std::string& path, int version, int supported);
absl::Status OlderVersionError(const std::string& path, int version, int supported);
absl::Status ForeignFileError(const std::string& path);
absl::Status DamagedError(const std::string& path, absl::string_view what);
absl::Status NoDatabaseError(const std::string& path);
// A row of a sound file breaks a rule of its table, or refers to a row that is missing.
absl::Status BrokenRowError(const std::string& path, absl::string_view what);
// The ledger's file, or its write-ahead log, went away while it was open. `missing` says which and how; `copy` is what
// was saved.
absl::Status LedgerGoneError(absl::string_view missing, const SavedCopy& copy);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_ERRORS_H_
