#include "referee/net/timer_queue.h"

#include <algorithm>
#include <chrono>

#include "referee/base/check.h"

namespace flagfall {

std::optional<Micros> TimerQueue::NextLook() const {
  if (queued_.empty()) return std::nullopt;
  return queued_.begin()->first;
}

int TimerQueue::MillisToNextLook(Micros now, std::optional<Micros> stop_at) const {
  std::optional<Micros> look = NextLook();
  if (stop_at) look = std::min(look.value_or(*stop_at), *stop_at);
  if (!look) return -1;
  return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(std::max(*look - now, Micros(0))).count());
}

void TimerQueue::FireDue(Micros until, Micros now) {
  firing_until_ = until;
  while (!queued_.empty() && queued_.begin()->first <= until) {
    Timer* const timer = queued_.begin()->second;
    timer->Unqueue();
    if (!timer->due_) continue;
    if (*timer->due_ > until) {
      timer->Queue(*timer->due_);
      continue;
    }
    timer->due_.reset();
    // The call may destroy the timer.
    const std::function<void(Micros)> on_due = timer->on_due_;
    on_due(now);
  }
  firing_until_.reset();
}

void TimerQueue::Postpone(Micros by) {
  FLAGFALL_CHECK(!firing_until_.has_value());
  std::set<std::pair<Micros, Timer*>> postponed;
  for (const auto& [look_at, timer] : queued_) {
    timer->queued_at_ = look_at + by;
    if (timer->due_) *timer->due_ += by;
    postponed.emplace_hint(postponed.end(), look_at + by, timer);
  }
  queued_ = std::move(postponed);
}

void Timer::Queue(Micros look_at) {
  Unqueue();
  // So that FireDue ends.
  if (queue_.firing_until_) look_at = std::max(look_at, *queue_.firing_until_ + Micros(1));
  queued_at_ = look_at;
  queue_.queued_.emplace(look_at, this);
}

void Timer::Unqueue() {
  if (!queued_at_) return;
  queue_.queued_.erase({*queued_at_, this});
  queued_at_.reset();
}

}  // namespace flagfall
