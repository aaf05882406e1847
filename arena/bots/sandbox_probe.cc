#include "arena/bots/sandbox_probe.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/bots/bot_process.h"
#include "arena/bots/sandbox/system_call_filter.h"
#include "arena/bots/supervisor/bot_start.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::bots {
namespace {

constexpr char kOrElse[] = "; or run with --sandbox=basic, or --sandbox=none for bots that you trust";

// Whether this process can use the user ids that bots get. Root in a container may have only a few ids.
bool CanGiveUsers() {
  if (::geteuid() != 0) return false;
  std::ifstream map("/proc/self/uid_map");
  std::uint64_t first = 0, outside = 0, count = 0;
  while (map >> first >> outside >> count) {
    if (first <= supervisor::kFirstUser && supervisor::kLastUser - first < count) return true;
  }
  return false;
}

// The first range of `path` (subuid(5): NAME:FIRST:COUNT) for the user with this name or number.
std::pair<unsigned, unsigned> RangeOf(const std::string& path, const std::string& name, uid_t user) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const std::vector<std::string> parts = absl::StrSplit(line, ':');
    unsigned first = 0, count = 0;
    if (parts.size() == 3 && (parts[0] == name || parts[0] == absl::StrCat(user)) &&
        absl::SimpleAtoi(parts[1], &first) && absl::SimpleAtoi(parts[2], &count) && first > 0 && count > 0) {
      return {first, count};
    }
  }
  return {0, 0};
}

// The ids that the system has set aside for this process's user, if it has.
supervisor::SubordinateIds FindSubordinateIds() {
  for (const char* program : {supervisor::kNewUidMap, supervisor::kNewGidMap}) {
    if (::access(program, X_OK) != 0) return {};
  }
  // These programs serve nobody who has no name.
  const passwd* const own = ::getpwuid(::geteuid());
  if (own == nullptr) return {};
  const std::string name = own->pw_name;
  const auto [first_user, users] = RangeOf("/etc/subuid", name, ::geteuid());
  const auto [first_group, groups] = RangeOf("/etc/subgid", name, ::geteuid());
  return {.first_user = first_user, .first_group = first_group, .count = std::min(users, groups)};
}

absl::StatusOr<std::string> FindProgram(const std::string& program) {
  std::vector<std::string> candidates = {program};
  if (program.find('/') == std::string::npos) {
    const char* path = std::getenv("PATH");
    candidates = absl::StrSplit(path == nullptr ? "/usr/bin:/bin" : path, ':');
    for (std::string& candidate : candidates) absl::StrAppend(&candidate, "/", program);
  }
  for (const std::string& candidate : candidates) {
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return absl::FailedPreconditionError(absl::StrCat("a strict sandbox needs bubblewrap, and there is no program ",
                                                    program, "; install it (Debian's package bubblewrap)", kOrElse));
}

absl::Status CheckRoot(const std::string& root) {
  std::error_code ignored;
  if (root.empty() || std::filesystem::is_directory(root + "/usr", ignored)) return absl::OkStatus();
  const bool is_there = std::filesystem::is_directory(root, ignored);
  return absl::InvalidArgumentError(
      absl::StrCat(kRootFlag, " ", root, is_there ? ": has no folder usr" : ": there is no such folder",
                   "; give the folder that holds the root of a Linux system, as `debootstrap` or `docker export` makes "
                   "it"));
}

// Runs a program that does nothing, in the way in which a bot is run.
absl::Status TrySandbox(const Sandbox& sandbox, const SandboxOptions& options) {
  const BotLaunch launch{.folder = "/usr",
                         .command = {"/usr/bin/true"},
                         .environment = {},
                         .log_path = "/dev/null",
                         .limits = {},
                         .sandbox = sandbox,
                         .bot_folder = "/usr"};
  std::promise<BotExit> promise;
  std::future<BotExit> exit = promise.get_future();
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<BotProcess> process,
                            BotProcess::Start(options.supervisor_path, launch,
                                              [&promise](const BotExit& ended) { promise.set_value(ended); }));
  const BotExit ended = exit.get();
  process->Stop();
  if (ended.succeeded) return absl::OkStatus();
  if (!sandbox.settings.root.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat("a strict sandbox cannot be made with ", kRootFlag, " ", sandbox.settings.root, ": ", ended.detail,
                     "; it must hold a Linux system for this machine with /usr/bin/true and with a C library not older "
                     "than the host's, all readable to others, as debootstrap makes it"));
  }
  return absl::FailedPreconditionError(
      absl::StrCat("a strict sandbox cannot be made on this machine: ", ended.detail,
                   "; user namespaces must be allowed to the user that runs flagfall (user.max_user_namespaces, and "
                   "where there is AppArmor kernel.apparmor_restrict_unprivileged_userns)",
                   kOrElse));
}

// The same strict sandbox with ids of the system's for its bots, if it works with them. A bot in a basic one would have
// to be allowed to read its folder where it lies.
Sandbox WithSubordinateIds(const Sandbox& sandbox, const SandboxOptions& options) {
  Sandbox other = sandbox;
  other.subordinate = FindSubordinateIds();
  other.own_user = true;
  return other.subordinate.count > 0 && TrySandbox(other, options).ok() ? other : sandbox;
}

}  // namespace

absl::StatusOr<Sandbox> FindSandbox(SandboxMode mode, const SandboxOptions& options) {
  Sandbox sandbox{.mode = mode, .settings = options.settings};
  if (mode == SandboxMode::kNone) return sandbox;
  if (mode == SandboxMode::kStrict) FLAGFALL_RETURN_IF_ERROR(CheckRoot(options.settings.root));
  sandbox.own_user = CanGiveUsers();
  if (mode == SandboxMode::kStrict) {
    FLAGFALL_ASSIGN_OR_RETURN(sandbox.bwrap_path, FindProgram(options.bwrap));
    FLAGFALL_ASSIGN_OR_RETURN(sandbox.filter, SystemCallFilter());
  }
  sandbox.cgroups = supervisor::FindCgroups();
  supervisor::RemoveAbandonedCgroups(sandbox.cgroups);
  if (mode == SandboxMode::kStrict) FLAGFALL_RETURN_IF_ERROR(TrySandbox(sandbox, options));
  return mode == SandboxMode::kStrict && ::geteuid() != 0 ? WithSubordinateIds(sandbox, options) : sandbox;
}

}  // namespace flagfall::arena::bots
