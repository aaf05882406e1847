#ifndef ARENA_BOTS_SANDBOX_BUBBLEWRAP_H_
#define ARENA_BOTS_SANDBOX_BUBBLEWRAP_H_

#include <cstdint>
#include <string>
#include <vector>

namespace flagfall::arena::bots {

// What bubblewrap shows of the host, by the host's paths. An empty path is not shown.
struct SandboxView {
  std::string bwrap_path;
  std::string bot_folder;
  // The folder with the system that the bot sees in place of the host's; empty for the host's. `root_listed` is the
  // same folder by a path that can be listed now, which differs where bubblewrap will see it by another.
  std::string root;
  std::string root_listed;
  // The program flagfall-bot-supervisor, which runs inside as the starter.
  std::string starter;
  std::string socket_path;
  // When not empty, /bot is an empty writable folder for a copy of the bot, and this file is writable as /out.
  std::string build_archive;
  std::uint64_t scratch_bytes = 0;
  std::uint64_t build_folder_bytes = 0;
};

// Returns bubblewrap's command line without the `--` and the command to run inside. It must not contain secrets: every
// user of the machine can read it.
std::vector<std::string> BubblewrapCommand(const SandboxView& view);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_SANDBOX_BUBBLEWRAP_H_
