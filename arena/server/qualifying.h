#ifndef ARENA_SERVER_QUALIFYING_H_
#define ARENA_SERVER_QUALIFYING_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/entrants.h"
#include "arena/tournament/spec.h"
#include "referee/base/micros.h"

namespace flagfall::arena::server {

// Where an entry is to be won: the spec of a scheduled tournament says whom bots must beat (`must_beat`). The ledger's
// access() must be held.

struct Qualified {
  // Who enters, and who does not for which problem; absent while they play for it.
  std::optional<std::vector<tournament::Entrant>> entrants;
  // The tournament that was made for them to play in, and how many they are; absent where they play there already, or
  // need not play.
  std::optional<std::int64_t> qualifier;
  std::size_t playing = 0;
};

// How far it has come with the tournament, whose list of bots is due. `entrants` are those of its spec as they are now.
// When this is called first, those who have passed before and those who have to play are stored, and a tournament for
// these is queued; when that one is finished, its points are stored, and all is settled. Errors as CompleteSpec,
// CheckEntrants and the store.
absl::StatusOr<Qualified> Qualify(store::Database& ledger, const store::Tournament& tournament,
                                  const std::vector<tournament::Entrant>& entrants,
                                  const tournament::SpecSurroundings& surroundings, std::size_t descriptors_for_others,
                                  Micros now);

// The spec with its bots' options under the names of entries, where they stand under base names.
v1::TournamentSpec WithOptionsOfEntries(v1::TournamentSpec spec, const std::vector<tournament::Entrant>& entrants);

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_QUALIFYING_H_
