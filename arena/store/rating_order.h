#ifndef ARENA_STORE_RATING_ORDER_H_
#define ARENA_STORE_RATING_ORDER_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"

namespace flagfall::arena::store {

// When a stored game is rated: in the order of its tournament's schedule. Which games end first depends on chance and
// on how busy the machine is, and Elo depends on the order of the games, so that equal runs of a tournament would
// otherwise end with other ratings. A result is stored at once; its game is rated in the same transaction if all games
// before it in the schedule are rated, and otherwise in the transaction that stores the last of these. There is no list
// of games that wait: they are the games of a rated tournament that have no rating change.
//
// Only a tournament that is running has such games. When it ends or is stopped, those that still wait are rated in
// their order. So a crash loses none, and every result counts whether or not its tournament goes on.

// Rates game `number` of a tournament that is running, rated in `pool`, if it is its turn, and then the games that
// waited for it. The game must be stored. Belongs to the transaction that stored it.
absl::Status RateInTurn(Database& database, std::int64_t tournament_id, std::uint32_t number, absl::string_view pool);

// Rates, by number, all games of the tournament that wait. None do in a tournament that is not rated or not known.
absl::Status RateWaiting(Database& database, std::int64_t tournament_id);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_RATING_ORDER_H_
