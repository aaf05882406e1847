#ifndef ARENA_STORE_TOURNAMENTS_H_
#define ARENA_STORE_TOURNAMENTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "flagfall/v1/arena.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::store {

struct Tournament {
  // From 1.
  std::int64_t id = 0;
  // Complete: with all defaults, the seed, and a complete ruleset (CompleteRuleset). A book of the host's own is named
  // by its reference, unless an older flagfall has created the tournament.
  v1::TournamentSpec spec;
  // The pool in which its games are rated; absent when they are not.
  std::optional<std::string> pool;
  v1::Tournament::State state = v1::Tournament::STATE_RUNNING;
  // Since 1970. `updated_time` is when it last began to run or entered its present state.
  Micros created_time{};
  Micros updated_time{};
};

// Creates a running tournament and returns its id. `spec` must be complete; `pool` is where its games are rated. The
// stored spec names the entries that FindBot finds by the given names, and a book of the host's own by its reference
// (books.h), while the text is stored beside it. NOT_FOUND for a bot that the home does not know,
// FAILED_PRECONDITION for a retired bot, INVALID_ARGUMENT when two names stand for the same entry.
absl::StatusOr<std::int64_t> CreateTournament(Database& database, const v1::TournamentSpec& spec,
                                              absl::string_view pool, Micros now);

// NOT_FOUND when there is none.
absl::StatusOr<Tournament> FindTournament(Database& database, std::int64_t id);

// Reads the tournament's state and updated_time again; nothing else of a tournament changes. NOT_FOUND when there is
// none.
absl::Status UpdateState(Database& database, Tournament& tournament);

// Returns tournaments, the newest first, at most `count`; with `before` only those with smaller ids.
absl::StatusOr<std::vector<Tournament>> ListTournaments(Database& database, std::optional<std::int64_t> before,
                                                        int count);

// Returns the tournaments in STATE_RUNNING, the oldest first, at most `count`.
absl::StatusOr<std::vector<Tournament>> RunningTournaments(Database& database, int count);
// Returns how many tournaments in STATE_RUNNING are older than this one.
absl::StatusOr<std::int64_t> CountRunningBefore(Database& database, std::int64_t id);

// Whether the entry plays in a tournament that is running or was stopped.
absl::StatusOr<bool> IsInUnfinishedTournament(Database& database, absl::string_view entry);

// Sets the state and the updated_time, and rates the games that wait for their turn (rating_order.h) when the
// tournament does not run any more. NOT_FOUND when there is none.
absl::Status SetTournamentState(Database& database, std::int64_t id, v1::Tournament::State state, Micros now);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_TOURNAMENTS_H_
