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
  // The error with which its last run ended; empty where it did not.
  std::string error;
  // How many of its games wait for a worker that can play them, and why none can.
  std::uint32_t waiting_games = 0;
  std::string waiting_reason;
  // Since 1970. `updated_time` is when it last began to run or entered its present state.
  Micros created_time{};
  Micros updated_time{};
  // The tournament in which bots play for their entry in this one (qualifications.h).
  std::optional<std::int64_t> qualifier;
};

// Creates a tournament that is running, queued or scheduled, and returns its id. `spec` must be complete; `pool` is
// where its games are rated. One that is scheduled has a start_time, and may be without bots, which CloseEntries gives
// it. The stored spec names the entries that FindBot finds by the given names, and a book of the host's own by its
// reference (books.h), while the text is stored beside it. NOT_FOUND for a bot that the home does not know,
// FAILED_PRECONDITION for a retired bot, INVALID_ARGUMENT when two names stand for the same entry.
absl::StatusOr<std::int64_t> CreateTournament(Database& database, const v1::TournamentSpec& spec,
                                              absl::string_view pool, Micros now,
                                              v1::Tournament::State state = v1::Tournament::STATE_RUNNING);

// NOT_FOUND when there is none.
absl::StatusOr<Tournament> FindTournament(Database& database, std::int64_t id);

// Notes that so many games of a running tournament wait for a worker that can play them, and why none can; 0 when none
// wait any more. SetTournamentState forgets it. NOT_FOUND when there is none.
absl::Status NoteWaitingGames(Database& database, std::int64_t id, std::uint32_t games, absl::string_view reason);

// Reads the tournament's state, its error and updated_time again; nothing else of a tournament changes. NOT_FOUND when
// there is none.
absl::Status UpdateState(Database& database, Tournament& tournament);

// Returns tournaments, the newest first, at most `count`; with `before` only those with smaller ids.
absl::StatusOr<std::vector<Tournament>> ListTournaments(Database& database, std::optional<std::int64_t> before,
                                                        int count);

// Returns the tournaments that are running or queued, challenges among them, the oldest first, at most `count`.
absl::StatusOr<std::vector<Tournament>> RunningTournaments(Database& database, int count);
// Those that are no challenges.
absl::StatusOr<std::vector<Tournament>> RunningWithoutChallenges(Database& database, int count);
// Of each challenger, the oldest challenge that is running or queued; the oldest first, at most `count`.
absl::StatusOr<std::vector<Tournament>> NextChallenges(Database& database, int count);

// What a user has of challenges.
struct ChallengesOf {
  // Challenges that are running, queued, paused or scheduled.
  std::int64_t open = 0;
  // Games of those that were created at `since` or later, whether they were played or not.
  std::int64_t games_since = 0;
};
absl::StatusOr<ChallengesOf> CountChallenges(Database& database, absl::string_view challenger, Micros since);

// Returns the ids of all tournaments that are running, queued or paused.
absl::StatusOr<std::vector<std::int64_t>> TournamentsGoingOn(Database& database);

// Tournaments that begin at a time, STATE_SCHEDULED until then. Something is to be done for such a tournament when its
// list of bots is to be made (entries_until, or else start_time), and then when it is to begin. While bots play for
// their entry, nothing is, until they have. Returns those for which such a time has come by `now`, in the order of
// these times.
absl::StatusOr<std::vector<Tournament>> DueTournaments(Database& database, Micros now);
// The next time at which something is to be done; absent while no tournament is scheduled.
absl::StatusOr<std::optional<Micros>> NextDueTime(Database& database);

// Gives a tournament without bots the spec that it has from now on: its own with the list of bots and what follows from
// it. Bots that have retired since they played for their entry enter all the same. Errors as CreateTournament's;
// FAILED_PRECONDITION when it has bots or is not scheduled.
absl::Status CloseEntries(Database& database, std::int64_t id, const v1::TournamentSpec& spec);

// Returns how many tournaments that are running or queued are older than this one, without challenges.
absl::StatusOr<std::int64_t> CountRunningBefore(Database& database, std::int64_t id);

// Whether the entry plays in a tournament that is not finished. A challenge that was cancelled counts as finished.
absl::StatusOr<bool> IsInUnfinishedTournament(Database& database, absl::string_view entry);

// Sets the state and the updated_time, and rates the games that wait for their turn (rating_order.h) when the
// tournament does not run any more. One that is to be STATE_SCHEDULED is due as CreateTournament has it. `error` is why
// it was stopped, and empty when nothing went wrong. NOT_FOUND when there is none.
absl::Status SetTournamentState(Database& database, std::int64_t id, v1::Tournament::State state, Micros now,
                                absl::string_view error = "");

// Notes that a tournament is paused whose last games are still being played: it is STATE_PAUSED from now on and not
// among RunningTournaments, while its games are rated in their order as before. SetTournamentState ends that. NOT_FOUND
// when there is none.
absl::Status NotePause(Database& database, std::int64_t id, Micros now);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_TOURNAMENTS_H_
