#ifndef REFEREE_SERVICE_PICKUP_CLOCK_H_
#define REFEREE_SERVICE_PICKUP_CLOCK_H_

#include <algorithm>
#include <cstddef>

#include "referee/base/micros.h"

namespace flagfall {

// How long a message has waited for the referee itself, which is charged to nobody.
//
// Nobody tells when a message reached the socket. What can be known is when it had certainly not: a poll that finds
// nothing proves that all that had arrived is handled. So a message that is handled now arrived after the last such
// poll, or rather, since the thread slept from that poll on until something arrived, after the end of that sleep; less
// the time that the woken thread stood in the kernel's run queue before it got a core, which the kernel counts.
//
//     sleep ....... | message A arrives | run queue 3 ms | awake: A handled 10 us later | B handled | C handled | sleep
//                                                          A's delay: 3.01 ms             B's, C's: at most as long
//                                                                                         as the thread has been awake
//
// The bound is loose when the thread is awake for long, so there is a second one. The kernel hands out ready sockets in
// the order in which they became ready, each once, so a message waits for at most one round of the other calls: one
// lap. A lap is counted in turns (completions handled): each call can have one read and one write complete in it. The
// smaller bound is taken. It is never too small by more than what the kernel does not tell, so that a bot does not pay
// for the host; and it is too large by a lap at most, about 15 us for each call that is busy at the time, so that bots
// gain nothing that counts by loading the host.
class PickupClock {
 public:
  // No message has come before `began`.
  explicit PickupClock(Micros began) : awake_since_(began) {}

  // The number of calls that can have something in the queue, bots' streams and others.
  void SetCalls(std::size_t calls) { lap_turns_ = 2 * calls + 2; }

  // The sleep after a poll that found nothing has ended; `run_delay`: for how long the thread was ready to run before
  // it ran.
  void Woke(Micros now, Micros run_delay) { awake_since_ = now - run_delay; }

  // A completion is about to be handled.
  void Turn(Micros now) {
    if (++turns_ < lap_turns_) return;
    turns_ = 0;
    lap_before_ = lap_;
    lap_ = now;
  }

  // The delay of the message that is being handled at `now`.
  Micros DelayAt(Micros now) const { return now - std::max(awake_since_, lap_before_); }

  std::size_t lap_turns() const { return lap_turns_; }

 private:
  Micros awake_since_;
  // The beginnings of the present lap and of the one before it. Between one and two laps are looked back.
  Micros lap_{};
  Micros lap_before_{};
  std::size_t lap_turns_ = 2;
  std::size_t turns_ = 0;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_PICKUP_CLOCK_H_
