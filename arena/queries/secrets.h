#ifndef ARENA_QUERIES_SECRETS_H_
#define ARENA_QUERIES_SECRETS_H_

#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "arena/store/games.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::arena {

// What nobody but a host may know while games can still be played with it. A bot may ask as anybody does, also in the
// middle of its game.

// What stands in a message for the text of a book that is not told.
inline constexpr char kOwnBook[] = "own";

// The book's text, unless it is the one that comes with the program.
void HideBook(v1::TournamentSpec& spec);

// The seed, the book and the bots' options of a tournament that is not finished: the shuffles and set-ups of its games
// follow from them, where a bot draws its set-ups from a seed among its options.
void HideWhatIsToCome(v1::Tournament& tournament);

// The record of a stored game. FAILED_PRECONDITION while the second game of its duplicate pair, which has the same
// chance and set-ups, may still be played. Errors else as of FindRecord.
absl::StatusOr<v1::GameRecord> PublicRecord(Database& database, const GameSummary& game);

}  // namespace flagfall::arena

#endif  // ARENA_QUERIES_SECRETS_H_
