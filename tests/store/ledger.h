#ifndef TESTS_STORE_LEDGER_H_
#define TESTS_STORE_LEDGER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "arena/store/games.h"
#include "arena/store/results.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::store {

// A ledger for tests: bots "ann", "bob", "cid", "dot", and rated tournaments of classic between them.

inline constexpr char kPool[] = "classic";

v1::BotManifest ManifestOf(const std::string& name);

// Returns a complete spec, as CompleteSpec makes it, with few options.
v1::TournamentSpec CompleteSpecOf(const std::vector<std::string>& bots);

// Opens the ledger for writing; aborts the test program when that fails.
std::unique_ptr<Database> MustOpen(const std::string& path);

// Adds the four bots and a tournament between them, and returns its id. Aborts on an error.
std::int64_t Furnish(Database& database);

// Returns a result of game `number`. By default ann, as Red, has captured bob's flag. The same arguments give the same
// result.
GameResult ResultOf(std::int64_t tournament_id, std::uint32_t number, const std::string& red = "ann",
                    const std::string& blue = "bob", v1::Result result = v1::RESULT_RED_WINS,
                    v1::Reason reason = v1::REASON_FLAG_CAPTURED);

// Returns a result whose players and outcome follow from `draw`, for random histories.
GameResult DrawnResult(std::int64_t tournament_id, std::uint32_t number, std::uint64_t draw);

// Stores one result and returns its receipt. Aborts when the database returns an error.
Receipt MustStore(Database& database, const GameResult& result);

// Stores three rated games, a void attempt before the second, and one that waits for its turn.
void StoreSome(Database& database, std::int64_t tournament_id);

// Returns all games of the tournament that count, ordered by number.
absl::StatusOr<std::vector<GameSummary>> TournamentGames(Database& database, std::int64_t tournament_id);

// As FindRecord, for a void attempt.
absl::StatusOr<v1::GameRecord> FindVoidRecord(Database& database, std::int64_t tournament_id, std::uint32_t number,
                                              std::uint32_t attempt);

// How the spec of a stored tournament names the book with this text.
std::string BookReference(absl::string_view text);

// Makes `to` a copy whose constraints nobody looks at. Aborts on an error.
void CopyInto(Database& from, Database& to);

// Drops the triggers that guard the ledger. Aborts on an error.
void DropTriggers(Database& database);

}  // namespace flagfall::arena::store

#endif  // TESTS_STORE_LEDGER_H_
