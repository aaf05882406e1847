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
#include "arena/bots/supervisor/capped_log.h"
#include "arena/bots/supervisor/cgroup.h"
#include "arena/bots/supervisor/supervisor_options.h"
#include "arena/bots/supervisor/supervisor_protocol.h"

namespace flagfall::arena::bots::supervisor {
namespace {

// How often kGrantBytes of output are granted before a bot's first game.
constexpr int kFirstGrants = 1;

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
int Supervise(const SupervisorOptions& options, const BotCgroup* group, CappedLog& log) {
  const int child_signals = BlockSignals();
  int output[2];
  if (child_signals < 0 || ::pipe2(output, O_CLOEXEC) != 0) return Fail(std::strerror(errno));
  ::fcntl(output[0], F_SETFL, O_NONBLOCK);
  const StartedBot bot = StartBot(options, group, output);
  ::close(output[1]);
  if (bot.pid < 0) return Fail(bot.error);
  BotMonitor(kSocket, child_signals, output[0], bot.pid, options, group, log).Run();
  return 0;
}

int Main(const SupervisorOptions& options) {
  ::close_range(kSocket + 1 + (options.sandboxed ? 1 : 0), ~0U, 0);
  ::close_range(kSocket, ~0U, CLOSE_RANGE_CLOEXEC);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  CappedLog log(options.log_path);
  int code = 1;
  if (!log.IsOpen()) {
    code = Fail("cannot write the log " + options.log_path + ": " + std::strerror(errno));
  } else {
    log.Grant(kFirstGrants * kGrantBytes);
    std::string error;
    std::optional<BotCgroup> group;
    if (options.cgroups.HasAny()) {
      group =
          BotCgroup::Make(options.cgroups, CgroupName(::getpid()), options.memory_bytes_max, options.tasks_max, error);
    }
    code = error.empty() ? Supervise(options, group.has_value() ? &*group : nullptr, log) : Fail(error);
    if (group.has_value()) group->Remove();
  }
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
