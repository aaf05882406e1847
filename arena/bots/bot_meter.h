#ifndef ARENA_BOTS_BOT_METER_H_
#define ARENA_BOTS_BOT_METER_H_

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>

#include "arena/bots/supervisor/cgroup.h"
#include "referee/base/mutex.h"

namespace flagfall::arena {

// What the processes of a bot in control groups use while they run, on its turns and off them; and the brake by which
// they are kept from running off them. Where a controller is missing, what it would count is 0. Thread-safe.
class BotMeter {
 public:
  struct Reading {
    std::chrono::microseconds cpu{};
    // Of that, off its turns.
    std::chrono::microseconds off_turn_cpu{};
    std::uint64_t memory_bytes_peak = 0;
    std::uint32_t processes = 0;
  };

  // Of the bot of that supervisor. `is_frozen_off_turn`: it runs on its turns only. `others`: processes in the groups
  // that are not the bot's.
  BotMeter(const supervisor::CgroupPlaces& places, pid_t supervisor, bool is_frozen_off_turn, std::uint32_t others);
  ~BotMeter();
  BotMeter(const BotMeter&) = delete;
  BotMeter& operator=(const BotMeter&) = delete;

  // Before its turn begins, and after it has ended. Before the first call, it is its turn.
  void BeginTurn() ABSL_LOCKS_EXCLUDED(mutex_);
  void EndTurn() ABSL_LOCKS_EXCLUDED(mutex_);
  // Off its turns: lets it run until the next call of EndTurn or BeginTurn.
  void LetBreathe() ABSL_LOCKS_EXCLUDED(mutex_);

  Reading Read() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // 0 where groups are not there yet, or any more.
  std::chrono::microseconds Cpu() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const supervisor::BotCgroup group_;
  const bool is_frozen_off_turn_;
  const std::uint32_t others_;
  Mutex mutex_;
  // Stays open, since it is read twice a turn; -1 until it is there, as the supervisor makes the groups.
  int cpu_file_ ABSL_GUARDED_BY(mutex_) = -1;
  // What it had used when its turn ended; absent on its turn.
  std::optional<std::chrono::microseconds> off_since_ ABSL_GUARDED_BY(mutex_);
  // Of the times before.
  std::chrono::microseconds off_turn_cpu_ ABSL_GUARDED_BY(mutex_){};
};

}  // namespace flagfall::arena

#endif  // ARENA_BOTS_BOT_METER_H_
