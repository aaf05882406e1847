#include "arena/execution/bot_crew.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena {
namespace {

TEST(BotCrew, LeavesNoDoorOpenForABotThatCannotBeStarted) {
  const TempDir dir;
  std::string socket = dir.path() + "/socket";
  const auto referee = Referee::Start({}, {}).value();
  Bot bot;
  bot.manifest.set_name("bot");
  bot.manifest.add_command("./bot");
  BotCrew crew({bot}, {Sandbox{}}, *referee,
               BotCrewOptions{.keeper_path = dir.path() + "/no-such-keeper",
                              .log_folder = dir.path(),
                              .socket_path = [&](int, std::uint64_t) { return socket; }},
               [](int, std::uint64_t, const BotExit&) {});
  EXPECT_THAT(crew.EnsureAlive(0), IsError(absl::StatusCode::kInternal, "keeper"));
  EXPECT_FALSE(crew.IsAlive(0));
  EXPECT_FALSE(std::filesystem::exists(socket));
}

}  // namespace
}  // namespace flagfall::arena
