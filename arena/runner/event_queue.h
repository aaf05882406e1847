#ifndef ARENA_RUNNER_EVENT_QUEUE_H_
#define ARENA_RUNNER_EVENT_QUEUE_H_

#include <deque>
#include <utility>

#include "referee/base/mutex.h"

namespace flagfall::arena::runner {

// Events for a run's own thread, in the order in which other threads pushed them. Push never blocks, so the queue has
// no bound. It stays small because few events come: some for each game that is played, and one for each bot that comes
// or goes, which the referee's limits on calls and hellos keep slower than a run handles them. Any thread may push; one
// thread pops.
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

  // Those that nobody has popped; waits for none.
  std::deque<Event> TakeAll() {
    MutexLock lock(mutex_);
    return std::exchange(events_, {});
  }

 private:
  Mutex mutex_;
  CondVar pushed_;
  std::deque<Event> events_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_EVENT_QUEUE_H_
