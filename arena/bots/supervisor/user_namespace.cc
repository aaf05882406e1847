#include "arena/bots/supervisor/user_namespace.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

namespace flagfall::arena::bots::supervisor {
namespace {

// Runs newuidmap or newgidmap, and returns whether it did its work. What it says against it goes to this process's own
// standard error.
bool Run(const char* program, pid_t process, unsigned own, unsigned other) {
  const std::string words[] = {std::to_string(process), std::to_string(own), std::to_string(other),
                               std::to_string(kBotInNamespace)};
  const pid_t pid = ::fork();
  if (pid < 0) return false;
  if (pid == 0) {
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    // Lines of: id inside, id outside, how many.
    ::execl(program, program, words[0].c_str(), "0", words[1].c_str(), "1", words[3].c_str(), words[2].c_str(), "1",
            nullptr);
    ::_exit(127);
  }
  int status = 0;
  return ::waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

bool MapIds(pid_t process, const SubordinateIds& ids) {
  const unsigned number = static_cast<unsigned>(::getpid()) % ids.count;
  return Run(kNewUidMap, process, ::geteuid(), ids.first_user + number) &&
         Run(kNewGidMap, process, ::getegid(), ids.first_group + number);
}

}  // namespace flagfall::arena::bots::supervisor
