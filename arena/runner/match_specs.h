#ifndef ARENA_RUNNER_MATCH_SPECS_H_
#define ARENA_RUNNER_MATCH_SPECS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/books/book.h"
#include "arena/store/bots.h"
#include "arena/store/database.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/scheduled_game.h"
#include "referee/match/match.h"

namespace flagfall::arena::runner {

// Turns games of a tournament's schedule into matches for a referee.
class MatchSpecs {
 public:
  // `bots` in the order of the spec. `database` must not be locked. Errors as store::BookOf and FindBook.
  static absl::StatusOr<MatchSpecs> Make(const store::Tournament& tournament, const std::vector<store::Bot>& bots,
                                         v1::TimeControl time_control, store::Database& database);

  // The game with that seed, beginning now, on set-ups that its players choose.
  MatchSpec SpecOf(const tournament::ScheduledGame& game, std::string seed) const;
  // The same with the set-ups that are given to the players: those of the book, or in the second game of a duplicate
  // pair those of the first, which must be in the ledger. The error is FindRecord's.
  absl::StatusOr<MatchSpec> SpecWithSetUps(const tournament::ScheduledGame& game, std::string seed,
                                           store::Database& database) const;

 private:
  MatchSpecs() = default;

  std::int64_t tournament_id_ = 0;
  v1::TournamentSpec spec_;
  v1::TimeControl time_control_;
  std::vector<v1::Player> players_;
  // Of spec_.book; absent when there is none.
  std::optional<books::Book> book_;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_MATCH_SPECS_H_
