#ifndef REFEREE_SERVICE_TURNS_H_
#define REFEREE_SERVICE_TURNS_H_

#include <functional>
#include <utility>

#include "referee/base/micros.h"
#include "referee/net/timer_queue.h"
#include "referee/service/service_limits.h"

namespace flagfall {

// Whether it is a bot's turn.
enum class Turn {
  // A game waits for it, or it plays none.
  kOn,
  // It plays, and all its games wait for others.
  kOff,
  // As kOff, but the host should let the bot run for a moment: a bot that is kept from running answers no ping, and
  // would
  // be taken for gone. kOff follows.
  kBreath,
};

// Tells a host when the turns of one bot begin and end, and when the bot should run for a moment during a long kOff. On
// the referee's thread only.
class Turns {
 public:
  Turns(TimerQueue& timers, std::function<void(Turn)> watch)
      : watch_(std::move(watch)), timer_(timers, [this](Micros now) { OnTimer(now); }) {}

  void Set(bool is_on, Micros now) {
    const Turn turn = is_on ? Turn::kOn : Turn::kOff;
    if (is_on == (turn_ == Turn::kOn)) return;
    Tell(turn);
    if (is_on) {
      timer_.Clear();
    } else {
      timer_.Set(now + limits::kBreathAfter);
    }
  }

 private:
  void Tell(Turn turn) {
    turn_ = turn;
    watch_(turn);
  }

  void OnTimer(Micros now) {
    Tell(turn_ == Turn::kOff ? Turn::kBreath : Turn::kOff);
    timer_.Set(now + (turn_ == Turn::kBreath ? limits::kBreath : limits::kBreathAfter));
  }

  const std::function<void(Turn)> watch_;
  Turn turn_ = Turn::kOn;
  Timer timer_;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_TURNS_H_
