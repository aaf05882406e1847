#ifndef REFEREE_NET_EVENT_LOOP_H_
#define REFEREE_NET_EVENT_LOOP_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "referee/base/micros.h"
#include "referee/base/mutex.h"
#include "referee/net/descriptor.h"
#include "referee/net/standstill_meter.h"
#include "referee/net/timer_queue.h"

namespace flagfall {

// Handles what epoll reports of a descriptor.
class Watched {
 public:
  // `events` as epoll's: EPOLLIN, EPOLLOUT, EPOLLRDHUP, EPOLLHUP, EPOLLERR. Each call is a turn of the loop.
  virtual void OnEvents(std::uint32_t events) = 0;

 protected:
  ~Watched() = default;
};

// One thread on one epoll descriptor, in whose turns everything of a referee happens. event_loop.cc begins by
// explaining the turns.
class EventLoop {
 public:
  EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // Takes turns on the calling thread until Stop has been called.
  void Run();

  // ---- From any thread.

  // Calls `call` on the loop's thread, in a turn of its own. Blocks while limits::kPostedCalls are waiting already,
  // except on the loop's own thread. Calls that were posted before Stop are still made; those after it are dropped.
  void Post(std::function<void()> call) ABSL_LOCKS_EXCLUDED(mutex_);
  void Stop() ABSL_LOCKS_EXCLUDED(mutex_);

  // ---- On the loop's thread only, or before Run.

  // Has `watched` told of these events of the descriptor, and of its end, until Unwatch; level-triggered unless
  // `events` has EPOLLET. `watched` may be destroyed after Unwatch, also in a turn in which an event of it was still to
  // come. Returns an id for the two calls below.
  std::uint64_t Watch(int descriptor, std::uint32_t events, Watched& watched);
  // Other events from now on. With none, also the end is no longer reported.
  void Rewatch(std::uint64_t id, std::uint32_t events);
  // Must be called before the descriptor is closed.
  void Unwatch(std::uint64_t id);

  // Makes the calls that were posted so far, within this turn, since they may have been posted before the event that is
  // being handled.
  void RunPosted() ABSL_LOCKS_EXCLUDED(mutex_);

  // Calls `call` at the end of this turn.
  void Defer(std::function<void()> call) { deferred_.push_back(std::move(call)); }
  // Has `flush` called at the end of each turn, after the deferred calls. What it defers is called after it, and then
  // it is called once more.
  void SetFlush(std::function<void()> flush) { flush_ = std::move(flush); }

  // Has `on_standstill` told of each time for which the thread stood still (standstill_meter.h) before `now`; all
  // timers are due so much later by then. While `is_watchful` says so, none above limits::kHeartbeat goes unseen.
  // Called in any turn, but from no timer and no deferred call.
  void WatchStandstills(std::function<bool()> is_watchful,
                        std::function<void(Micros now, Micros stood)> on_standstill) {
    watch_ = {.is_watchful = std::move(is_watchful), .on_standstill = std::move(on_standstill)};
  }

  // The time at which this turn began, which is not before anything that was done in earlier turns.
  Micros TurnTime() const { return turn_time_; }
  // The present time. A standstill that has just ended is told of first.
  Micros Now();
  // What is handled in this turn came in after this moment. event_loop.cc explains the bound.
  Micros ThereSince() const { return there_since_; }
  // For how long what is handled in this turn may have waited for this thread, without the times for which it stood
  // still.
  Micros PickupDelay() const { return turn_time_ - there_since_ - (stood_still_.now - stood_still_.there); }
  // For how long the thread has stood still in all.
  Micros StoodStill() const { return stood_still_.now; }

  TimerQueue& timers() { return timers_; }

 private:
  struct Entry {
    int descriptor = -1;
    std::uint32_t events = 0;
    Watched* watched = nullptr;
  };

  // As given to WatchStandstills.
  struct StandstillWatch {
    std::function<bool()> is_watchful = nullptr;
    std::function<void(Micros now, Micros stood)> on_standstill = nullptr;
  };
  // For how long the thread has stood still in all: by now, by there_since_ and by round_began_.
  struct StoodStillBy {
    Micros now{};
    Micros there{};
    Micros round{};
  };

  void TakeRound();
  void EndTurn();
  void NoteStandstill(Micros now, Micros stood);
  std::vector<std::function<void()>> TakePosted() ABSL_LOCKS_EXCLUDED(mutex_);

  const Descriptor poll_;
  // Written to wake the thread.
  const Descriptor wake_;

  // Touched on the loop's thread only.
  TimerQueue timers_;
  // While it runs.
  std::optional<StandstillMeter> meter_;
  StandstillWatch watch_;
  Micros turn_time_;
  Micros there_since_;
  Micros round_began_;
  StoodStillBy stood_still_;
  std::uint64_t last_id_ = 0;
  absl::flat_hash_map<std::uint64_t, Entry> watched_;
  std::vector<std::function<void()>> deferred_;
  std::function<void()> flush_;

  Mutex mutex_;
  // Signalled when there is room for posted calls again, or when the loop has stopped.
  CondVar has_room_;
  std::vector<std::function<void()>> posted_ ABSL_GUARDED_BY(mutex_);
  bool is_woken_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_stopped_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread::id thread_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall

#endif  // REFEREE_NET_EVENT_LOOP_H_
