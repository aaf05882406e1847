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

namespace flagfall::arena {

struct Tournament {
  // From 1.
  std::int64_t id = 0;
  // Complete: with every default, every option of the ruleset and the seed drawn.
  v1::TournamentSpec spec;
  // In which its games are rated; absent when they are not.
  std::optional<std::string> pool;
  v1::Tournament::State state = v1::Tournament::STATE_RUNNING;
  // Since 1970. Updated: when it last began to run, or came to its present state.
  Micros created_time{};
  Micros updated_time{};
};

// Starts a tournament, running, and returns its id. `spec` must be complete; `pool` is where its games are rated. What
// is stored names the entries that FindBot finds by the names given. NOT_FOUND for a bot that the home does not know,
// FAILED_PRECONDITION for one that is retired, INVALID_ARGUMENT when two names stand for one entry.
absl::StatusOr<std::int64_t> CreateTournament(Database& database, const v1::TournamentSpec& spec,
                                              absl::string_view pool, Micros now);

// NOT_FOUND when there is none.
absl::StatusOr<Tournament> FindTournament(Database& database, std::int64_t id);

// Reads its state anew, and since when it has it; the rest of a tournament never changes. NOT_FOUND when there is none.
absl::Status UpdateState(Database& database, Tournament& tournament);

// The newest first: those with ids below `before` (absent: all), at most `count`.
absl::StatusOr<std::vector<Tournament>> ListTournaments(Database& database, std::optional<std::int64_t> before,
                                                        int count);

// Those in STATE_RUNNING, the oldest first, at most `count`.
absl::StatusOr<std::vector<Tournament>> RunningTournaments(Database& database, int count);
// How many of them are older than that one.
absl::StatusOr<std::int64_t> CountRunningBefore(Database& database, std::int64_t id);

// Whether the entry plays in a tournament that is running or was stopped.
absl::StatusOr<bool> IsInUnfinishedTournament(Database& database, absl::string_view entry);

// NOT_FOUND when there is none.
absl::Status SetTournamentState(Database& database, std::int64_t id, v1::Tournament::State state, Micros now);

}  // namespace flagfall::arena

#endif  // ARENA_STORE_TOURNAMENTS_H_
