#ifndef ARENA_STORE_MIGRATE_H_
#define ARENA_STORE_MIGRATE_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/database.h"

namespace flagfall::arena {

// SQL scripts; the n-th (from 1) brings a database of version n - 1 to version n. Only ever added to.
const std::vector<const char*>& Migrations();

// 0 for a new, empty database. FAILED_PRECONDITION when the file is another program's database.
absl::StatusOr<int> VersionOf(Database& database);

// Brings the database to version migrations.size(), each step in one transaction that also sets the version: after an
// error the database is at the last step that succeeded. FAILED_PRECONDITION when it is of a newer version.
absl::Status Migrate(Database& database, const std::vector<const char*>& migrations);

}  // namespace flagfall::arena

#endif  // ARENA_STORE_MIGRATE_H_
