#ifndef ARENA_BOTS_SUPERVISOR_BOT_START_H_
#define ARENA_BOTS_SUPERVISOR_BOT_START_H_

#include <sys/types.h>

#include <string>

#include "arena/bots/supervisor/supervisor_options.h"

namespace flagfall::arena::bots::supervisor {

// A range of user ids that belong to nobody: the ranges that systems give away end below it. A bot's user id is the
// first of the range plus the process id of its supervisor, which is unique on the machine while the supervisor lives.
inline constexpr uid_t kFirstUser = 1'900'000'000;
inline constexpr uid_t kLastUser = kFirstUser + (1U << 22);

struct StartedBot {
  // -1 when the bot could not be started; `error` then says why. Empty: its sandbox could not be made, and bubblewrap
  // has printed why.
  pid_t pid = -1;
  std::string error;
};

// Starts the bot in a session of its own. Its standard output and error go to `output`, its standard input is
// empty, and it has no other descriptor. The kernel kills it when the calling thread ends. `group` are the control
// groups that it enters, or null. Returns when the program runs, or with why it does not.
StartedBot StartBot(const SupervisorOptions& options, const BotCgroup* group, int output);

// The work of the starter inside a sandbox: the calling process becomes the bot. Does not return; when the bot cannot
// be run, the process reports why and exits.
int BecomeSandboxedBot(const SupervisorOptions& options);

}  // namespace flagfall::arena::bots::supervisor

#endif  // ARENA_BOTS_SUPERVISOR_BOT_START_H_
