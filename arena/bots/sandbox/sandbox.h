#ifndef ARENA_BOTS_SANDBOX_SANDBOX_H_
#define ARENA_BOTS_SANDBOX_SANDBOX_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/bots/sandbox/sandbox_limits.h"
#include "arena/bots/supervisor/cgroup.h"
#include "arena/bots/supervisor/user_namespace.h"

namespace flagfall::arena::bots {

enum class SandboxMode {
  // The bot runs with the host's rights.
  kNone,
  // The bot has limits and, when the host is root, a user id of its own. It sees the host's files and network.
  kBasic,
  // The bot sees /usr (or a root of the host's choice), its own folder and one socket of the host, and nothing else.
  kStrict,
};

// "none", "basic", "strict".
absl::string_view SandboxModeName(SandboxMode mode);
// The reverse. INVALID_ARGUMENT for another name, with the list of modes.
absl::StatusOr<SandboxMode> ParseSandboxMode(absl::string_view name);

// The flags by which a host sets SandboxSettings.
inline constexpr char kMemoryFlag[] = "--bot-memory-max";
inline constexpr char kRootFlag[] = "--bot-root";

// What a host gives to the bots in its sandboxes.
struct SandboxSettings {
  // The most memory that a bot gets, whatever its manifest asks for.
  std::uint64_t memory_bytes_most = sandbox_limits::kMemoryBytesMost;
  // The folder that holds the root of a Linux system, as debootstrap makes it. Bots in a strict sandbox see what is in
  // it in place of the host's /usr. Absolute; empty for the host's.
  std::string root = {};
};

// A mode with what this machine offers for it. Made by FindSandbox (sandbox_probe.h).
struct Sandbox {
  SandboxMode mode = SandboxMode::kNone;
  // Each process of a bot gets a user id of its own.
  bool own_user = false;
  // Whence these come where the host is not root.
  supervisor::SubordinateIds subordinate = {};
  supervisor::CgroupFolders cgroups = {};
  // For the strict mode: the path of bubblewrap, and the filter of system calls as BPF.
  std::string bwrap_path = {};
  std::string filter = {};
  SandboxSettings settings = {};
};

// Describes what confines bots, in lines for the host.
std::vector<std::string> DescribeSandbox(const Sandbox& sandbox);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_SANDBOX_SANDBOX_H_
