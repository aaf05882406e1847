#ifndef ARENA_RUNNER_TOURNAMENT_RUNNER_H_
#define ARENA_RUNNER_TOURNAMENT_RUNNER_H_

#include <functional>
#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/coordinator/command.h"
#include "arena/runner/shared_referee.h"
#include "arena/store/bots.h"
#include "arena/store/database.h"
#include "arena/store/tournaments.h"
#include "flagfall/v1/arena_service.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena {

struct RunOptions {
  // flagfall-bot-supervisor.
  std::string supervisor_path;
  // Output of the bots goes into FOLDER/TOURNAMENT/BOT.log.
  std::string logs_folder;
  // How long a game waits for a bot that has not said hello before the bot has forfeited it.
  Micros no_show_after = std::chrono::seconds(10);
  // Which sandbox a bot is to run in; none for all of them when this is empty.
  std::function<SandboxMode(const Bot&)> sandbox_of = {};
  // Bubblewrap's program.
  std::string bwrap = "bwrap";
  // So often a game may be void, in one run, before it is left to a later one.
  int void_attempts_max = 5;
  // Where the games are played, and where bots that dial in from elsewhere are; a referee of the run's own when null,
  // for launched bots only.
  SharedReferee* shared_referee = nullptr;
  // The state of a tournament that was stopped before its end, by a stop or by a ledger that fails.
  v1::Tournament::State state_when_stopped = v1::Tournament::STATE_STOPPED;
};

// What becomes of a running tournament, as it happens. The first event says how far it had come, and nothing else; that
// it is over, nobody says but the return value. Called on the thread that runs the tournament. A notice may hold
// whatever a bot sent.
using RunObserver = std::function<void(const v1::TournamentEvent& event)>;

// OK when all bots of the spec are in the home, are not suspended, and play its ruleset; else the error names the first
// that does not, and what to do.
absl::Status CheckEntrants(Database& database, const v1::TournamentSpec& spec);

// Plays what is missing of the tournament: its schedule is computed anew, and every game that the ledger does not hold
// is played, `concurrency` at a time, each bot in a process of its own that is kept for all its games. Returns when all
// are on the disk (kFinished), or soon after `stop` was requested (kStopped): games that ran are dropped, their results
// do not exist. In each case all processes are gone and the tournament's state says how it stands; when that cannot be
// written, the error is the ledger's.
//
// A bot that does not start, does not come or dies loses the games it was in, and harms no others; after `faults_max`
// such faults it is suspended and its remaining games are forfeited.
//
// Errors: those of the ledger (IsLedgerFailure), after which everything acknowledged before is kept and the tournament
// can be resumed; INTERNAL when processes or sockets cannot be made; FAILED_PRECONDITION when a strict sandbox cannot
// be had; UNAVAILABLE when games were void again and again, since the host was too slow for them.
absl::StatusOr<RunEnd> RunTournament(Database& database, const Tournament& tournament, const RunOptions& options,
                                     const RunObserver& observer, const std::stop_token& stop);

}  // namespace flagfall::arena

#endif  // ARENA_RUNNER_TOURNAMENT_RUNNER_H_
