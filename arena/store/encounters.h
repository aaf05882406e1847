#ifndef ARENA_STORE_ENCOUNTERS_H_
#define ARENA_STORE_ENCOUNTERS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/rating/payoffs.h"
#include "arena/store/database.h"

namespace flagfall::arena::store {

// Returns the rated games of a pool as independent samples: two games are a pair where the second has the players of
// the first with sides changed, as the ledger knows since it marks pairs, and both are rated. Bots are told by their
// indices in `bots`, which must have all of the pool's (PoolScoresOf). Reads all rated games of the pool.
absl::StatusOr<std::vector<rating::Encounter>> EncountersOf(Database& database, absl::string_view pool,
                                                            absl::Span<const std::string> bots);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_ENCOUNTERS_H_
