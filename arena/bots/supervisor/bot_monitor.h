#ifndef ARENA_BOTS_SUPERVISOR_SUPERVISOR_H_
#define ARENA_BOTS_SUPERVISOR_SUPERVISOR_H_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>

#include "arena/bots/supervisor/capped_log.h"
#include "arena/bots/supervisor/cgroup.h"
#include "arena/bots/supervisor/order.h"

namespace flagfall::arena::supervisor {

// Watches one bot from its start until nothing that it has started is left.
class Supervisor {
 public:
  // `arena`: the socket of protocol.h. `child_signals`: a signalfd for SIGCHLD. `output`: the reading end, not
  // blocking, of the pipe that the bot writes to. `group`: the bot's control groups, or null.
  Supervisor(int arena, int child_signals, int output, pid_t bot, const Order& order, const BotCgroup* group,
             CappedLog& log);

  // Returns when the bot has ended, or the arena wants it to or is gone, and its descendants have been killed.
  void Run();

 private:
  using Clock = std::chrono::steady_clock;

  void OnArena();
  void OnChildren();
  std::string ExitReport(int status) const;
  // Whether there was any.
  bool OnOutput();
  void ReadRest();
  void OnTick();
  void Stop();
  // Whether the bot has more than it may, which then is its end.
  void CheckLimits();
  void End(const std::string& report);
  void KillAll();
  void ReportUse();
  int WaitMs() const;

  const int arena_;
  const int child_signals_;
  const int output_;
  const pid_t bot_;
  const Order& order_;
  const BotCgroup* const group_;
  CappedLog& log_;

  bool has_ended_ = false;
  bool is_arena_gone_ = false;
  bool is_output_closed_ = false;
  // When the bot, asked to stop, will be killed.
  Clock::time_point kill_at_ = Clock::time_point::max();
  Clock::time_point count_at_ = Clock::time_point::max();
  // The most that was seen at once.
  std::size_t processes_peak_ = 1;
};

// Sends a line of the supervisor's protocol; an arena that is gone hears nothing.
void Report(int arena, const std::string& line);

}  // namespace flagfall::arena::supervisor

#endif  // ARENA_BOTS_SUPERVISOR_SUPERVISOR_H_
