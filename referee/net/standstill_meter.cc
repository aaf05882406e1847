#include "referee/net/standstill_meter.h"

#include <algorithm>
#include <utility>

#include "referee/net/net_limits.h"

namespace flagfall {
namespace {

// A shorter sleep is not worth asking the kernel about.
constexpr Micros kBriefSleep(100);
// What the kernel said so long ago stands for what it would say now, since to ask it takes as long as a ply does. So
// the waits for a core that are found after a sleep may include those of the last moments before it.
constexpr Micros kFresh(200);

Micros IfLong(Micros stood_still) { return stood_still < limits::kStandstill ? Micros(0) : stood_still; }

}  // namespace

StandstillMeter::StandstillMeter(ReadTimes read_times, Micros now)
    : read_times_(std::move(read_times)), seen_at_(now), read_at_(now), read_(read_times_(/*exactly=*/true)) {}

Micros StandstillMeter::Awake(Micros now) {
  const Micros passed = now - std::exchange(seen_at_, now);
  if (passed < limits::kStandstill) return Micros(0);
  const ThreadTimes before = std::exchange(read_, read_times_(/*exactly=*/true));
  const Micros since_read = now - std::exchange(read_at_, now);
  const Micros accounted = read_.on_core - before.on_core + read_.in_queue - before.in_queue;
  return IfLong(std::min(passed, since_read - accounted));
}

void StandstillMeter::Sleeps(Micros now) {
  seen_at_ = now;
  if (now - read_at_ < kFresh) return;
  read_at_ = now;
  read_ = read_times_(/*exactly=*/false);
}

StandstillMeter::Sleep StandstillMeter::Wakes(Micros now, Micros until) {
  const Micros slept = now - std::exchange(seen_at_, now);
  if (slept <= kBriefSleep) return {};
  const ThreadTimes before = std::exchange(read_, read_times_(/*exactly=*/false));
  read_at_ = now;
  Sleep sleep{.in_queue = std::min(read_.in_queue - before.in_queue, slept)};
  const bool is_late = IfLong(now - until - sleep.in_queue) > Micros(0);
  if (is_late) sleep.stood_still = slept - sleep.in_queue;
  return sleep;
}

}  // namespace flagfall
