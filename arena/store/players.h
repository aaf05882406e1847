#ifndef ARENA_STORE_PLAYERS_H_
#define ARENA_STORE_PLAYERS_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/bots.h"
#include "arena/store/database.h"

namespace flagfall::arena::store {

// The players of tournaments: entries, and further players of entries that play against themselves
// (base/second_player.h). A further player is the entry in all but its name: the functions return the entry as it is
// now, with the player's name in its manifest. The names of further players are known to no function of bots.h.

// As FindBot, for the name of a player: `ann`, and `ann#2` where `ann` stands for ann@3, give ann@3 and ann@3#2.
absl::StatusOr<Bot> FindPlayer(Database& database, absl::string_view player);

// As FindEntry, for the very name of a player.
absl::StatusOr<Bot> FindEnteredPlayer(Database& database, absl::string_view player);

// Gives a further player, `ann@3#2`, a row, so that results may name it, where it has none. INVALID_ARGUMENT when the
// name of the entry is too long for that. To be called in a transaction that writes.
absl::Status AddFurtherPlayer(Database& database, absl::string_view player);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_PLAYERS_H_
