#include "arena/cli/sandbox_flag.h"

#include <CLI/CLI.hpp>
#include <string>

namespace flagfall::arena {

std::shared_ptr<SandboxFlag> AddSandboxFlag(CLI::App& command) {
  auto flag = std::make_shared<SandboxFlag>();
  command
      .add_option_function<std::string>(
          "--sandbox",
          [flag](const std::string& name) {
            const auto mode = ParseSandboxMode(name);
            if (!mode.ok()) throw CLI::ValidationError("--sandbox", std::string(mode.status().message()));
            *flag = *mode;
          },
          "What bots may see and do: strict, basic or none. Default: none for bots that were added, strict for those "
          "that were submitted")
      ->type_name("MODE");
  return flag;
}

absl::Status CheckNoSandbox(const SandboxFlag& flag) {
  if (!flag.has_value()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "--sandbox is for bots that run here; those of a server have what it was started with (`flagfall serve "
      "--sandbox`)");
}

// The host trusts what it has added itself.
SandboxMode SandboxOf(const Bot& bot, const SandboxFlag& flag) {
  return flag.value_or(bot.is_submitted() ? SandboxMode::kStrict : SandboxMode::kNone);
}

}  // namespace flagfall::arena
