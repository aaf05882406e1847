#ifndef TESTS_POWER_CUTS_LEDGER_STATE_H_
#define TESTS_POWER_CUTS_LEDGER_STATE_H_

#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/database.h"

namespace flagfall::power_cuts {

// All rows of a ledger, by table, each row as text.
using LedgerState = std::map<std::string, std::string>;

// Reads every table, SQLite's own counters included. Errors as Database's.
absl::StatusOr<LedgerState> StateOf(arena::store::Database& ledger);

// Says in which table both differ, and shows the first row of each that does; empty when they are the same.
std::string Difference(const LedgerState& expected, const LedgerState& found);

// Whether SQLite finds its file sound, with all indexes, and all that rows refer to is there. DATA_LOSS says what is
// wrong.
absl::Status CheckFile(arena::store::Database& ledger);

// What else `flagfall db check` looks at in the store, but for the games (Host::CheckResults), and for the schema
// unless `with_schema` is set, which takes most of the time. DATA_LOSS says what is wrong.
absl::Status CheckLedger(arena::store::Database& ledger, bool with_schema);

}  // namespace flagfall::power_cuts

#endif  // TESTS_POWER_CUTS_LEDGER_STATE_H_
