#ifndef ARENA_STORE_WAY_BACK_H_
#define ARENA_STORE_WAY_BACK_H_

#include <string>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena::store {

// What errors of a ledger's files say of how to come back, and errors beyond those of errors.h.

// The command that puts the file `backup` in the place of the ledger at `path`.
std::string RestoreCommand(const std::string& path, absl::string_view backup);

// How to have a sound ledger again in the place of a damaged one, as the beginning of a sentence.
std::string WayBack(const std::string& path);

// A database's file could not be made.
absl::Status NotMadeError(const std::string& path, const std::error_code& error);

// A log lies where the ledger should be, and no ledger: FAILED_PRECONDITION.
absl::Status LogWithoutLedgerError(const std::string& path);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_WAY_BACK_H_
