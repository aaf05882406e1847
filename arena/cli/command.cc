#include <CLI/CLI.hpp>
#include <utility>

#include "arena/cli/commands.h"

namespace flagfall::arena {

CLI::App& AddCommand(CLI::App& parent, Invocation& invocation, const std::string& name, const std::string& description,
                     const std::string& example, std::function<absl::Status()> run) {
  CLI::App& command = *parent.add_subcommand(name, description);
  command.footer("Example: " + example);
  command.add_flag("--json", invocation.console.json, "One JSON object a line instead of text");
  command.callback([&invocation, run = std::move(run)] { invocation.action = run; });
  return command;
}

}  // namespace flagfall::arena
