#ifndef TESTS_STORE_LEDGER_H_
#define TESTS_STORE_LEDGER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arena/store/database.h"
#include "arena/store/results.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena {

// A ledger in use, for tests: bots "ann", "bob", "cid", "dot", and rated tournaments of classic among them.

inline constexpr char kPool[] = "classic";

v1::BotManifest ManifestOf(const std::string& name);

// A spec as CompleteSpec makes it, but with few options.
v1::TournamentSpec CompleteSpecOf(const std::vector<std::string>& bots);

// Opens PATH for writing; aborts the test program when that fails.
std::unique_ptr<Database> MustOpen(const std::string& path);

// Adds the four bots and a tournament of theirs; returns its id. Aborts on an error.
std::int64_t Furnish(Database& database);

// A result of game `number`: by default ann, Red, has captured bob's flag. Two results are the same when all arguments
// are the same.
GameResult ResultOf(std::int64_t tournament_id, std::uint32_t number, const std::string& red = "ann",
                    const std::string& blue = "bob", v1::Result result = v1::RESULT_RED_WINS,
                    v1::Reason reason = v1::REASON_FLAG_CAPTURED);

// A result whose players and outcome follow from `draw`, for histories drawn at random.
GameResult DrawnResult(std::int64_t tournament_id, std::uint32_t number, std::uint64_t draw);

// Stores it alone and returns its receipt. Aborts when the database gives an error.
Receipt MustStore(Database& database, const GameResult& result);

}  // namespace flagfall::arena

#endif  // TESTS_STORE_LEDGER_H_
