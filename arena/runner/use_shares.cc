#include "arena/runner/use_shares.h"

#include <algorithm>

namespace flagfall::arena::runner {

void UseShares::NewProcess() {
  games_of_earlier_.merge(games_);
  games_.clear();
  last_ = {};
}

void UseShares::Begin(std::uint32_t game, const bots::BotMeter::Reading& now) {
  ShareOut(now);
  games_[game] = {};
}

void UseShares::End(std::uint32_t game, const bots::BotMeter::Reading& now, v1::SeatUse& use) {
  ShareOut(now);
  auto ended = games_.extract(game);
  if (!ended.empty()) {
    use.set_memory_bytes_peak(now.memory_bytes_peak);
    use.set_processes(now.processes);
  } else if (ended = games_of_earlier_.extract(game); ended.empty()) {
    return;
  }
  use.set_cpu_micros(ended.mapped().cpu.count());
  use.set_off_turn_cpu_micros(ended.mapped().off_turn_cpu.count());
}

void UseShares::ShareOut(const bots::BotMeter::Reading& now) {
  // What does not divide evenly goes to the first games.
  auto left = static_cast<std::int64_t>(games_.size());
  // Where the control groups are gone, the meter reads 0.
  std::chrono::microseconds cpu = std::max(now.cpu - last_.cpu, std::chrono::microseconds(0));
  std::chrono::microseconds off_turn_cpu =
      std::max(now.off_turn_cpu - last_.off_turn_cpu, std::chrono::microseconds(0));
  for (auto& [game, share] : games_) {
    const auto cpu_part = (cpu + std::chrono::microseconds(left - 1)) / left;
    const auto off_turn_part = (off_turn_cpu + std::chrono::microseconds(left - 1)) / left;
    share.cpu += cpu_part;
    share.off_turn_cpu += off_turn_part;
    cpu -= cpu_part;
    off_turn_cpu -= off_turn_part;
    --left;
  }
  last_.cpu = std::max(last_.cpu, now.cpu);
  last_.off_turn_cpu = std::max(last_.off_turn_cpu, now.off_turn_cpu);
}

}  // namespace flagfall::arena::runner
