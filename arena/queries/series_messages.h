#ifndef ARENA_QUERIES_SERIES_MESSAGES_H_
#define ARENA_QUERIES_SERIES_MESSAGES_H_

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "arena/store/series.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena::queries {

// A series that has a tournament, as the message that describes it. NOT_FOUND when it has none.
absl::StatusOr<v1::TournamentSeries> MessageOf(store::Database& database, const store::Series& series);

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_SERIES_MESSAGES_H_
