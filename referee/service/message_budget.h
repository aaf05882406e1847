#ifndef REFEREE_SERVICE_MESSAGE_BUDGET_H_
#define REFEREE_SERVICE_MESSAGE_BUDGET_H_

#include <algorithm>

#include "referee/base/micros.h"
#include "referee/service/limits.h"

namespace flagfall {

// How many messages a bot may still send. A bot that plays answers what it is asked, so each message that asks it
// something or tells it something of a game gives one back; besides, some come back with time. Answers to nonsense
// (game_error, pong) give none back, so that an endless flood ends its stream, however eagerly the flooder reads.
//
// Example: a bot that plays 256 games sends one action for each decision and stays at the full budget for ever. A bot
// that sends 20,000 pings a second is through with its 1024 after about 50 ms.
class MessageBudget {
 public:
  explicit MessageBudget(Micros now) : counted_at_(now) {}

  // A message was read. False, and nothing spent, when it was one too many.
  bool Spend(Micros now) {
    if (left_ < 1) Refill(now);
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

  // A message was sent that is no answer to nonsense.
  void Earn() { left_ = std::min(left_ + 1, limits::kMessageBurst); }

 private:
  // Only looked at when it matters: what has come back with time since the last look.
  void Refill(Micros now) {
    const double seconds = std::chrono::duration<double>(now - counted_at_).count();
    left_ = std::min(left_ + seconds * limits::kMessagesPerSecond, limits::kMessageBurst);
    counted_at_ = now;
  }

  double left_ = limits::kMessageBurst;
  Micros counted_at_;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_MESSAGE_BUDGET_H_
