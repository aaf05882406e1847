#ifndef ARENA_QUERIES_CHECK_SCHEDULES_H_
#define ARENA_QUERIES_CHECK_SCHEDULES_H_

#include "absl/status/status.h"
#include "arena/store/database.h"

namespace flagfall::arena::queries {

// Every tournament's games against the schedule that follows from its spec, its seed and the results before them, and a
// finished tournament for games that are missing. DATA_LOSS names the first that differs.
absl::Status CheckSchedules(store::Database& database);

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_CHECK_SCHEDULES_H_
