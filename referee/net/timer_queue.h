#ifndef REFEREE_NET_TIMER_QUEUE_H_
#define REFEREE_NET_TIMER_QUEUE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "referee/base/micros.h"

namespace flagfall {

class Timer;

// Timers whose due times mostly move later, ply after ply, long before they come: a game's clock is wound on by every
// ply and hardly ever runs out. So a timer stays in the queue at the time it was first put there. Moving it later only
// notes the new time; when its place in the queue comes up, it is put back to where it belongs. Moving it earlier puts
// it to its new place at once.
//
// Example: a game at 60+0.6. The timer is queued at 60 s; Red moves after 2 s, Blue's flag would fall at 62 s: noted.
// After 60 s the queue looks, finds that (say) 91 s is meant by now, and queues it there: one look a minute, whatever
// the number of plies.
class TimerQueue {
 public:
  // The next time at which FireDue may have something to do.
  std::optional<Micros> NextLook() const;
  // How long epoll and its like are to wait for it, or for `stop_at` when that comes first; -1 for neither.
  int MillisToNextLook(Micros now, std::optional<Micros> stop_at) const;

  // Calls every timer that is due at `until` with the time `now`; one that is set meanwhile to a time that is past
  // waits for the next FireDue.
  void FireDue(Micros until, Micros now);

  // Makes every timer due so much later. Not from a timer's call.
  void Postpone(Micros by);

 private:
  friend class Timer;

  // By the time of the next look; timers for the same time in the order in which they were made.
  std::map<std::pair<Micros, std::uint64_t>, Timer*> queued_;
  std::uint64_t timers_made_ = 0;
  // The `until` of the FireDue that is under way.
  std::optional<Micros> firing_until_;
};

// One thing to be done at a time that may be moved. Not due until Set. May be destroyed at any time, also from its own
// call.
class Timer {
 public:
  // `on_due` gets the present time.
  Timer(TimerQueue& queue, std::function<void(Micros now)> on_due)
      : queue_(queue), number_(++queue.timers_made_), on_due_(std::move(on_due)) {}
  ~Timer() { Unqueue(); }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  void Set(Micros due) {
    due_ = due;
    if (!queued_at_ || *queued_at_ > due) Queue(due);
  }
  void Clear() { due_.reset(); }

 private:
  friend class TimerQueue;

  void Queue(Micros look_at);
  void Unqueue();

  TimerQueue& queue_;
  const std::uint64_t number_;
  std::function<void(Micros)> on_due_;
  std::optional<Micros> due_;
  std::optional<Micros> queued_at_;
};

}  // namespace flagfall

#endif  // REFEREE_NET_TIMER_QUEUE_H_
