#ifndef ARENA_BOTS_KEEPER_SUPERVISOR_H_
#define ARENA_BOTS_KEEPER_SUPERVISOR_H_

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>

#include "arena/bots/keeper/capped_log.h"

namespace flagfall::arena::keeper {

// Watches one bot from its start until nothing that it has started is left.
class Supervisor {
 public:
  // `arena`: the socket of protocol.h. `child_signals`: a signalfd for SIGCHLD. `output`: the reading end, not
  // blocking, of the pipe that the bot writes to.
  Supervisor(int arena, int child_signals, int output, pid_t bot, std::uint64_t processes_max, CappedLog& log);

  // Returns when the bot has ended, or the arena wants it to or is gone, and its descendants have been killed.
  void Run();

 private:
  using Clock = std::chrono::steady_clock;

  void OnArena();
  void OnChildren();
  void OnOutput();
  void OnTick();
  void Stop();
  void End(const std::string& report);
  int WaitMs() const;

  const int arena_;
  const int child_signals_;
  const int output_;
  const pid_t bot_;
  const std::uint64_t processes_max_;
  CappedLog& log_;

  bool has_ended_ = false;
  bool is_arena_gone_ = false;
  bool is_output_closed_ = false;
  // When the bot, asked to stop, will be killed.
  Clock::time_point kill_at_ = Clock::time_point::max();
  Clock::time_point count_at_ = Clock::time_point::max();
};

// Sends a line of the keeper's protocol; an arena that is gone hears nothing.
void Report(int arena, const std::string& line);

}  // namespace flagfall::arena::keeper

#endif  // ARENA_BOTS_KEEPER_SUPERVISOR_H_
