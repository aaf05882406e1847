// flagfall-bot-supervisor: stands between the arena and one bot process, so that whatever happens to either of them,
// nothing that the bot has started outlives it. See protocol.h for how it is started and spoken with.

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

#include "arena/bots/supervisor/bot_start.h"
#include "arena/bots/supervisor/capped_log.h"
#include "arena/bots/supervisor/cgroup.h"
#include "arena/bots/supervisor/order.h"
#include "arena/bots/supervisor/protocol.h"
#include "arena/bots/supervisor/supervisor.h"

namespace flagfall::arena::supervisor {
namespace {

// What a bot may write before its first game.
constexpr int kFirstGrants = 1;

int Fail(const std::string& text) {
  Report(kSocket, "failed " + text);
  return 1;
}

// A signalfd for SIGCHLD. The signals that would end the supervisor are blocked: it ends when the arena says so, or is
// gone.
int BlockSignals() {
  sigset_t blocked;
  ::sigfillset(&blocked);
  ::sigprocmask(SIG_SETMASK, &blocked, nullptr);
  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  return ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

// Starts the bot and sees it to its end. Its control groups, if it has any, are made before and gone after.
int Supervise(const Order& order, const BotCgroup* group, CappedLog& log) {
  const int child_signals = BlockSignals();
  int output[2];
  if (child_signals < 0 || ::pipe2(output, O_CLOEXEC) != 0) return Fail(std::strerror(errno));
  ::fcntl(output[0], F_SETFL, O_NONBLOCK);
  const StartedBot bot = StartBot(order, group, output);
  ::close(output[1]);
  if (bot.pid < 0) return Fail(bot.error);
  Supervisor(kSocket, child_signals, output[0], bot.pid, order, group, log).Run();
  return 0;
}

int Main(const Order& order) {
  ::close_range(kSocket + 1 + (order.sandboxed ? 1 : 0), ~0U, 0);
  ::close_range(kSocket, ~0U, CLOSE_RANGE_CLOEXEC);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  CappedLog log(order.log_path);
  int code = 1;
  if (!log.IsOpen()) {
    code = Fail("cannot write the log " + order.log_path + ": " + std::strerror(errno));
  } else {
    log.Grant(kFirstGrants * kGrantBytes);
    std::string error;
    std::optional<BotCgroup> group;
    if (order.cgroups.HasAny()) {
      group = BotCgroup::Make(order.cgroups, CgroupName(::getpid()), order.memory_bytes_max, order.tasks_max, error);
    }
    code = error.empty() ? Supervise(order, group.has_value() ? &*group : nullptr, log) : Fail(error);
    if (group.has_value()) group->Remove();
  }
  Report(kSocket, "gone");
  return code;
}

}  // namespace
}  // namespace flagfall::arena::supervisor

int main(int argc, char** argv) {
  using namespace flagfall::arena::supervisor;
  const Order order = ReadOrder(argv + (argc > 0 ? 1 : 0));
  if (order.command == nullptr || ::fcntl(order.report < 0 ? kSocket : order.report, F_GETFD) < 0) {
    std::fputs("flagfall-bot-supervisor is started by flagfall for each bot; it is of no use by itself.\n", stderr);
    return 2;
  }
  return order.report < 0 ? Main(order) : BecomeSandboxedBot(order);
}
