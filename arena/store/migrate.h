#ifndef ARENA_STORE_MIGRATE_H_
#define ARENA_STORE_MIGRATE_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/database.h"

namespace flagfall::arena::store {

// The migrations: SQL scripts, of which the n-th (from 1) turns a database of version n - 1 into version n. New ones
// are added at the end, and released ones never change.
const std::vector<const char*>& Migrations();

// Returns the database's version; 0 when it is new and empty. FAILED_PRECONDITION when it belongs to another program,
// DATA_LOSS when it cannot be a version.
absl::StatusOr<int> VersionOf(Database& database);

// Migrates the database to version migrations.size(). Each step is one transaction that also sets the version, so after
// an error the database is at the last step that succeeded. FAILED_PRECONDITION when it has a newer version.
absl::Status Migrate(Database& database, const std::vector<const char*>& migrations);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_MIGRATE_H_
