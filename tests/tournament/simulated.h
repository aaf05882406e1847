#ifndef TESTS_TOURNAMENT_SIMULATED_H_
#define TESTS_TOURNAMENT_SIMULATED_H_

#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "arena/tournament/format.h"
#include "arena/tournament/round_robin.h"
#include "arena/tournament/schedule.h"

namespace flagfall::arena {

// Tournaments played without bots.

// How a game ends, as a function of it alone. Player 0 is the strongest; a third of the games are draws.
using ResultOf = std::function<PlayedGame(const ScheduledGame&)>;
ResultOf ByStrength(std::uint64_t chance);

// The game of that number as a schedule hands it out.
ScheduledGame GameOf(const RoundRobin& format, std::uint32_t number);

// A drawn number that depends on the game's number and `chance` only.
std::uint64_t ChanceOf(const ScheduledGame& game, std::uint64_t chance);

// `schedule` to its end, or to the last of its first `games_max` games, one game after the other.
std::vector<PlayedGame> PlayInOrder(Schedule& schedule, const ResultOf& result_of, std::uint32_t games_max);

// The same with several games at once that end in any order, some of them void at first. Stops after `stop_after` games
// have ended, dropping those under way. The games that ended, ordered by number.
struct Disorder {
  std::mt19937_64& random;
  std::size_t concurrency = 4;
  std::size_t stop_after = SIZE_MAX;
};
std::vector<PlayedGame> PlayInDisorder(Schedule& schedule, const ResultOf& result_of, std::uint32_t games_max,
                                       const Disorder& disorder);

}  // namespace flagfall::arena

#endif  // TESTS_TOURNAMENT_SIMULATED_H_
