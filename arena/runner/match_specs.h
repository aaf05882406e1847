#ifndef ARENA_RUNNER_MATCH_SPECS_H_
#define ARENA_RUNNER_MATCH_SPECS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arena/store/bots.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/scheduled_game.h"
#include "referee/match/match.h"

namespace flagfall::arena::runner {

// Turns games of a tournament's schedule into matches for a referee.
class MatchSpecs {
 public:
  // `bots` in the order of the spec. `plies_per_second` as in RunOptions.
  MatchSpecs(const store::Tournament& tournament, const std::vector<store::Bot>& bots, v1::TimeControl time_control,
             std::function<std::uint32_t()> plies_per_second);

  // Where the tournament's time control is scaled: games from now on are played by the speed that this machine has now.
  // Where the scale would be outside of its limits, the one before stays, and the error says why (ScaleFor).
  absl::Status NoteSpeed();

  // The game with that seed, beginning now, on set-ups that its players choose. Without a scale as long as none is
  // known.
  MatchSpec SpecOf(const tournament::ScheduledGame& game, std::string seed) const;

 private:
  std::int64_t tournament_id_ = 0;
  v1::TournamentSpec spec_;
  v1::TimeControl time_control_;
  std::function<std::uint32_t()> plies_per_second_;
  std::optional<v1::TimeControlScale> scale_;
  std::vector<v1::Player> players_;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_MATCH_SPECS_H_
