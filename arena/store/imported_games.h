#ifndef ARENA_STORE_IMPORTED_GAMES_H_
#define ARENA_STORE_IMPORTED_GAMES_H_

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/store/database.h"
#include "arena/store/games.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::store {

// Games that were played elsewhere and were read from files. They lie in tables of their own and belong to no
// tournament, pool or bot: only ListGames with GameFilter::is_imported, FindGame and FindRecord (games.h) tell of them.

// Whether the id is that of an imported game, as in "import-3-17": game 17 of import 3.
bool IsImportedGameId(absl::string_view game_id);

struct NewImportedGame {
  // From 1; no two games of an import have the same. At most kImportedGamesMax.
  std::uint32_t number = 0;
  // The name of its file, without folders.
  std::string file;
  v1::GameRecord record = {};
};

inline constexpr std::uint32_t kImportedGamesMax = 999'999'999;

// Stores those of the games that the ledger does not hold already, in one transaction, and returns how many these were.
// `import_id` is the import that they belong to; with 0, the first game that is stored begins a new one, and its number
// is put there. A game is held already if its record has the same bytes. INVALID_ARGUMENT for a record that is too
// large to be stored; then, and after any error, nothing of this call was stored.
absl::StatusOr<std::uint32_t> StoreImported(Database& database, absl::Span<const NewImportedGame> games, Micros now,
                                            std::int64_t& import_id);

// As ListGames, FindGame and FindRecord, for imported games.
absl::StatusOr<GamePage> ListImportedGames(Database& database, const GameFilter& filter,
                                           std::optional<std::int64_t> before, int count);
absl::StatusOr<GameSummary> FindImportedGame(Database& database, absl::string_view game_id);
absl::StatusOr<v1::GameRecord> FindImportedRecord(Database& database, absl::string_view game_id);

// Calls `visit` with each imported game and its record, in the order of ListImportedGames. Returns the first error of
// `visit`, or DATA_LOSS for a record that is damaged or missing.
absl::Status VisitImportedGames(
    Database& database,
    const std::function<absl::Status(const GameSummary& game, const v1::GameRecord& record)>& visit);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_IMPORTED_GAMES_H_
