#include "arena/cli/sandbox_flag.h"

#include <string>

#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {

std::shared_ptr<SandboxFlag> AddSandboxFlag(Command command) {
  auto flag = std::make_shared<SandboxFlag>();
  command.AddParsedOption(
      "--sandbox", "MODE",
      [flag](const std::string& name) -> absl::Status {
        FLAGFALL_ASSIGN_OR_RETURN(*flag, bots::ParseSandboxMode(name));
        return absl::OkStatus();
      },
      "What bots may see and do: strict, basic or none. Default: none for bots that were added, strict for those that "
      "were submitted");
  return flag;
}

absl::Status CheckNoSandbox(const SandboxFlag& flag) {
  if (!flag.has_value()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "--sandbox is for bots that run here; those of a server have what it was started with (`flagfall serve "
      "--sandbox`)");
}

// The host trusts what it has added itself.
bots::SandboxMode SandboxOf(const store::Bot& bot, const SandboxFlag& flag) {
  return flag.value_or(bot.is_submitted() ? bots::SandboxMode::kStrict : bots::SandboxMode::kNone);
}

}  // namespace flagfall::arena::cli
