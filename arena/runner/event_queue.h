#ifndef ARENA_RUNNER_EVENT_QUEUE_H_
#define ARENA_RUNNER_EVENT_QUEUE_H_

#include <deque>
#include <utility>

#include "referee/base/mutex.h"

namespace flagfall::arena {

// What other threads tell a run's own thread, in the order in which they told it. Telling never blocks, so the queue
// has no bound of its own. It stays small by what is told: a few events for each game that runs, one for each bot that
// comes or goes, which the referee's limits (calls, hellos) keep from coming faster than a run handles them.
template <typename Event>
class EventQueue {
 public:
  void Push(Event event) {
    MutexLock lock(mutex_);
    events_.push_back(std::move(event));
    pushed_.NotifyOne();
  }

  // Waits for the next event.
  Event Pop() {
    MutexLock lock(mutex_);
    while (events_.empty()) pushed_.Wait(mutex_);
    Event event = std::move(events_.front());
    events_.pop_front();
    return event;
  }

 private:
  Mutex mutex_;
  CondVar pushed_;
  std::deque<Event> events_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena

#endif  // ARENA_RUNNER_EVENT_QUEUE_H_
