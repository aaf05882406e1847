#include "arena/bots/spawn_supervisor.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/base/durable_files.h"
#include "arena/base/memory_file.h"
#include "arena/base/spawn.h"
#include "arena/bots/supervisor/supervisor_protocol.h"
#include "referee/base/descriptor.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::bots {

static_assert(supervisor::kSocket == 3 && supervisor::kOutput == 4 && supervisor::kFilter == 5);

absl::StatusOr<SpawnedSupervisor> SpawnSupervisor(const std::string& supervisor_path, const LaunchPlan& plan,
                                                  const std::string& filter_bytes) {
  int sockets[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    return absl::ResourceExhaustedError(absl::StrCat("cannot make a socket pair: ", std::strerror(errno)));
  }
  Descriptor own_socket(sockets[0]);
  const Descriptor given_socket(sockets[1]);
  int pipes[2];
  if (::pipe2(pipes, O_CLOEXEC) != 0) {
    return absl::ResourceExhaustedError(absl::StrCat("cannot make a pipe: ", std::strerror(errno)));
  }
  Descriptor own_pipe(pipes[0]);
  const Descriptor given_pipe(pipes[1]);
  ::fcntl(own_pipe.get(), F_SETFL, O_NONBLOCK);
  std::vector<int> given = {-1, -1, -1, given_socket.get(), given_pipe.get()};
  std::optional<MemoryFile> filter;
  if (!filter_bytes.empty()) {
    filter.emplace();
    if (!WriteAll(filter->descriptor(), filter_bytes) || ::lseek(filter->descriptor(), 0, SEEK_SET) != 0) {
      return absl::ResourceExhaustedError(absl::StrCat("cannot make a file in memory: ", std::strerror(errno)));
    }
    given.push_back(filter->descriptor());
  }
  FLAGFALL_ASSIGN_OR_RETURN(const pid_t pid, Spawn({.program = supervisor_path,
                                                    .arguments = plan.arguments,
                                                    .environment = plan.environment,
                                                    .descriptors = std::move(given)}));
  return SpawnedSupervisor{.pid = pid, .socket = own_socket.Release(), .output = own_pipe.Release()};
}

}  // namespace flagfall::arena::bots
