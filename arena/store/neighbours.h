#ifndef ARENA_STORE_NEIGHBOURS_H_
#define ARENA_STORE_NEIGHBOURS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "arena/store/database.h"

namespace flagfall::arena::store {

// A game in its tournament, stored or not.
struct PairedGame {
  std::int64_t tournament_id = 0;
  std::uint32_t number = 0;
  // Players by their own names.
  std::string red;
  std::string blue;
  // As in GameSummary. Absent where nobody knows it, as of a game that is being played.
  std::optional<std::uint32_t> first_of_pair = std::nullopt;
};

// Games that count of the same two players in the same tournament, by their numbers; 0 where there is none.
struct Neighbours {
  // The last with a smaller number, and the first with a larger one.
  std::uint32_t previous = 0;
  std::uint32_t next = 0;
  // The other game of the pair, with sides changed. 0 for a game without first_of_pair.
  std::uint32_t partner = 0;
};

// Returns the game's neighbours, by one statement, whose time grows with the number of games of one of the players.
// Players that the ledger does not have make none.
absl::StatusOr<Neighbours> FindNeighbours(Database& database, const PairedGame& game);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_NEIGHBOURS_H_
