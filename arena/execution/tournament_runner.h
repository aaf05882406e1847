#ifndef ARENA_EXECUTION_TOURNAMENT_RUNNER_H_
#define ARENA_EXECUTION_TOURNAMENT_RUNNER_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/bots/bot_process.h"
#include "arena/bots/sandbox/sandbox.h"
#include "arena/store/bots.h"
#include "arena/store/database.h"
#include "arena/store/results.h"
#include "arena/store/tournaments.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena {

struct RunOptions {
  // flagfall-keeper.
  std::string keeper_path;
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
};

// A game's result is on the disk.
struct GameNews {
  std::string game_id;
  std::string red;
  std::string blue;
  v1::Outcome outcome;
  std::uint32_t plies = 0;
  // From 1; a void one is played again.
  std::uint32_t attempt = 0;
  // Absent when it was not rated.
  std::optional<RatedGame> rating;
};

// How far a tournament has come.
struct RunProgress {
  // Games that count and are on the disk, of all runs.
  std::uint32_t stored = 0;
  std::uint32_t total = 0;
};

// What all processes of a bot have used in a run.
struct UseNews {
  std::string bot;
  BotUse use;
};

// Called on the thread that runs the tournament.
struct RunObserver {
  std::function<void(const RunProgress&)> on_begin;
  std::function<void(const GameNews&, const RunProgress&)> on_game;
  // Once for each bot, at the end of the run.
  std::function<void(const UseNews&)> on_use;
  // Something about a bot that the host should know, in words: a fault, a suspension. May hold whatever the bot sent.
  std::function<void(const std::string&)> on_notice;
};

enum class RunEnd { kFinished, kStopped };

// OK when all bots of the spec are in the home, are not suspended, and play its ruleset; else the error names the first
// that does not, and what to do.
absl::Status CheckEntrants(Database& database, const v1::TournamentSpec& spec);

// Plays what is missing of the tournament: its schedule is computed anew, and every game that the ledger does not hold
// is played, `concurrency` at a time, each bot in a process of its own that is kept for all its games. Returns when all
// are on the disk (kFinished), or soon after `stop` was requested (kStopped): games that ran are dropped, their results
// do not exist. In each case all processes are gone and the tournament's state says how it stands.
//
// A bot that does not start, does not come or dies loses the games it was in, and harms no others; after `faults_max`
// such faults it is suspended and its remaining games are forfeited.
//
// Errors: those of the ledger, after which everything acknowledged before is kept and the tournament can be resumed;
// INTERNAL when processes or sockets cannot be made; FAILED_PRECONDITION when a strict sandbox cannot be had;
// UNAVAILABLE when games were void again and again, since the host was too slow for them.
absl::StatusOr<RunEnd> RunTournament(Database& database, const Tournament& tournament, const RunOptions& options,
                                     const RunObserver& observer, const std::stop_token& stop);

}  // namespace flagfall::arena

#endif  // ARENA_EXECUTION_TOURNAMENT_RUNNER_H_
