#ifndef ARENA_QUERIES_TOURNAMENT_TIMES_H_
#define ARENA_QUERIES_TOURNAMENT_TIMES_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/store/games.h"
#include "arena/tournament/played_game.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::queries {

// Adds up where time went in the games of a tournament, for each of its bots. It is told of each stored game once, by
// whoever reads them anyway. For one thread.
class TournamentTimes {
 public:
  // `game` is a game of the tournament that counts; `players` are its bots' indices in the spec.
  void Add(const store::GameSummary& game, const tournament::PlayedGame& players);

  // Adds the sums to the message, and the void attempts by cause: one entry for each bot of its spec.
  void AddTo(absl::Span<const store::VoidCount> voids, v1::Tournament& message) const;

 private:
  struct Sum {
    std::uint32_t games = 0;
    store::SeatTimes times = {};
  };

  void Add(int bot, const store::SeatTimes& times);

  // By index in the spec, as far as bots have been seen.
  std::vector<Sum> sums_;
};

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_TOURNAMENT_TIMES_H_
