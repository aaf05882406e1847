#ifndef ARENA_BOTS_SANDBOX_SANDBOX_H_
#define ARENA_BOTS_SANDBOX_SANDBOX_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/bots/supervisor/cgroup.h"

namespace flagfall::arena {

enum class SandboxMode {
  // The bot runs with the host's rights.
  kNone,
  // Limits and, when the host is root, a user id of its own; it sees the host's files and network.
  kBasic,
  // Of the host it sees /usr, its own folder and one socket, and nothing else.
  kStrict,
};

// "none", "basic", "strict".
absl::string_view SandboxModeName(SandboxMode mode);
// INVALID_ARGUMENT lists the modes.
absl::StatusOr<SandboxMode> ParseSandboxMode(absl::string_view name);

// A mode with what this machine has to carry it out. Made by FindSandbox (sandbox_probe.h).
struct Sandbox {
  SandboxMode mode = SandboxMode::kNone;
  // Each process of a bot gets a user id of its own.
  bool own_user = false;
  supervisor::CgroupPlaces cgroups = {};
  // Of the strict mode: the program bwrap, and the filter of system calls as BPF.
  std::string bwrap_path = {};
  std::string filter = {};
};

// What is in force, for people: a line each.
std::vector<std::string> InWords(const Sandbox& sandbox);

}  // namespace flagfall::arena

#endif  // ARENA_BOTS_SANDBOX_SANDBOX_H_
