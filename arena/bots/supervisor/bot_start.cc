#include "arena/bots/supervisor/bot_start.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/close_range.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "arena/bots/supervisor/protocol.h"

namespace flagfall::arena::supervisor {
namespace {

constexpr rlim_t kDescriptorsMax = 1024;
constexpr int kExitCode = 127;

bool Limit(__rlimit_resource resource, rlim_t most) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return false;
  limit.rlim_max = std::min(limit.rlim_max, most);
  limit.rlim_cur = limit.rlim_max;
  return ::setrlimit(resource, &limit) == 0;
}

// The limits that the order names; `tasks` apart, since that one counts what else the user has.
bool ApplyLimits(const Order& order) {
  return Limit(RLIMIT_CORE, 0) && Limit(RLIMIT_NOFILE, kDescriptorsMax) &&
         (order.address_space_max == 0 || Limit(RLIMIT_AS, order.address_space_max)) &&
         (order.cpu_seconds_max == 0 || Limit(RLIMIT_CPU, order.cpu_seconds_max)) &&
         (order.file_bytes_max == 0 || Limit(RLIMIT_FSIZE, order.file_bytes_max));
}

void Tell(int report, StartReport::Step step, int error) {
  const StartReport told{step, error};
  const ssize_t ignored = ::write(report, &told, sizeof told);
  static_cast<void>(ignored);
}

[[noreturn]] void GiveUp(int report, StartReport::Step step) {
  Tell(report, step, errno);
  ::_exit(kExitCode);
}

// Shows a file or folder, open as `source`, at the path `place` as well.
bool Show(int source, const std::string& place) {
  struct stat info {};
  if (::fstat(source, &info) != 0) return false;
  if (S_ISDIR(info.st_mode)) {
    if (::mkdir(place.c_str(), 0755) != 0) return false;
  } else {
    const int file = ::open(place.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0) return false;
    ::close(file);
  }
  const std::string path = "/proc/self/fd/" + std::to_string(source);
  return ::mount(path.c_str(), place.c_str(), nullptr, MS_BIND | MS_REC, nullptr) == 0;
}

// Shows what is staged in a file system of its own over kStage, for this process and its children alone, so that
// nothing of it is ever on a disk, or left. What is staged may itself lie below kStage, and is opened before.
bool Stage(const Order& order) {
  if (order.staged.empty()) return true;
  if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  std::vector<int> sources;
  for (const auto& [from, to] : order.staged) sources.push_back(::open(from.c_str(), O_PATH | O_CLOEXEC));
  if (::mount("flagfall", kStage, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=1m,nr_inodes=64") != 0) return false;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!Show(sources[i], std::string(kStage) + "/" + order.staged[i].second)) return false;
    ::close(sources[i]);
  }
  return true;
}

bool Give(const Order& order, uid_t user) {
  for (const std::string& path : order.given) {
    if (::lchown(path.c_str(), user, user) != 0) return false;
  }
  return true;
}

bool BecomeUser(uid_t user) {
  return ::setgroups(0, nullptr) == 0 && ::setresgid(user, user, user) == 0 && ::setresuid(user, user, user) == 0;
}

void UseAsStandardDescriptors(int output) {
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
}

[[noreturn]] void BecomeBot(const Order& order, const BotCgroup* group, int output, int report, pid_t supervisor) {
  ::setsid();
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (group != nullptr && !group->Enter()) GiveUp(report, StartReport::kCgroup);
  const uid_t user = kFirstUser + static_cast<uid_t>(supervisor);
  if (order.own_user && !Give(order, user)) GiveUp(report, StartReport::kUser);
  if (!Stage(order)) GiveUp(report, StartReport::kStaging);
  if (order.own_user && !BecomeUser(user)) GiveUp(report, StartReport::kUser);
  // Taking another user id clears this.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != supervisor) ::_exit(kExitCode);
  if (order.no_new_privileges) ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  UseAsStandardDescriptors(output);
  if (order.sandboxed) {
    ::dup2(report, kReport);
    ::fcntl(kFilter, F_SETFD, 0);
  } else {
    if (::chdir(order.folder.c_str()) != 0) GiveUp(report, StartReport::kFolder);
    if (!ApplyLimits(order)) GiveUp(report, StartReport::kLimits);
    const bool counts_tasks = order.own_user && order.tasks_max > 0 && !order.cgroups.LimitsTasks();
    if (counts_tasks && !Limit(RLIMIT_NPROC, order.tasks_max)) GiveUp(report, StartReport::kLimits);
  }
  ::execvp(order.command[0], order.command);
  GiveUp(report, StartReport::kProgram);
}

std::string Explain(const StartReport& told, const Order& order, bool is_inside) {
  std::string reason = std::strerror(told.error);
  if (told.error == EACCES && order.own_user) reason += " (it runs as a user of its own, which must be let read it)";
  switch (told.step) {
    case StartReport::kInside:
      break;
    case StartReport::kUser:
      return "cannot become a user of its own: " + reason;
    case StartReport::kStaging:
      return "cannot put its folder where its user finds it: " + reason;
    case StartReport::kCgroup:
      return "cannot enter its control groups: " + reason;
    case StartReport::kFolder:
      return "cannot enter its folder " + order.folder + ": " + reason;
    case StartReport::kLimits:
      return "cannot set its limits: " + reason;
    case StartReport::kProgram:
      break;
  }
  // In a sandbox the bot's own command is what stands behind the starter's options.
  char** command = order.command;
  for (int ends = is_inside ? 2 : 0; ends > 0; ++command) {
    if (std::strcmp(*command, "--") == 0) --ends;
  }
  return "cannot run " + std::string(command[0]) + ": " + reason;
}

// What bubblewrap said before it gave up.
std::string LastWords(int output_reader) {
  char buffer[4096];
  const ssize_t count = ::read(output_reader, buffer, sizeof buffer);
  std::string text(buffer, count > 0 ? static_cast<std::size_t>(count) : 0);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.empty() ? "bubblewrap ended without a word" : text;
}

}  // namespace

StartedBot StartBot(const Order& order, const BotCgroup* group, const int (&output)[2]) {
  int report[2];
  if (::pipe2(report, O_CLOEXEC) != 0) return {.pid = -1, .error = std::strerror(errno)};
  const pid_t supervisor = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) BecomeBot(order, group, output[1], report[1], supervisor);
  const int fork_error = errno;
  ::close(report[1]);
  StartedBot bot{.pid = pid, .error = ""};
  StartReport told{};
  bool is_inside = false;
  if (pid < 0) bot.error = std::string("cannot fork: ") + std::strerror(fork_error);
  while (pid >= 0 && bot.error.empty() && ::read(report[0], &told, sizeof told) == sizeof told) {
    if (told.step == StartReport::kInside) {
      is_inside = true;
    } else {
      bot.error = Explain(told, order, is_inside);
    }
  }
  ::close(report[0]);
  if (pid >= 0 && (!bot.error.empty() || (order.sandboxed && !is_inside))) {
    ::waitpid(pid, nullptr, 0);
    if (bot.error.empty()) bot.error = "cannot make its sandbox: " + LastWords(output[0]);
    bot.pid = -1;
  }
  return bot;
}

int BecomeSandboxedBot(const Order& order) {
  ::close_range(STDERR_FILENO + 1, static_cast<unsigned>(order.report) - 1, 0);
  ::close_range(static_cast<unsigned>(order.report) + 1, ~0U, 0);
  ::fcntl(order.report, F_SETFD, FD_CLOEXEC);
  Tell(order.report, StartReport::kInside, 0);
  if (::chdir(order.folder.c_str()) != 0) GiveUp(order.report, StartReport::kFolder);
  if (!ApplyLimits(order) || (order.tasks_max > 0 && !Limit(RLIMIT_NPROC, order.tasks_max))) {
    GiveUp(order.report, StartReport::kLimits);
  }
  ::execvp(order.command[0], order.command);
  GiveUp(order.report, StartReport::kProgram);
}

}  // namespace flagfall::arena::supervisor
