#ifndef ARENA_STORE_CHECK_H_
#define ARENA_STORE_CHECK_H_

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/database.h"
#include "flagfall/v1/record.pb.h"

namespace flagfall::arena::store {

// Computes all ratings from the stored games, in the order in which they were rated, and compares each rating change
// and each standing with the stored one, exactly. Each game of a rated tournament must be rated, be left out because
// nobody played it, or wait for its turn (rating_order.h). DATA_LOSS names the first game or bot that differs.
absl::Status CheckRatings(Database& database);

// What the ledger tells of a game, or of a void attempt at one, beside its record.
struct RecordedGame {
  std::int64_t tournament_id = 0;
  std::uint32_t number = 0;
  std::uint32_t attempt = 0;
  // The first game of its pair; 0 when it has none, and of void attempts at a game that is not decided.
  std::uint32_t first_of_pair = 0;
  // The attempt at which that first game was decided; 0 when there is none.
  std::uint32_t first_attempt = 0;
  bool is_void = false;
  // Whether it is a void attempt at a game that is not decided, of which it is not known whether it is second of a
  // pair.
  bool is_undecided = false;
};
using VisitRecord = std::function<absl::Status(const RecordedGame& game, const v1::GameRecord& record)>;

// Compares each game's row, and that of each void attempt, with its record: the record must have the stored hash and
// say the same about the game. Numbers of games and attempts must follow each other without a gap. `visit` is called
// with each record that passes, in the order in which games were stored, and then with those of void attempts; its
// error ends the check. DATA_LOSS names the first game that differs or is missing.
absl::Status CheckGames(Database& database, const VisitRecord& visit);
absl::Status CheckGames(Database& database);

// Compares each tournament's row with its spec, and the spec with the hash that was stored when the tournament was
// created, and looks whether its bots, its book and what bots play in for their entry are those that it names.
// DATA_LOSS names the first tournament that differs.
absl::Status CheckSpecs(Database& database);

// The same, and tournaments, submissions and tokens must be numbered without a gap, and no void attempt may be missing.
// DATA_LOSS names the first that breaks this.
absl::Status CheckTournaments(Database& database);

// Compares bots, submissions and tokens: each version of a submitted bot has the submission that it came from, with the
// same owner and content, each base name has one owner, and removed users have no valid tokens. DATA_LOSS names the
// first that breaks this.
absl::Status CheckBots(Database& database);

// Compares tables, indexes and triggers with those of the ledger's version, runs SQLite's own full check of the file,
// and looks at the constraints of every row, foreign keys included. Whatever a writer would refuse is found on a
// connection for reading, too. DATA_LOSS says which table and row, and what is wrong there.
absl::Status CheckIntegrity(Database& database);

// What a writer looks at when it opens a ledger of that version: all of this but indexes, foreign keys and the schema.
absl::Status CheckQuickly(Database& database, int version);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_CHECK_H_
