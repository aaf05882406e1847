#include "arena/runner/bot_processes.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::runner {
namespace {

TEST(BotProcesses, LeavesNoDoorOpenForABotThatCannotBeStarted) {
  const TempDir dir;
  std::string socket = dir.path() + "/socket";
  const auto referee = Referee::Start({}, {}).value();
  store::Bot bot;
  bot.manifest.set_name("bot");
  bot.manifest.add_command("./bot");
  BotProcesses processes({bot}, {bots::Sandbox{}}, *referee,
                         BotProcessesOptions{.supervisor_path = dir.path() + "/no-such-supervisor",
                                             .log_folder = dir.path(),
                                             .socket_path = [&](int, std::uint64_t) { return socket; }},
                         [](int, std::uint64_t, const bots::BotExit&) {});
  EXPECT_THAT(processes.Start(0, 1, {}), IsError(absl::StatusCode::kInternal, "supervisor"));
  EXPECT_FALSE(processes.IsStarted(0));
  EXPECT_FALSE(std::filesystem::exists(socket));
}

}  // namespace
}  // namespace flagfall::arena::runner
