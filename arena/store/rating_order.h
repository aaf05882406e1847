#ifndef ARENA_STORE_RATING_ORDER_H_
#define ARENA_STORE_RATING_ORDER_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "arena/store/ratings.h"
#include "flagfall/v1/game.pb.h"

namespace flagfall::arena::store {

// When a stored game is rated: in the order of its tournament's schedule. Which games end first depends on chance and
// on how busy the machine is, and Elo depends on the order of the games, so that equal runs of a tournament would
// otherwise end with other ratings. A result is stored at once; its game is rated in the same transaction if all games
// before it in the schedule are settled, and otherwise in the transaction that stores the last of these. There is no
// list of games that wait: they are the games of a rated tournament that are not settled.
//
// A game is settled when it is rated, or when its turn has come and nobody played it: such a game tells nothing of
// strength and changes no rating, unless the tournament rates forfeits.
//
// Only a tournament that is running has such games. When it ends or is stopped, those that still wait are rated in
// their order. So a crash loses none, and every result counts whether or not its tournament goes on.

// Selects from the table `games` those that nobody played; as IsUnplayed (arena/base/unplayed.h).
#define FLAGFALL_IS_UNPLAYED "(games.reason = 'forfeit_no_show' AND games.plies = 0)"

// How the games of a tournament are rated.
struct RatingRule {
  std::string pool;
  bool rates_forfeits = true;
};

// A game that has just been stored.
struct NewGame {
  std::int64_t tournament_id = 0;
  std::uint32_t number = 0;
  std::int64_t sequence = 0;
  SeatKeys seats = {};
  v1::Result result = v1::RESULT_UNSPECIFIED;
  bool is_unplayed = false;
};

// Settles the game, of a tournament that is running and rated, if it is its turn, and then the games that waited for
// it. Returns its own change; absent when it waits or is not rated. Belongs to the transaction that stored it.
absl::StatusOr<std::optional<RatedGame>> RateInTurn(Database& database, const NewGame& game, const RatingRule& rule);

// Settles, by number, all games of the tournament that wait. None do in a tournament that is not rated or not known.
absl::Status RateWaiting(Database& database, std::int64_t tournament_id);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_RATING_ORDER_H_
