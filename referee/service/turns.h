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
  // It plays, and all its games have waited for others for limits::kOffTurnAfter.
  kOff,
  // As kOff, but the host should let the bot run briefly: a bot that is kept from running answers no ping, and would be
  // taken for gone. kOff follows.
  kBriefRun,
};

// Tells a host when the turns of one bot begin and end, and when the bot should run briefly during a long kOff. A turn
// that begins again within limits::kOffTurnAfter has not ended: to stop a process and to let it go on costs more than
// the process could do in that time. On the referee's thread only.
class Turns {
 public:
  Turns(TimerQueue& timers, std::function<void(Turn)> watch)
      : watch_(std::move(watch)), timer_(timers, [this](Micros now) { OnTimer(now); }) {}

  // Whether a game waits for the bot, or it plays none.
  void Set(bool is_on, Micros now) {
    if (is_on == std::exchange(is_on_, is_on)) return;
    if (!is_on) return timer_.Set(now + limits::kOffTurnAfter);
    timer_.Clear();
    if (told_ != Turn::kOn) Tell(Turn::kOn);
  }

 private:
  void Tell(Turn turn) {
    told_ = turn;
    watch_(turn);
  }

  void OnTimer(Micros now) {
    Tell(told_ == Turn::kOff ? Turn::kBriefRun : Turn::kOff);
    timer_.Set(now + (told_ == Turn::kBriefRun ? limits::kBriefRun : limits::kBriefRunAfter));
  }

  const std::function<void(Turn)> watch_;
  bool is_on_ = true;
  Turn told_ = Turn::kOn;
  Timer timer_;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_TURNS_H_
