#include "arena/bots/sandbox_probe.h"

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <future>
#include <memory>
#include <vector>

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
  return absl::FailedPreconditionError(
      absl::StrCat("a strict sandbox cannot be made on this machine: ", ended.detail,
                   "; user namespaces must be allowed to the user that runs flagfall (user.max_user_namespaces, and "
                   "where there is AppArmor kernel.apparmor_restrict_unprivileged_userns)",
                   kOrElse));
}

}  // namespace

absl::StatusOr<Sandbox> FindSandbox(SandboxMode mode, const SandboxOptions& options) {
  Sandbox sandbox{.mode = mode};
  if (mode == SandboxMode::kNone) return sandbox;
  sandbox.own_user = CanGiveUsers();
  if (mode == SandboxMode::kStrict) {
    FLAGFALL_ASSIGN_OR_RETURN(sandbox.bwrap_path, FindProgram(options.bwrap));
    FLAGFALL_ASSIGN_OR_RETURN(sandbox.filter, SystemCallFilter());
  }
  sandbox.cgroups = supervisor::FindCgroups();
  supervisor::RemoveAbandonedCgroups(sandbox.cgroups);
  if (mode == SandboxMode::kStrict) FLAGFALL_RETURN_IF_ERROR(TrySandbox(sandbox, options));
  return sandbox;
}

}  // namespace flagfall::arena::bots
