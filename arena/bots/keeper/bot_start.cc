#include "arena/bots/keeper/bot_start.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace flagfall::arena::keeper {
namespace {

constexpr rlim_t kDescriptorsMax = 1024;

// What the child tells when it cannot become the bot.
struct Failure {
  enum Step { kFolder, kLimits, kProgram } step;
  int error;
};

bool Limit(__rlimit_resource resource, rlim_t most) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return false;
  limit.rlim_max = std::min(limit.rlim_max, most);
  limit.rlim_cur = limit.rlim_max;
  return ::setrlimit(resource, &limit) == 0;
}

bool ApplyLimits(const BotCommand& command) {
  return Limit(RLIMIT_CORE, 0) && Limit(RLIMIT_NOFILE, kDescriptorsMax) &&
         (command.memory_bytes_max == 0 || Limit(RLIMIT_AS, command.memory_bytes_max)) &&
         (command.cpu_seconds_max == 0 || Limit(RLIMIT_CPU, command.cpu_seconds_max));
}

[[noreturn]] void GiveUp(int report, Failure::Step step) {
  const Failure failure{step, errno};
  const ssize_t ignored = ::write(report, &failure, sizeof failure);
  static_cast<void>(ignored);
  ::_exit(127);
}

[[noreturn]] void BecomeBot(const BotCommand& command, int output, int report, pid_t keeper) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != keeper) ::_exit(127);
  ::setsid();
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  if (::chdir(command.folder.c_str()) != 0) GiveUp(report, Failure::kFolder);
  if (!ApplyLimits(command)) GiveUp(report, Failure::kLimits);
  ::execvp(command.arguments[0], command.arguments);
  GiveUp(report, Failure::kProgram);
}

std::string Explain(const Failure& failure, const BotCommand& command) {
  const std::string reason = std::strerror(failure.error);
  switch (failure.step) {
    case Failure::kFolder:
      return "cannot enter its folder " + command.folder + ": " + reason;
    case Failure::kLimits:
      return "cannot set its limits: " + reason;
    case Failure::kProgram:
      break;
  }
  return "cannot run " + std::string(command.arguments[0]) + ": " + reason;
}

}  // namespace

StartedBot StartBot(const BotCommand& command, int output) {
  int report[2];
  if (::pipe2(report, O_CLOEXEC) != 0) return {.pid = -1, .error = std::strerror(errno)};
  const pid_t keeper = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) BecomeBot(command, output, report[1], keeper);
  const int fork_error = errno;
  ::close(report[1]);
  StartedBot bot{.pid = pid, .error = ""};
  Failure failure{};
  if (pid < 0) {
    bot.error = std::string("cannot fork: ") + std::strerror(fork_error);
  } else if (::read(report[0], &failure, sizeof failure) == sizeof failure) {
    ::waitpid(pid, nullptr, 0);
    bot = {.pid = -1, .error = Explain(failure, command)};
  }
  ::close(report[0]);
  return bot;
}

}  // namespace flagfall::arena::keeper
