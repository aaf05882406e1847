// flagfall-keeper: stands between the arena and one bot process, so that whatever happens to either of them, nothing
// that the bot has started outlives it. See protocol.h for how it is started and spoken with.

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "arena/bots/keeper/bot_start.h"
#include "arena/bots/keeper/capped_log.h"
#include "arena/bots/keeper/protocol.h"
#include "arena/bots/keeper/supervisor.h"

namespace flagfall::arena::keeper {
namespace {

constexpr int kArgumentsMin = 7;
// What a bot may write before its first game.
constexpr int kFirstGrants = 1;

int Fail(const std::string& text) {
  Report(kSocket, "failed " + text);
  Report(kSocket, "gone");
  return 1;
}

// A signalfd for SIGCHLD. The signals that would end the keeper are blocked: it ends when the arena says so, or is
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

int Main(char** argv) {
  ::close_range(kSocket + 1, ~0U, 0);
  ::fcntl(kSocket, F_SETFD, FD_CLOEXEC);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const BotCommand command{.log_path = argv[1],
                           .folder = argv[2],
                           .memory_bytes_max = std::strtoull(argv[3], nullptr, 10),
                           .cpu_seconds_max = std::strtoull(argv[4], nullptr, 10),
                           .processes_max = std::strtoull(argv[5], nullptr, 10),
                           .arguments = argv + 6};
  CappedLog log(command.log_path);
  if (!log.IsOpen()) return Fail("cannot write the log " + command.log_path + ": " + std::strerror(errno));
  log.Grant(kFirstGrants * kGrantBytes);
  const int child_signals = BlockSignals();
  int output[2];
  if (child_signals < 0 || ::pipe2(output, O_CLOEXEC) != 0) return Fail(std::strerror(errno));
  const StartedBot bot = StartBot(command, output[1]);
  ::close(output[1]);
  if (bot.pid < 0) return Fail(bot.error);
  ::fcntl(output[0], F_SETFL, O_NONBLOCK);
  Report(kSocket, "started " + std::to_string(bot.pid));
  Supervisor(kSocket, child_signals, output[0], bot.pid, command.processes_max, log).Run();
  Report(kSocket, "gone");
  return 0;
}

}  // namespace
}  // namespace flagfall::arena::keeper

int main(int argc, char** argv) {
  if (argc < flagfall::arena::keeper::kArgumentsMin || ::fcntl(flagfall::arena::keeper::kSocket, F_GETFD) < 0) {
    std::fputs("flagfall-keeper is started by flagfall for each bot; it is of no use by itself.\n", stderr);
    return 2;
  }
  return flagfall::arena::keeper::Main(argv);
}
