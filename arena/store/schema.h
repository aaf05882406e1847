#ifndef ARENA_STORE_SCHEMA_H_
#define ARENA_STORE_SCHEMA_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/database.h"

namespace flagfall::arena::store {

// Compares the ledger's tables, indexes and triggers with those that the migrations make for this version. DATA_LOSS
// names the first that is missing, that differs, that only a later version has, or a trigger that is not the ledger's.
// Other tables and indexes, which a host may have added, do no harm and are passed over.
absl::Status CheckSchema(Database& database, int version);

// Returns the first row that a table of that version would refuse, by its CHECK and NOT NULL constraints and types, as
// in "row user_id 3 of users: CHECK constraint failed: role IN ('owner', 'host')"; empty when there is none.
//
// SQLite's own check cannot tell this to readers: a connection that may not write drops the CHECK constraints as it
// reads the schema. So each row is put into a table of the same definition in memory. Tables without CHECK constraints
// are left out, because PRAGMA integrity_check looks at everything else.
absl::StatusOr<std::string> FindBrokenRow(Database& database, int version);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_SCHEMA_H_
