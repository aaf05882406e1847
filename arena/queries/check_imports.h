#ifndef ARENA_QUERIES_CHECK_IMPORTS_H_
#define ARENA_QUERIES_CHECK_IMPORTS_H_

#include "absl/status/status.h"
#include "arena/store/database.h"

namespace flagfall::arena::queries {

// Each imported game's row against its record, and the record against the rules (CheckImportedRecord). DATA_LOSS names
// the first that differs.
absl::Status CheckImports(store::Database& database);

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_CHECK_IMPORTS_H_
