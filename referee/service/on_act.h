#ifndef REFEREE_SERVICE_ON_ACT_H_
#define REFEREE_SERVICE_ON_ACT_H_

#include <functional>

#include "flagfall/v1/bot_service.pb.h"

namespace flagfall {

// Called, on the referee's thread, with each act of a bot that answers the open decision of its side, before anything
// is made of it. It may put another action into the act: then that one is played, and the bot is told of it by the same
// events as of one of its own. Must not block.
using OnAct = std::function<void(v1::Side side, v1::Act& act)>;

}  // namespace flagfall

#endif  // REFEREE_SERVICE_ON_ACT_H_
