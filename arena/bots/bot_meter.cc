#include "arena/bots/bot_meter.h"

#include <unistd.h>

#include <algorithm>

namespace flagfall::arena {
namespace {

// Groups that are gone read 0.
std::chrono::microseconds Since(std::chrono::microseconds before, std::chrono::microseconds now) {
  return std::max(now - before, std::chrono::microseconds(0));
}

}  // namespace

BotMeter::BotMeter(const supervisor::CgroupPlaces& places, pid_t supervisor, bool is_frozen_off_turn,
                   std::uint32_t others)
    : group_(supervisor::BotCgroup::Of(places, supervisor)), is_frozen_off_turn_(is_frozen_off_turn), others_(others) {}

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

void BotMeter::LetBreathe() {
  MutexLock lock(mutex_);
  if (is_frozen_off_turn_) group_.Thaw();
}

BotMeter::Reading BotMeter::Read() {
  // Before the lock, which the thread of all games takes twice a turn: nobody waits there for these files.
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

}  // namespace flagfall::arena
