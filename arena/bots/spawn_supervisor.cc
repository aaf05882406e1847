#include "arena/bots/spawn_supervisor.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/bots/supervisor/supervisor_protocol.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::bots {
namespace {

// Descriptors from here on cannot be the target of a dup2 in the spawned process.
constexpr int kDescriptorMin = 16;

int MoveUp(int descriptor) {
  const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, kDescriptorMin);
  ::close(descriptor);
  return moved;
}

std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string& string : strings) pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Returns a file in memory that holds `bytes`, at its beginning; -1 when it cannot be made.
int FileInMemory(const std::string& bytes) {
  const int file = ::memfd_create("flagfall", MFD_CLOEXEC);
  if (file < 0) return -1;
  if (::write(file, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
    ::close(file);
    return -1;
  }
  ::lseek(file, 0, SEEK_SET);
  return MoveUp(file);
}

// Descriptors of this process that the supervisor gets.
struct Given {
  int socket = -1;
  int output = -1;
  // -1 where there is no filter.
  int filter = -1;
};

// Spawns the supervisor. Its only descriptors are those given, and the standard three, which are /dev/null.
absl::StatusOr<pid_t> Spawn(const std::string& supervisor_path, LaunchPlan plan, const Given& given) {
  plan.arguments.insert(plan.arguments.begin(), supervisor_path);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0);
  ::posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, given.socket, supervisor::kSocket);
  ::posix_spawn_file_actions_adddup2(&actions, given.output, supervisor::kOutput);
  if (given.filter >= 0) ::posix_spawn_file_actions_adddup2(&actions, given.filter, supervisor::kFilter);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t all;
  ::sigfillset(&all);
  sigset_t none;
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  // It gets a session of its own, so that Ctrl-C on our terminal reaches only this process.
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, supervisor_path.c_str(), &actions, &attributes, Pointers(plan.arguments).data(),
                                  Pointers(plan.environment).data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    return absl::InternalError(absl::StrCat("cannot start ", supervisor_path, ": ", std::strerror(error),
                                            "; it belongs beside the flagfall program"));
  }
  return pid;
}

// A descriptor, closed with this object unless it was taken.
class Descriptor {
 public:
  explicit Descriptor(int descriptor = -1) : descriptor_(descriptor) {}
  ~Descriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return descriptor_; }
  int Take() { return std::exchange(descriptor_, -1); }

 private:
  int descriptor_;
};

}  // namespace

absl::StatusOr<SpawnedSupervisor> SpawnSupervisor(const std::string& supervisor_path, const LaunchPlan& plan,
                                                  const std::string& filter_bytes) {
  int sockets[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    return absl::ResourceExhaustedError(absl::StrCat("cannot make a socket pair: ", std::strerror(errno)));
  }
  Descriptor own_socket(sockets[0]);
  const Descriptor given_socket(MoveUp(sockets[1]));
  int pipes[2];
  if (::pipe2(pipes, O_CLOEXEC) != 0) {
    return absl::ResourceExhaustedError(absl::StrCat("cannot make a pipe: ", std::strerror(errno)));
  }
  Descriptor own_pipe(pipes[0]);
  const Descriptor given_pipe(MoveUp(pipes[1]));
  ::fcntl(own_pipe.get(), F_SETFL, O_NONBLOCK);
  const Descriptor filter(filter_bytes.empty() ? -1 : FileInMemory(filter_bytes));
  if (given_socket.get() < 0 || given_pipe.get() < 0 || (filter.get() < 0 && !filter_bytes.empty())) {
    return absl::ResourceExhaustedError("no descriptor or memory is left to start a supervisor with");
  }
  FLAGFALL_ASSIGN_OR_RETURN(
      const pid_t pid,
      Spawn(supervisor_path, plan, {.socket = given_socket.get(), .output = given_pipe.get(), .filter = filter.get()}));
  return SpawnedSupervisor{.pid = pid, .socket = own_socket.Take(), .output = own_pipe.Take()};
}

}  // namespace flagfall::arena::bots
