// flagfall-bot-supervisor: runs one bot process for the arena, and makes sure that no process that the bot has started
// outlives it, whatever happens to the bot or the arena. See supervisor_protocol.h for how the arena starts it and
// talks to it.

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

#include "arena/bots/supervisor/bot_monitor.h"
#include "arena/bots/supervisor/bot_start.h"
#include "arena/bots/supervisor/cgroup.h"
#include "arena/bots/supervisor/supervisor_options.h"
#include "arena/bots/supervisor/supervisor_protocol.h"

namespace flagfall::arena::bots::supervisor {
namespace {

int Fail(const std::string& text) {
  SendReport(kSocket, "failed " + text);
  return 1;
}

// Returns a signalfd for SIGCHLD. Blocks the signals that would end the supervisor: it ends when the arena says so or
// is gone.
int BlockSignals() {
  sigset_t blocked;
  ::sigfillset(&blocked);
  ::sigprocmask(SIG_SETMASK, &blocked, nullptr);
  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  return ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

// Starts the bot and watches it until it has ended. The caller makes and removes its control groups, if it has any.
int Supervise(const SupervisorOptions& options, const BotCgroup* group) {
  const int child_signals = BlockSignals();
  if (child_signals < 0) return Fail(std::strerror(errno));
  const StartedBot bot = StartBot(options, group, kOutput);
  ::close(kOutput);
  if (bot.pid < 0 && bot.error.empty()) {
    SendReport(kSocket, "unmade");
    return 1;
  }
  if (bot.pid < 0) return Fail(bot.error);
  BotMonitor(kSocket, child_signals, bot.pid, options, group).Run();
  return 0;
}

int Main(const SupervisorOptions& options) {
  ::close_range(kOutput + 1 + (options.sandboxed ? 1 : 0), ~0U, 0);
  ::close_range(kSocket, ~0U, CLOSE_RANGE_CLOEXEC);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::string error;
  std::optional<BotCgroup> group;
  if (options.cgroups.HasAny()) {
    group =
        BotCgroup::Make(options.cgroups, CgroupName(::getpid()), options.memory_bytes_max, options.tasks_max, error);
  }
  const int code = error.empty() ? Supervise(options, group.has_value() ? &*group : nullptr) : Fail(error);
  if (group.has_value()) group->Remove();
  SendReport(kSocket, "gone");
  return code;
}

}  // namespace
}  // namespace flagfall::arena::bots::supervisor

int main(int argc, char** argv) {
  using namespace flagfall::arena::bots::supervisor;
  const SupervisorOptions options = ParseSupervisorOptions(argv + (argc > 0 ? 1 : 0));
  if (options.command == nullptr ||
      ::fcntl(options.report_descriptor < 0 ? kSocket : options.report_descriptor, F_GETFD) < 0) {
    std::fputs("flagfall-bot-supervisor is started by flagfall for each bot; it is of no use by itself.\n", stderr);
    return 2;
  }
  return options.report_descriptor < 0 ? Main(options) : BecomeSandboxedBot(options);
}
