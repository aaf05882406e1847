#include "arena/base/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <cstring>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "referee/base/descriptor.h"

namespace flagfall::arena {
namespace {

std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string& string : strings) pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

absl::StatusOr<pid_t> Spawn(ProgramToSpawn spawned) {
  const int count = static_cast<int>(spawned.descriptors.size());
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  const absl::Cleanup destroy_actions = [&actions] { ::posix_spawn_file_actions_destroy(&actions); };
  // Above all that the program is given, so that none is written over before its turn.
  std::vector<Descriptor> given;
  for (int number = 0; number < count; ++number) {
    const int descriptor = spawned.descriptors[static_cast<std::size_t>(number)];
    if (descriptor < 0) {
      ::posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0);
      continue;
    }
    given.emplace_back(::fcntl(descriptor, F_DUPFD_CLOEXEC, count));
    if (!given.back().is_valid()) {
      return absl::ResourceExhaustedError(absl::StrCat("no descriptor is left to start ", spawned.program, " with"));
    }
    ::posix_spawn_file_actions_adddup2(&actions, given.back().get(), number);
  }
  ::posix_spawn_file_actions_addclosefrom_np(&actions, count);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  const absl::Cleanup destroy_attributes = [&attributes] { ::posix_spawnattr_destroy(&attributes); };
  sigset_t signals;
  ::sigfillset(&signals);
  ::posix_spawnattr_setsigdefault(&attributes, &signals);
  ::sigemptyset(&signals);
  ::posix_spawnattr_setsigmask(&attributes, &signals);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  spawned.arguments.insert(spawned.arguments.begin(), spawned.program);
  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, spawned.program.c_str(), &actions, &attributes,
                                  Pointers(spawned.arguments).data(), Pointers(spawned.environment).data());
  if (error == 0) return pid;
  return absl::InternalError(absl::StrCat(spawned.program, " does not start: ", std::strerror(error),
                                          "; it belongs beside the flagfall program"));
}

}  // namespace flagfall::arena
