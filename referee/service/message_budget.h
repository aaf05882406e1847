#ifndef REFEREE_SERVICE_MESSAGE_BUDGET_H_
#define REFEREE_SERVICE_MESSAGE_BUDGET_H_

#include "referee/base/micros.h"
#include "referee/gate/budget.h"
#include "referee/service/limits.h"

namespace flagfall {

// How many messages a bot may still send. A bot that plays answers what it is asked, so each message that asks it
// something or tells it something of a game gives one back (Earn); besides, some come back with time. Answers to
// nonsense (game_error, pong) give none back, so that an endless flood ends its stream, however eagerly the flooder
// reads.
//
// Example: a bot that plays 256 games sends one action for each decision and stays at the full budget for ever. A bot
// that sends 20,000 pings a second is through with its 1024 after about 50 ms.
class MessageBudget : public Budget {
 public:
  explicit MessageBudget(Micros now) : Budget(limits::kMessageBurst, limits::kMessagesPerSecond, now) {}
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_MESSAGE_BUDGET_H_
