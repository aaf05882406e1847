#ifndef ARENA_RUNNER_TOURNAMENT_RUNNER_H_
#define ARENA_RUNNER_TOURNAMENT_RUNNER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/bots/game_logs.h"
#include "arena/bots/owner_logs.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/coordinator/command.h"
#include "arena/runner/core_pool.h"
#include "arena/runner/game_slots.h"
#include "arena/runner/lease_desk.h"
#include "arena/runner/ledger_use.h"
#include "arena/runner/shared_referee.h"
#include "arena/store/bots.h"
#include "arena/store/database.h"
#include "arena/store/tournaments.h"
#include "flagfall/v1/arena_service.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::runner {

// Long, since a bot may have much to load, and its machine others to run; a process that has ended is not waited for.
inline constexpr std::chrono::seconds kNoShowAfterDefault{60};

struct RunOptions {
  // flagfall-bot-supervisor.
  std::string supervisor_path;
  // Output of the bots goes into the logs of bots::BotLogPaths in FOLDER/TOURNAMENT.
  std::string logs_folder;
  // How long a game waits for a bot that has not said hello before the bot has forfeited it.
  Micros no_show_after = kNoShowAfterDefault;
  // Those of an owner and of the home are kept to when this tournament begins.
  bots::LogLimits log_limits = {};
  // Which sandbox a bot is to run in; none for all of them when this is empty.
  std::function<bots::SandboxMode(const store::Bot&)> sandbox_of = {};
  // What bots in a sandbox get.
  bots::SandboxSettings sandbox_settings = {};
  // Bubblewrap's program.
  std::string bwrap = "bwrap";
  // A game that was void so often in one run is left to a later one.
  int void_attempts_max = 5;
  // The referee of the games, to which bots that dial in from elsewhere are connected. When null, the run has a referee
  // of its own, and only bots that are launched here can play.
  SharedReferee* shared_referee = nullptr;
  // Where the run gives games to other machines; null when all are played here.
  LeaseDesk* leases = nullptr;
  // The cores that games here get for themselves; null when all share what there is.
  CorePool* pool = nullptr;
  // How many games begin here at once while other machines play too; 0: as many as there is room for.
  std::uint32_t cores = 0;
  // The speed of this machine in plies a second, by which time controls are scaled (TimeControlScale); 0 where it is
  // not known. Asked by runs of tournaments that have them scaled alone; may block until it is measured. May be empty.
  std::function<std::uint32_t()> plies_per_second = {};
  // Whether all games but those of remote bots are left to other machines.
  bool leaves_launched_to_others = false;
  // Where the run gets a slot for each game, when others play on this machine at the same time; null when it is alone.
  GameSlots* slots = nullptr;
  LedgerUse ledger = {};
  // File descriptors of this process that others than the bots launched here may hold: the clients of a server.
  std::size_t descriptors_for_others = 0;
  // Once it is requested, no new game begins, and the run ends (kPaused) when those that are being played are over.
  std::stop_token pause = {};
  // The state of a tournament that was stopped before its end, by a stop or by a ledger that fails.
  v1::Tournament::State state_when_stopped = v1::Tournament::STATE_STOPPED;
};

// Is told what happens in a running tournament, on the thread that runs it. Before the first game, an event says how
// far the tournament had come, and nothing else. That the run is over is said by RunTournament's return value alone. A
// notice may hold any text that a bot sent.
using RunObserver = std::function<void(const v1::TournamentEvent& event)>;

// How many bots of the spec are launched here, and do not dial in by themselves. Those that the home does not know are
// left out.
std::size_t CountLaunchedBots(store::Database& database, const v1::TournamentSpec& spec);

// Returns OK when all bots of the spec are in the home; NOT_FOUND names all that are not. To be called before the rest
// of the spec is looked at: whoever has misspelt a bot's name mends that first.
absl::Status CheckBotsAreKnown(store::Database& database, const v1::TournamentSpec& spec);

// Returns OK when all bots of the spec are in the home, are not suspended, play its ruleset and have its options, its
// book can be had, and this process may have the descriptors for so many (CheckDescriptors). Otherwise the error names
// the first bot for which that does not hold, or the limit, and what to do about it.
absl::Status CheckEntrants(store::Database& database, const v1::TournamentSpec& spec,
                           std::size_t descriptors_for_others = 0);

// Plays what is missing of the tournament: its schedule is computed anew, and every game that the ledger does not hold
// is played, `concurrency` at a time, each bot in a process of its own that is kept for all its games. Returns when all
// results are on the disk (kFinished); soon after `stop` was requested (kStopped), when the games that were being
// played are dropped without a result; or, once `options.pause` was requested, when those games are stored (kPaused).
// In each case all processes are gone and the tournament's state in the ledger says how it stands; when the state
// cannot be written, the error is the ledger's.
//
// A bot that does not start, does not come or dies loses the games that it was in, and harms no others. After
// `faults_max` such faults it is suspended and its remaining games are forfeited; in a challenge they are forfeited,
// and it is not suspended beyond it.
//
// Errors: FAILED_PRECONDITION before the first game when this process may have too few descriptors for the bots; those
// of the ledger (IsLedgerFailure), after which everything acknowledged before is kept and the tournament can be
// resumed; INTERNAL when processes or sockets cannot be made; FAILED_PRECONDITION when a strict sandbox cannot be had,
// or `options.pool` has too few cores for a game; UNAVAILABLE when games were void again and again, since the host was
// too slow for them.
absl::StatusOr<coordinator::RunEnd> RunTournament(store::Database& database, const store::Tournament& tournament,
                                                  const RunOptions& options, const RunObserver& observer,
                                                  const std::stop_token& stop);

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_TOURNAMENT_RUNNER_H_
