#ifndef ARENA_BOTS_SUPERVISOR_BOT_MONITOR_H_
#define ARENA_BOTS_SUPERVISOR_BOT_MONITOR_H_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>

#include "arena/bots/supervisor/cgroup.h"
#include "arena/bots/supervisor/supervisor_options.h"

namespace flagfall::arena::bots::supervisor {

// Watches one bot, in the supervisor's process and on its only thread, from the bot's start until no process that it
// has started is left. The objects and descriptors that it is given must outlive it.
class BotMonitor {
 public:
  // `arena` is the socket of supervisor_protocol.h, `child_signals` a signalfd for SIGCHLD, and `group` the bot's
  // control groups, or null.
  BotMonitor(int arena, int child_signals, pid_t bot, const SupervisorOptions& options, const BotCgroup* group);

  // Returns when the bot has ended by itself, broken a limit, or been stopped because the arena asked for it or is
  // gone, and all its descendants have been killed.
  void Run();

 private:
  using Clock = std::chrono::steady_clock;

  void OnArena();
  void OnChildren();
  // The line of the protocol for a bot that has ended with this status of waitpid.
  std::string ExitReport(int status) const;
  void OnTick();
  void Stop();
  // Ends the bot if it has broken a limit.
  void CheckLimits();
  // Sends the report on the bot's end, and has Run end.
  void End(const std::string& report);
  void KillAll();
  void ReportUse();
  int WaitMs() const;

  const int arena_;
  const int child_signals_;
  const pid_t bot_;
  const SupervisorOptions& options_;
  const BotCgroup* const group_;

  bool has_ended_ = false;
  bool is_arena_gone_ = false;
  // When a bot that was asked to stop will be killed.
  Clock::time_point kill_at_ = Clock::time_point::max();
  // When the bot's processes are counted next.
  Clock::time_point count_at_ = Clock::time_point::max();
  // The most processes that were seen at once; 0 before they were counted, and where nothing asks for it.
  std::size_t processes_peak_ = 0;
};

// Sends a line of the supervisor's protocol. Does nothing when the arena is gone.
void SendReport(int arena, const std::string& line);

}  // namespace flagfall::arena::bots::supervisor

#endif  // ARENA_BOTS_SUPERVISOR_BOT_MONITOR_H_
