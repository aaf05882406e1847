#ifndef ARENA_STORE_CHECK_H_
#define ARENA_STORE_CHECK_H_

#include "absl/status/status.h"
#include "arena/store/database.h"

namespace flagfall::arena::store {

// Computes all ratings from the stored games, in the order in which they were rated, and compares each rating change
// and each standing with the stored one, exactly. Each game of a rated tournament must be rated, or wait for its turn
// (rating_order.h). DATA_LOSS names the first game or bot that differs.
absl::Status CheckRatings(Database& database);

// Compares each game's row with its record: the record must have the stored hash and say the same about the game.
// Checks the hashes of void attempts' records as well. DATA_LOSS names the first game that differs.
absl::Status CheckGames(Database& database);

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
