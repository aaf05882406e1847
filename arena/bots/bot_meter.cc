#include "arena/bots/bot_meter.h"

#include <algorithm>

namespace flagfall::arena {
namespace {

std::chrono::microseconds CpuOf(const keeper::BotCgroup& group) {
  return std::chrono::microseconds(group.CpuMicros().value_or(0));
}

// Groups that are gone read 0.
std::chrono::microseconds Since(std::chrono::microseconds before, std::chrono::microseconds now) {
  return std::max(now - before, std::chrono::microseconds(0));
}

}  // namespace

BotMeter::BotMeter(const keeper::CgroupPlaces& places, pid_t keeper, bool is_frozen_off_turn, std::uint32_t others)
    : group_(keeper::BotCgroup::Of(places, keeper)), is_frozen_off_turn_(is_frozen_off_turn), others_(others) {}

void BotMeter::BeginTurn() {
  MutexLock lock(mutex_);
  if (is_frozen_off_turn_) group_.Thaw();
  if (off_since_.has_value()) off_turn_cpu_ += Since(*off_since_, CpuOf(group_));
  off_since_.reset();
}

void BotMeter::EndTurn() {
  MutexLock lock(mutex_);
  if (!off_since_.has_value()) off_since_ = CpuOf(group_);
  if (is_frozen_off_turn_) group_.Freeze();
}

void BotMeter::LetBreathe() {
  MutexLock lock(mutex_);
  if (is_frozen_off_turn_) group_.Thaw();
}

BotMeter::Reading BotMeter::Read() {
  MutexLock lock(mutex_);
  const keeper::CgroupUsage usage = group_.Usage();
  const std::uint32_t processes = group_.ProcessCount();
  Reading reading{.cpu = std::chrono::microseconds(usage.cpu_micros.value_or(0)),
                  .off_turn_cpu = off_turn_cpu_,
                  .memory_bytes_peak = usage.memory_bytes_peak.value_or(0),
                  .processes = processes - std::min(processes, others_)};
  if (off_since_.has_value()) reading.off_turn_cpu += Since(*off_since_, reading.cpu);
  return reading;
}

}  // namespace flagfall::arena
