#ifndef ARENA_STORE_ERRORS_H_
#define ARENA_STORE_ERRORS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

struct sqlite3;

namespace flagfall::arena {

// SQLite's last error on the connection as a status that names the file, what was wrong and what would be right.
// `path` is the database's.
absl::Status ErrorOf(sqlite3* connection, const std::string& path);

// The same for a result code that no connection holds.
absl::Status ErrorOfCode(int code, int system_error, absl::string_view message, const std::string& path);

// Whether the ledger itself has failed, so that nothing can be kept or found now: a full disk, a file that is locked,
// damaged, gone, another program's, or cannot be written. Not so when it has refused something.
bool IsLedgerFailure(const absl::Status& status);

// What callers and visitors are told of such a failure, since its message names files of the host's.
inline constexpr char kHostKnowsWhy[] = "the server could not answer; its host's log says why";

absl::Status NewerVersionError(const std::string& path, int version, int supported);
absl::Status OlderVersionError(const std::string& path, int version, int supported);
absl::Status ForeignFileError(const std::string& path);
absl::Status DamagedError(const std::string& path, absl::string_view what);
absl::Status NoDatabaseError(const std::string& path);

}  // namespace flagfall::arena

#endif  // ARENA_STORE_ERRORS_H_
