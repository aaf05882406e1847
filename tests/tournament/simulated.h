#ifndef TESTS_TOURNAMENT_SIMULATED_H_
#define TESTS_TOURNAMENT_SIMULATED_H_

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "arena/tournament/format.h"
#include "arena/tournament/round_robin.h"
#include "arena/tournament/schedule.h"
#include "arena/tournament/standings.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::tournament {

// Tournaments played without bots.

// The result of a game as a function of the game alone.
using ResultOf = std::function<PlayedGame(const ScheduledGame&)>;
// Results in which player 0 is the strongest and a third of the games are draws.
ResultOf ByStrength(std::uint64_t chance);

// The game of that number as a schedule hands it out.
ScheduledGame GameOf(const RoundRobin& format, std::uint32_t number);

// A drawn number that depends on the game's number and `chance` only.
std::uint64_t ChanceOf(const ScheduledGame& game, std::uint64_t chance);

// Plays `schedule` to its end, or up to game `games_max`, one game after the other.
std::vector<PlayedGame> PlayInOrder(Schedule& schedule, const ResultOf& result_of, std::uint32_t games_max);

// The same with several games at once that end in any order, some of them void at first. Stops after `stop_after` games
// have ended and drops the games that are still running. Returns the games that ended, ordered by number.
struct Disorder {
  std::mt19937_64& random;
  std::size_t concurrency = 4;
  std::size_t stop_after = SIZE_MAX;
};
std::vector<PlayedGame> PlayInDisorder(Schedule& schedule, const ResultOf& result_of, std::uint32_t games_max,
                                       const Disorder& disorder);

// The table of a tournament of that format after the games.
Standings StandingsAfter(v1::TournamentSpec::Format format, const std::vector<std::string>& names,
                         const std::vector<PlayedGame>& games, std::uint32_t games_per_pairing = 2);

}  // namespace flagfall::arena::tournament

#endif  // TESTS_TOURNAMENT_SIMULATED_H_
