#ifndef ARENA_STORE_CHECK_H_
#define ARENA_STORE_CHECK_H_

#include "absl/status/status.h"
#include "arena/store/database.h"

namespace flagfall::arena {

// Computes all ratings anew from the stored games, in the order in which they were stored, and compares every change
// and every standing with what the ledger says, to the last millionth. DATA_LOSS names the first game or bot that
// differs.
absl::Status CheckRatings(Database& database);

// Every game's row against its record, which must have the hash that the row says and tell the same of the game, and
// every record and void attempt to have its hash. DATA_LOSS names the first game that differs.
absl::Status CheckGames(Database& database);

// Bots, submissions and tokens against each other: every version of a submitted bot has the submission that it came
// from, by the same owner and with the same content, a base name has one owner, removed users have no good tokens.
// DATA_LOSS names the first that has not.
absl::Status CheckBots(Database& database);

// SQLite's own full check of the file, foreign keys included. DATA_LOSS says what it found.
absl::Status CheckIntegrity(Database& database);

}  // namespace flagfall::arena

#endif  // ARENA_STORE_CHECK_H_
