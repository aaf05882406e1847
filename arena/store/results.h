#ifndef ARENA_STORE_RESULTS_H_
#define ARENA_STORE_RESULTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/rating/elo.h"
#include "arena/store/database.h"
#include "arena/store/record_codec.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::arena {

// A game that is over, as the one who ran it hands it in.
struct GameResult {
  std::int64_t tournament_id = 0;
  // The game's number in the tournament's schedule, from 1.
  std::uint32_t number = 0;
  // From 1.
  std::uint32_t round = 0;
  // When it is the second of a pair, the same players with sides swapped: the number of the first; else 0.
  std::uint32_t first_of_pair = 0;
  // Its game_id must be GameIdOf(tournament_id, number), its ruleset the tournament's, its players bots of the home.
  v1::GameRecord record = {};
};

// What a rated game changed.
struct RatedGame {
  std::string pool;
  MicroElo red_before = 0;
  MicroElo blue_before = 0;
  int k = 0;
  // What Red gained and Blue lost.
  MicroElo change = 0;

  friend bool operator==(const RatedGame&, const RatedGame&) = default;
};

// What became of one result.
struct Receipt {
  // OK: the ledger holds this result. ALREADY_EXISTS: it holds another one for this game, which stands. NOT_FOUND: it
  // does not know the tournament or a bot. INVALID_ARGUMENT: the result contradicts itself or the tournament.
  absl::Status status = absl::OkStatus();
  // It held this very result before; nothing was changed.
  bool was_stored = false;
  // 1 when the game was decided at first; one more for each void attempt before this one.
  std::uint32_t attempt = 0;
  // Absent when the game is void or not rated.
  std::optional<RatedGame> rating = std::nullopt;
};

// "7-42" for game 42 of tournament 7.
std::string GameIdOf(std::int64_t tournament_id, std::uint32_t number);

// Both are from 1.
struct GameIdParts {
  std::uint32_t tournament_id = 0;
  std::uint32_t number = 0;
};
// 7 and 42 for "7-42"; 0 and 0 for what is no game's id.
GameIdParts PartsOfGameId(absl::string_view game_id);

// The records of `results` as they are stored, or why they cannot be. Touches no database, so that nobody who waits for
// one waits for this.
std::vector<absl::StatusOr<EncodedRecord>> EncodeResults(absl::Span<const GameResult> results);

// Stores all results in one transaction, in their order, each with its record, the record's hash and both ratings. When
// it returns receipts, all that they say is on the disk. One result that cannot be stored does not stop the others. An
// error (of Database's kinds) means that nothing of this call was stored.
//
// A void game (RESULT_VOID) is kept as an attempt, changes no rating and is to be played again.
// `encoded`: as EncodeResults has it; without it that is done first.
absl::StatusOr<std::vector<Receipt>> StoreResults(Database& database, absl::Span<const GameResult> results,
                                                  absl::Span<const absl::StatusOr<EncodedRecord>> encoded);
absl::StatusOr<std::vector<Receipt>> StoreResults(Database& database, absl::Span<const GameResult> results);

}  // namespace flagfall::arena

#endif  // ARENA_STORE_RESULTS_H_
