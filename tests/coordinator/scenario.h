#ifndef TESTS_COORDINATOR_SCENARIO_H_
#define TESTS_COORDINATOR_SCENARIO_H_

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "arena/tournament/scheduled_game.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/game.pb.h"

namespace flagfall::arena::coordinator::simulation {

// How a simulated bot behaves.
enum class Manners {
  kGood,
  // Its process lives, and never says hello.
  kNeverComes,
  // Each of its processes ends before it says hello.
  kDiesAtOnce,
  kWrongRuleset,
  // Dies, leaves, is refused or comes too late now and then.
  kFlaky,
};

struct SimBot {
  std::string name;
  Manners manners = Manners::kGood;
  bool is_remote = false;
  std::uint32_t games_max = 1;
  bool is_suspended_at_first = false;
};

// Chances in a thousand.
struct FaultRates {
  // That a game ends by the host's fault.
  int void_game = 0;
  int refused_result = 0;
  int ledger_failure = 0;
  int bot_not_startable = 0;
  int game_not_startable = 0;
  // Per process, each time that something can happen.
  int supervisor_killed = 0;
  // Per game of a lease, each time that something can happen.
  int worker_lost = 0;
  // Per event that is handled.
  int stop = 0;
  int kill = 0;
  // Per bot that is suspended, before each further run.
  int readmission = 0;
};

// Everything about a simulated tournament that is drawn before it begins.
struct Scenario {
  v1::TournamentSpec spec;
  std::vector<SimBot> bots;
  FaultRates rates;
  // Runs with faults of the host; the one after them has none.
  int runs_max = 1;
  // Other runs play on the same machine.
  bool shares_slots = false;
  // Other machines play games of the run under leases.
  bool has_workers = false;
  // These alone play the bots that are no remote ones.
  bool leaves_launched_to_others = false;
  // Of the machine that the run is on, which it keeps to beside other machines; 0: it does not.
  std::uint32_t cores = 0;
  // Each game has the same result in whatever order things happen.
  bool has_fixed_results = false;
};

Scenario RandomScenario(std::mt19937_64& random);

// What came up in all simulated tournaments.
struct Tally {
  // Faults drawn, by kind.
  std::map<std::string, std::uint64_t> faults;
  std::map<v1::TournamentSpec::Format, std::uint64_t> formats;
  std::uint64_t runs = 0;
  std::uint64_t events = 0;
  std::uint64_t games = 0;
  std::uint64_t leased_games = 0;
  std::uint64_t suspensions = 0;
};

// The result of the game when nothing goes wrong.
v1::Result ResultOf(const Scenario& scenario, const tournament::ScheduledGame& game);

}  // namespace flagfall::arena::coordinator::simulation

#endif  // TESTS_COORDINATOR_SCENARIO_H_
