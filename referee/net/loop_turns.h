#ifndef REFEREE_NET_LOOP_TURNS_H_
#define REFEREE_NET_LOOP_TURNS_H_

#include <functional>
#include <utility>
#include <vector>

#include "referee/base/micros.h"
#include "referee/net/timer_queue.h"

namespace flagfall {

// The turns of a loop, as those know them who live on it: when a turn began, since when what it handles may have
// waited, and what is still to be done at its end. Without I/O and without a thread. EventLoop takes the turns on a
// thread, with epoll and the machine's clock; a simulation takes them by a clock of its own.
//
// All calls on the loop's thread, or before it runs.
class LoopTurns {
 public:
  LoopTurns(const LoopTurns&) = delete;
  LoopTurns& operator=(const LoopTurns&) = delete;

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
  virtual Micros Now() = 0;
  // What is handled in this turn came in after this moment.
  Micros ThereSince() const { return there_since_; }
  // For how long what is handled in this turn may have waited for this thread, without the times for which it stood
  // still.
  Micros PickupDelay() const { return turn_time_ - there_since_ - (stood_still_.now - stood_still_.there); }
  // For how long the thread has stood still in all.
  Micros StoodStill() const { return stood_still_.now; }

  TimerQueue& timers() { return timers_; }

 protected:
  explicit LoopTurns(Micros now) : turn_time_(now), there_since_(now) {}
  ~LoopTurns() = default;

  // A turn begins now.
  void BeginTurn() { turn_time_ = Now(); }
  // Makes the deferred calls and flushes.
  void EndTurn();
  // What is handled from now on came in after `there_since`, by which time the thread had stood still for
  // `stood_still` in all.
  void SetThereSince(Micros there_since, Micros stood_still) {
    there_since_ = there_since;
    stood_still_.there = stood_still;
  }
  // The thread has stood still for so long up to now, or not at all.
  void NoteStandstill(Micros now, Micros stood);
  bool IsWatchful() const { return watch_.is_watchful && watch_.is_watchful(); }

 private:
  // As given to WatchStandstills.
  struct StandstillWatch {
    std::function<bool()> is_watchful = nullptr;
    std::function<void(Micros now, Micros stood)> on_standstill = nullptr;
  };
  // For how long the thread has stood still in all: by now, and by there_since_.
  struct StoodStillBy {
    Micros now{};
    Micros there{};
  };

  TimerQueue timers_;
  StandstillWatch watch_;
  Micros turn_time_;
  Micros there_since_;
  StoodStillBy stood_still_;
  std::vector<std::function<void()>> deferred_;
  std::function<void()> flush_;
};

}  // namespace flagfall

#endif  // REFEREE_NET_LOOP_TURNS_H_
