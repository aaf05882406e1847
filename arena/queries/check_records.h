#ifndef ARENA_QUERIES_CHECK_RECORDS_H_
#define ARENA_QUERIES_CHECK_RECORDS_H_

#include "absl/status/status.h"
#include "arena/store/database.h"

namespace flagfall::arena::queries {

// store::CheckGames, and each record against its tournament's spec: players, time control, policy, the seed with the
// attempt that it depends on, and the set-ups that the host gives. DATA_LOSS names the first game that differs.
absl::Status CheckRecords(store::Database& database);

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_CHECK_RECORDS_H_
