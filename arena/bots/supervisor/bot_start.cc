#include "arena/bots/supervisor/bot_start.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/close_range.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "arena/bots/supervisor/mounts.h"
#include "arena/bots/supervisor/supervisor_protocol.h"
#include "arena/bots/supervisor/user_namespace.h"

namespace flagfall::arena::bots::supervisor {
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

// Sets the limits that hold for each process. RLIMIT_NPROC is left to the caller: it counts all processes of the user.
bool ApplyLimits(const SupervisorOptions& options) {
  return Limit(RLIMIT_CORE, 0) && Limit(RLIMIT_NOFILE, kDescriptorsMax) && Limit(RLIMIT_RTPRIO, 0) &&
         Limit(RLIMIT_NICE, 0) && (options.address_space_max == 0 || Limit(RLIMIT_AS, options.address_space_max)) &&
         (options.cpu_seconds_max == 0 || Limit(RLIMIT_CPU, options.cpu_seconds_max)) &&
         (options.file_bytes_max == 0 || Limit(RLIMIT_FSIZE, options.file_bytes_max));
}

void SendStartReport(int report, StartReport::Step step, int error) {
  const StartReport sent{step, error};
  const ssize_t ignored = ::write(report, &sent, sizeof sent);
  static_cast<void>(ignored);
}

[[noreturn]] void GiveUp(int report, StartReport::Step step) {
  SendStartReport(report, step, errno);
  ::_exit(kExitCode);
}

// Makes the user the owner of the given paths.
bool Give(const SupervisorOptions& options, uid_t user) {
  for (const std::string& path : options.given_paths) {
    if (::lchown(path.c_str(), user, user) != 0) return false;
  }
  return true;
}

constexpr uid_t kSameUser = ~uid_t{0};

// Takes the given paths back from the group of a bot before this one, as their owner may, while it is no more than
// that.
bool TakeBack(const SupervisorOptions& options) {
  const gid_t own = ::getegid();
  for (const std::string& path : options.given_paths) {
    if (::lchown(path.c_str(), kSameUser, own) != 0) return false;
  }
  return true;
}

// Lets the bot's group use the given paths. A host that is not root stays their owner, or it could not use them any
// more.
bool Share(const SupervisorOptions& options, gid_t group) {
  constexpr mode_t kOwnerAndGroup = 0660;
  for (const std::string& path : options.given_paths) {
    if (::lchown(path.c_str(), kSameUser, group) != 0 || ::chmod(path.c_str(), kOwnerAndGroup) != 0) return false;
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

// Enters a user namespace of its own and waits until the supervisor has filled it (MapIds). In it the process is root
// over what belongs to the host's user, and over nothing else.
bool EnterUserNamespace(int mapped) {
  char answer = 0;
  if (::unshare(CLONE_NEWUSER) != 0 || ::write(mapped, "", 1) != 1) return false;
  if (::read(mapped, &answer, 1) != 1) {
    // The supervisor has been refused the ids, and there is no error of a call to tell.
    errno = EPERM;
    return false;
  }
  return ::setresgid(0, 0, 0) == 0 && ::setresuid(0, 0, 0) == 0;
}

// Makes the process one of a user of its own. `mapped` is this side of the socket pair of FillUserNamespace.
void TakeOwnUser(const SupervisorOptions& options, int report, int mapped, pid_t supervisor) {
  const bool is_in_namespace = options.subordinate.count > 0;
  const uid_t user = is_in_namespace ? kBotInNamespace : kFirstUser + static_cast<uid_t>(supervisor);
  if (is_in_namespace && (!TakeBack(options) || !EnterUserNamespace(mapped))) GiveUp(report, StartReport::kUser);
  if (!(is_in_namespace ? Share(options, user) : Give(options, user))) GiveUp(report, StartReport::kUser);
  if (!(options.sandboxed ? Stage(options) : Reveal(options))) GiveUp(report, StartReport::kStaging);
  if (!BecomeUser(user)) GiveUp(report, StartReport::kUser);
}

[[noreturn]] void BecomeBot(const SupervisorOptions& options, const BotCgroup* group, int output, int report,
                            int mapped, pid_t supervisor) {
  ::setsid();
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (group != nullptr && !group->Enter()) GiveUp(report, StartReport::kCgroup);
  if (options.own_user) TakeOwnUser(options, report, mapped, supervisor);
  // Set only now because a change of the user id clears it.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != supervisor) ::_exit(kExitCode);
  if (options.no_new_privileges) ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  UseAsStandardDescriptors(output);
  if (options.sandboxed) {
    ::dup2(report, kReport);
    ::fcntl(kFilter, F_SETFD, 0);
  } else {
    if (::chdir(options.folder.c_str()) != 0) GiveUp(report, StartReport::kFolder);
    if (!ApplyLimits(options)) GiveUp(report, StartReport::kLimits);
    const bool counts_tasks = options.own_user && options.tasks_max > 0 && !options.cgroups.LimitsTasks();
    if (counts_tasks && !Limit(RLIMIT_NPROC, options.tasks_max)) GiveUp(report, StartReport::kLimits);
  }
  ::execvp(options.command[0], options.command);
  GiveUp(report, StartReport::kProgram);
}

// Fills the user namespace of the bot's process once that is in one, and lets it go on. Where that fails the bot's
// process waits until the other end is closed, and says so.
void FillUserNamespace(const SupervisorOptions& options, pid_t bot, int mapped) {
  char entered = 0;
  if (::read(mapped, &entered, 1) != 1 || !MapIds(bot, options.subordinate)) return;
  const ssize_t ignored = ::write(mapped, "", 1);
  static_cast<void>(ignored);
}

std::string Explain(const StartReport& told, const SupervisorOptions& options, bool is_inside) {
  std::string reason = std::strerror(told.error);
  if (told.error == EACCES && options.own_user)
    reason += " (it runs as a user of its own, which must be allowed to read it)";
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
      return "cannot enter its folder " + options.folder + ": " + reason;
    case StartReport::kLimits:
      return "cannot set its limits: " + reason;
    case StartReport::kProgram:
      break;
  }
  // In a sandbox the bot's own command stands behind bubblewrap's and the starter's options.
  char** command = options.command;
  for (int ends = is_inside ? 2 : 0; ends > 0; ++command) {
    if (std::strcmp(*command, "--") == 0) --ends;
  }
  // The kernel says the same of a script whose interpreter is missing as of a script that is missing itself.
  const std::string program = command[0];
  const std::string path = program.front() == '/' ? program : options.folder + "/" + program;
  const bool is_there = !is_inside && program.find('/') != std::string::npos && ::access(path.c_str(), F_OK) == 0;
  if (told.error == ENOENT && is_there) reason = "the interpreter that it asks for does not exist";
  return "cannot run " + program + ": " + reason;
}

}  // namespace

StartedBot StartBot(const SupervisorOptions& options, const BotCgroup* group, int output) {
  int report[2];
  int mapped[2];
  if (::pipe2(report, O_CLOEXEC) != 0 || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, mapped) != 0) {
    return {.pid = -1, .error = std::strerror(errno)};
  }
  const pid_t supervisor = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) {
    // Otherwise it would not notice that the supervisor has given up.
    ::close(mapped[0]);
    BecomeBot(options, group, output, report[1], mapped[1], supervisor);
  }
  const int fork_error = errno;
  ::close(report[1]);
  ::close(mapped[1]);
  StartedBot bot{.pid = pid, .error = ""};
  StartReport told{};
  bool is_inside = false;
  if (pid < 0) bot.error = std::string("cannot fork: ") + std::strerror(fork_error);
  if (pid >= 0 && options.subordinate.count > 0) FillUserNamespace(options, pid, mapped[0]);
  ::close(mapped[0]);
  while (pid >= 0 && bot.error.empty() && ::read(report[0], &told, sizeof told) == sizeof told) {
    if (told.step == StartReport::kInside) {
      is_inside = true;
    } else {
      bot.error = Explain(told, options, is_inside);
    }
  }
  ::close(report[0]);
  if (pid >= 0 && (!bot.error.empty() || (options.sandboxed && !is_inside))) {
    ::waitpid(pid, nullptr, 0);
    bot.pid = -1;
  }
  return bot;
}

int BecomeSandboxedBot(const SupervisorOptions& options) {
  ::close_range(STDERR_FILENO + 1, static_cast<unsigned>(options.report_descriptor) - 1, 0);
  ::close_range(static_cast<unsigned>(options.report_descriptor) + 1, ~0U, 0);
  ::fcntl(options.report_descriptor, F_SETFD, FD_CLOEXEC);
  SendStartReport(options.report_descriptor, StartReport::kInside, 0);
  if (::chdir(options.folder.c_str()) != 0) GiveUp(options.report_descriptor, StartReport::kFolder);
  if (!ApplyLimits(options) || (options.tasks_max > 0 && !Limit(RLIMIT_NPROC, options.tasks_max))) {
    GiveUp(options.report_descriptor, StartReport::kLimits);
  }
  ::execvp(options.command[0], options.command);
  GiveUp(options.report_descriptor, StartReport::kProgram);
}

}  // namespace flagfall::arena::bots::supervisor
