#ifndef ARENA_BOTS_BOT_METER_H_
#define ARENA_BOTS_BOT_METER_H_

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>

#include "arena/bots/supervisor/cgroup.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::bots {

// Measures what the processes of a bot in control groups use while they run, on the bot's turns and off them, and can
// freeze them off the turns. A value whose controller is missing is 0. Thread-safe. The BotProcess and those who read
// the meter share it; it may outlive the process.
class BotMeter {
 public:
  struct Reading {
    std::chrono::microseconds cpu{};
    // The part of `cpu` that was used off the bot's turns.
    std::chrono::microseconds off_turn_cpu{};
    std::uint64_t memory_bytes_peak = 0;
    std::uint32_t processes = 0;
  };

  // Measures the bot of this supervisor. `is_frozen_off_turn` keeps the bot from running off its turns. `others` is the
  // number of processes in the groups that are not the bot's.
  BotMeter(const supervisor::CgroupFolders& folders, pid_t supervisor, bool is_frozen_off_turn, std::uint32_t others);
  ~BotMeter();
  BotMeter(const BotMeter&) = delete;
  BotMeter& operator=(const BotMeter&) = delete;

  // To be called before the bot's turn begins, and after it has ended. Until the first call it is the bot's turn.
  void BeginTurn() ABSL_LOCKS_EXCLUDED(mutex_);
  void EndTurn() ABSL_LOCKS_EXCLUDED(mutex_);
  // Off its turns: thaws the bot until the next call of EndTurn or BeginTurn.
  void ThawForAMoment() ABSL_LOCKS_EXCLUDED(mutex_);

  Reading Read() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // The CPU time used so far; 0 while the groups do not exist.
  std::chrono::microseconds Cpu() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const supervisor::BotCgroup group_;
  const bool is_frozen_off_turn_;
  const std::uint32_t others_;
  Mutex mutex_;
  // Stays open because it is read twice a turn; -1 until the supervisor has made the groups.
  int cpu_file_ ABSL_GUARDED_BY(mutex_) = -1;
  // The CPU time when the bot's turn ended; absent on its turn.
  std::optional<std::chrono::microseconds> off_since_ ABSL_GUARDED_BY(mutex_);
  // The CPU time that was used off turns, without the time since `off_since_`.
  std::chrono::microseconds off_turn_cpu_ ABSL_GUARDED_BY(mutex_){};
};

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_BOT_METER_H_
