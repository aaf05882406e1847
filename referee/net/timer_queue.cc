#include "referee/net/timer_queue.h"

#include <algorithm>
#include <chrono>

#include "referee/base/check.h"

namespace flagfall {

std::optional<Micros> TimerQueue::NextLook() const {
  if (queued_.empty()) return std::nullopt;
  return queued_.begin()->first.first;
}

int TimerQueue::MillisToNextLook(Micros now, std::optional<Micros> stop_at) const {
  std::optional<Micros> look = NextLook();
  if (stop_at) look = std::min(look.value_or(*stop_at), *stop_at);
  if (!look) return -1;
  return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(std::max(*look - now, Micros(0))).count());
}

void TimerQueue::FireDue(Micros until, Micros now) {
  firing_until_ = until;
  while (!queued_.empty() && queued_.begin()->first.first <= until) {
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
  std::map<std::pair<Micros, std::uint64_t>, Timer*> postponed;
  for (const auto& [place, timer] : queued_) {
    const Micros look_at = place.first + by;
    timer->queued_at_ = look_at;
    if (timer->due_) *timer->due_ += by;
    postponed.emplace_hint(postponed.end(), std::pair(look_at, place.second), timer);
  }
  queued_ = std::move(postponed);
}

void Timer::Queue(Micros look_at) {
  Unqueue();
  // So that FireDue ends.
  if (queue_.firing_until_) look_at = std::max(look_at, *queue_.firing_until_ + Micros(1));
  queued_at_ = look_at;
  queue_.queued_.emplace(std::pair(look_at, number_), this);
}

void Timer::Unqueue() {
  if (!queued_at_) return;
  queue_.queued_.erase({*queued_at_, number_});
  queued_at_.reset();
}

}  // namespace flagfall
