#ifndef ARENA_BOTS_SANDBOX_BUBBLEWRAP_H_
#define ARENA_BOTS_SANDBOX_BUBBLEWRAP_H_

#include <cstdint>
#include <string>
#include <vector>

namespace flagfall::arena {

// What bubblewrap is to show of the host, and where it is to be found; empty for nothing.
struct SandboxView {
  std::string bwrap_path;
  std::string bot_folder;
  // flagfall-bot-supervisor.
  std::string starter;
  std::string socket_path;
  // When given, /bot is a copy that can be written, and this file, too, as /out.
  std::string build_archive;
  std::uint64_t scratch_bytes = 0;
  std::uint64_t build_folder_bytes = 0;
};

// The command line of bubblewrap up to its own `--`, behind which stands what to run inside. It holds no secrets: every
// user of the machine can read it.
std::vector<std::string> BubblewrapCommand(const SandboxView& view);

}  // namespace flagfall::arena

#endif  // ARENA_BOTS_SANDBOX_BUBBLEWRAP_H_
