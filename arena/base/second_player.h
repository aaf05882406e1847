#ifndef ARENA_BASE_SECOND_PLAYER_H_
#define ARENA_BASE_SECOND_PLAYER_H_

#include <string>

#include "absl/strings/string_view.h"

namespace flagfall::arena {

// The players of a tournament are entries, each named as the entry is. An entry that plays against itself is two of
// them, itself and its second player, named `mybot@3#2`; one that is tuned may be more, `mybot@3#3` and so on. No bot
// may have a `#` in its name.

// What to do about a bot that comes twice where it may not, for people.
inline constexpr char kAgainstItself[] =
    "a bot plays against itself in a match alone: `flagfall match` or `flagfall challenge` with its name twice";

// The name of the entry's player of that number, from 2.
std::string PlayerOf(absl::string_view entry, int number);
// The name of the entry's second player.
std::string SecondPlayerOf(absl::string_view entry);
// Whether the player is the second of an entry, or one of a higher number.
bool IsFurtherPlayer(absl::string_view player);
// The name of the entry that is this player. A name without a `#` is returned as it is.
absl::string_view EntryOfPlayer(absl::string_view player);

}  // namespace flagfall::arena

#endif  // ARENA_BASE_SECOND_PLAYER_H_
