#ifndef ARENA_COORDINATOR_BOT_STATE_H_
#define ARENA_COORDINATOR_BOT_STATE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "arena/coordinator/event.h"
#include "arena/tournament/scheduled_game.h"

namespace flagfall::arena::coordinator {

// A bot of the tournament, as a run finds it.
struct EnteredBot {
  std::string name;
  // It dials in by itself: the run neither starts nor ends its process.
  bool is_remote = false;
  // Faults that the ledger has counted so far.
  std::uint32_t faults = 0;
  // Empty while the bot may play.
  std::string suspended_reason;
};

// So often in a run the death of a supervisor that its bot may have killed itself voids the bot's games.
inline constexpr int kDoubtfulDeathsMax = 3;

// A bot and the process that it has now.
struct BotState {
  EnteredBot bot;
  // How many games it plays at once: 1 until it has said hello, and again when its stream has ended.
  std::uint32_t games_max = 1;
  std::uint32_t games_running = 0;
  // The number of its present or last process; 0 before the first, and of a remote bot.
  std::uint64_t life = 0;
  // The last of its processes that said hello as it should; 0 before the first, and of a remote bot.
  std::uint64_t ready_life = 0;
  // It has a process, or is remote.
  bool is_alive = false;
  // Its process has played a game, and may remember it.
  bool has_played = false;
  // Values of options that its process was started with, beside those of the spec.
  tournament::OptionValues settings;
  // Why its stream ended last; empty once it has said hello again.
  std::string last_disconnect;
  // How many of its processes have ended in this run because their supervisor died, and how the last one did.
  int supervisor_deaths = 0;
  std::string last_supervisor_death;
  // Supervisors have died so often that its games are left to a later run.
  bool is_left_out = false;
  // How many of these deaths the bot may have wanted: it was in play, and could kill its supervisor.
  int doubtful_deaths = 0;

  bool IsSuspended() const { return !bot.suspended_reason.empty(); }
  bool MayPlay() const { return !IsSuspended() && !is_left_out; }
  // Whether it can begin a game with these values of options: its process has them, or is in no game and can be ended.
  bool CanPlayWith(const tournament::OptionValues& values) const { return games_running == 0 || settings == values; }
  // Its games may go to other machines.
  bool MayBeLeased() const;
  // Notes a death of its supervisor. Whether it is to be held against the bot, which may have gained by it.
  bool IsOneTooMany(const BotExited& exited);
};

// "bot0's 5 times, the last was killed by SIGKILL" of each bot whose supervisor died; empty when none did.
std::string SupervisorDeathsText(const std::vector<BotState>& bots);

}  // namespace flagfall::arena::coordinator

#endif  // ARENA_COORDINATOR_BOT_STATE_H_
