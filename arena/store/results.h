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
#include "arena/store/workers.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::arena::store {

// A game that is over, as its runner hands it to the ledger.
struct GameResult {
  std::int64_t tournament_id = 0;
  // The game's number in the tournament's schedule, from 1.
  std::uint32_t number = 0;
  // The round, from 1.
  std::uint32_t round = 0;
  // The number of the first game of the pair if this is the second, with the same players and sides swapped; otherwise
  // 0.
  std::uint32_t first_of_pair = 0;
  // Must have the game_id GameIdOf(tournament_id, number), the tournament's ruleset, and bots of the home as players.
  v1::GameRecord record = {};
  // The worker that played it; absent when this home's own machine did, or nobody.
  std::optional<WorkerName> worker = std::nullopt;
};

// The rating change of a game.
struct RatedGame {
  std::string pool;
  rating::MicroElo red_before = 0;
  rating::MicroElo blue_before = 0;
  int k = 0;
  // What Red gained, which is what Blue lost.
  rating::MicroElo change = 0;
  // Where it stands in the order in which the ledger's games were rated; ascending, with gaps in ledgers of before
  // there was such an order.
  std::int64_t step = 0;

  friend bool operator==(const RatedGame&, const RatedGame&) = default;
};

// What happened to one result.
struct Receipt {
  // OK: the ledger holds this result. ALREADY_EXISTS: the ledger holds another result for this game, which stays.
  // NOT_FOUND: the ledger does not know the tournament or a bot. INVALID_ARGUMENT: the result contradicts itself or the
  // tournament.
  absl::Status status = absl::OkStatus();
  // Whether the ledger held this same result before, so that nothing was changed.
  bool was_stored = false;
  // 1 plus the number of void attempts before this one.
  std::uint32_t attempt = 0;
  // Absent when the game is void, is not rated, was played by nobody, or waits for its turn (rating_order.h).
  std::optional<RatedGame> rating = std::nullopt;
};

// Returns "7-42" for game 42 of tournament 7.
std::string GameIdOf(std::int64_t tournament_id, std::uint32_t number);

// The parts of a game's id, both from 1.
struct GameIdParts {
  std::uint32_t tournament_id = 0;
  std::uint32_t number = 0;
};
// Returns 7 and 42 for "7-42", and 0 and 0 for a text that is no game's id.
GameIdParts PartsOfGameId(absl::string_view game_id);

// Returns the records of `results` as they are stored, or why they cannot be stored. Uses no database, so that it can
// run while another thread uses one.
std::vector<absl::StatusOr<EncodedRecord>> EncodeResults(absl::Span<const GameResult> results);

// Stores all results in one transaction, in their order, each with its record and the record's hash, and both ratings
// of each game whose turn has come. When it returns receipts, everything that they say is on the disk. A result that
// cannot be stored does not stop the others. An error (as Database's) means that nothing of this call was stored.
//
// A void game (RESULT_VOID) is stored as an attempt, changes no rating and has to be played again. `encoded` is the
// result of EncodeResults; the second form computes it first.
absl::StatusOr<std::vector<Receipt>> StoreResults(Database& database, absl::Span<const GameResult> results,
                                                  absl::Span<const absl::StatusOr<EncodedRecord>> encoded);
absl::StatusOr<std::vector<Receipt>> StoreResults(Database& database, absl::Span<const GameResult> results);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_RESULTS_H_
