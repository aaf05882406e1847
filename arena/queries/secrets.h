#ifndef ARENA_QUERIES_SECRETS_H_
#define ARENA_QUERIES_SECRETS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "arena/store/games.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/arena_service.pb.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::arena::queries {

// What only a host may know while games can still be played with it. A bot may ask the server like anybody else, even
// in the middle of its game.

// Stands in a message for the text of a book that is kept back.
inline constexpr char kOwnBook[] = "own";

// Takes the book's text out of the spec, unless it is the book that comes with the program.
void HideBook(v1::TournamentSpec& spec);

// Puts the text of a book in the place of its reference, as far as a message has room for it: a text of more than
// kBookShownBytesMax stays away. Errors as store::BookOf.
inline constexpr std::size_t kBookShownBytesMax = std::size_t{4} << 20;
absl::Status ShowBook(store::Database& database, v1::TournamentSpec& spec);

// Takes seed, book and bots' options out of a tournament that is not finished. The shuffles and set-ups of its games
// follow from them, also where a bot draws its set-ups from a seed among its options. Takes out, too, why it was
// stopped and why games of it wait, which tell of the host's machines.
void HideUntilFinished(v1::Tournament& tournament);

// The text of an error with "..." in the place of each absolute path in it.
std::string WithoutPaths(absl::string_view text);

// Takes out of an event what of the host's machines only a host may know, and paths. `is_challenger`: the reader has
// made the challenge that the event is of, and is told why its games wait.
void HideMachines(v1::TournamentEvent& event, bool is_challenger);

// The record of a stored game. FAILED_PRECONDITION while the second game of its duplicate pair, which has the same
// chance and set-ups, may still be played. Other errors as FindRecord's.
absl::StatusOr<v1::GameRecord> PublicRecord(store::Database& database, const store::GameSummary& game);

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_SECRETS_H_
