#include "arena/bots/bot_meter.h"

#include <unistd.h>

#include <algorithm>

namespace flagfall::arena::bots {
namespace {

// The time between two readings. Groups that no longer exist read 0, so `now` may be the smaller one.
std::chrono::microseconds Since(std::chrono::microseconds before, std::chrono::microseconds now) {
  return std::max(now - before, std::chrono::microseconds(0));
}

}  // namespace

BotMeter::BotMeter(const supervisor::CgroupFolders& folders, pid_t supervisor, bool is_frozen_off_turn,
                   std::uint32_t others)
    : group_(supervisor::BotCgroup::Of(folders, supervisor)),
      is_frozen_off_turn_(is_frozen_off_turn),
      others_(others) {}

BotMeter::~BotMeter() {
  if (cpu_file_ >= 0) ::close(cpu_file_);
}

std::chrono::microseconds BotMeter::Cpu() {
  if (cpu_file_ < 0) cpu_file_ = group_.OpenCpuFile();
  return std::chrono::microseconds(supervisor::BotCgroup::CpuMicrosIn(cpu_file_).value_or(0));
}

void BotMeter::BeginTurn() {
  MutexLock lock(mutex_);
  if (is_frozen_off_turn_) group_.Thaw();
  if (off_since_.has_value()) off_turn_cpu_ += Since(*off_since_, Cpu());
  off_since_.reset();
}

void BotMeter::EndTurn() {
  MutexLock lock(mutex_);
  if (!off_since_.has_value()) off_since_ = Cpu();
  if (is_frozen_off_turn_) group_.Freeze();
}

void BotMeter::ThawForAMoment() {
  MutexLock lock(mutex_);
  if (is_frozen_off_turn_) group_.Thaw();
}

BotMeter::Reading BotMeter::Read() {
  // Read before the lock is taken: the referee's thread takes it twice a turn and must not wait for these files.
  const supervisor::CgroupUsage usage = group_.Usage();
  const std::uint32_t processes = group_.ProcessCount();
  MutexLock lock(mutex_);
  Reading reading{.cpu = std::chrono::microseconds(usage.cpu_micros.value_or(0)),
                  .off_turn_cpu = off_turn_cpu_,
                  .memory_bytes_peak = usage.memory_bytes_peak.value_or(0),
                  .processes = processes - std::min(processes, others_)};
  if (off_since_.has_value()) reading.off_turn_cpu += Since(*off_since_, reading.cpu);
  return reading;
}

}  // namespace flagfall::arena::bots
