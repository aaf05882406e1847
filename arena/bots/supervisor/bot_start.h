#ifndef ARENA_BOTS_SUPERVISOR_BOT_START_H_
#define ARENA_BOTS_SUPERVISOR_BOT_START_H_

#include <sys/types.h>

#include <string>

#include "arena/bots/supervisor/order.h"

namespace flagfall::arena::supervisor {

// User ids from here to there belong to nobody: the ranges that systems give away end below. A bot's is the first with
// its supervisor's process number added, of which there is one at a time on a machine.
inline constexpr uid_t kFirstUser = 1'900'000'000;
inline constexpr uid_t kLastUser = kFirstUser + (1U << 22);

struct StartedBot {
  // -1 when the bot could not be started; `error` then says why.
  pid_t pid = -1;
  std::string error;
};

// Starts the bot in a session of its own, with its standard output and error in the pipe `output` and no other
// descriptor but an empty standard input. It dies with the calling thread. `group`: the control groups that it belongs
// into, or null.
StartedBot StartBot(const Order& order, const BotCgroup* group, const int (&output)[2]);

// The starter inside of the sandbox: becomes the bot, or tells why not and returns the code to exit with.
int BecomeSandboxedBot(const Order& order);

}  // namespace flagfall::arena::supervisor

#endif  // ARENA_BOTS_SUPERVISOR_BOT_START_H_
