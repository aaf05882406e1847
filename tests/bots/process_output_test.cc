#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <future>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/bots/bot_process.h"
#include "tests/bots/sandbox_fixture.h"

namespace flagfall::arena::bots {
namespace {

using testing::HasSubstr;

// What a real process prints, and where it goes.
class ProcessOutputTest : public SandboxTest {
 protected:
  ProcessOutputTest() : SandboxTest(SandboxMode::kNone) {}
};

TEST_F(ProcessOutputTest, KeepsBothOutputsInOrder) {
  const auto process = Start(Shell("echo one; echo two >&2; echo three"));
  Exit();
  process->Stop();
  EXPECT_EQ(log_.Read("log"), "one\ntwo\nthree\n");
}

// A regression: the exit was once reported before the bot's last output was in its log.
TEST_F(ProcessOutputTest, TheLastOutputIsInTheLogBeforeTheExitIsReported) {
  for (int bot = 0; bot < 30; ++bot) {
    const std::string words = absl::StrCat("words of bot ", bot);
    std::promise<std::string> log;
    const auto process = BotProcess::Start(kSupervisor, Shell(absl::StrCat("echo ", words, "; exit 3")),
                                           [&](const BotExit&) { log.set_value(log_.Read("log")); });
    ASSERT_THAT(process, IsOk());
    EXPECT_THAT(log.get_future().get(), HasSubstr(words + "\n"));
  }
}

TEST_F(ProcessOutputTest, DropsAndCountsOutputAboveTheBudget) {
  const auto process = Start(Python("import sys; sys.stdout.write('x' * 1000000)"));
  EXPECT_TRUE(Exit().succeeded);
  process->Stop();
  const std::string log = log_.Read("log");
  EXPECT_EQ(log, std::string(kGrantBytes, 'x') +
                     absl::StrCat("\n[flagfall: ", 1000000 - kGrantBytes, " bytes of output dropped]\n"));
}

TEST_F(ProcessOutputTest, AGrantLetsOutputInAgain) {
  const auto process = Start(Python(R"(
import os, time
for _ in range(4): os.write(1, b'x' * 65536)
open('written', 'w')
while not os.path.exists('go'): time.sleep(0.001)
os.write(1, b'second game\n')
)"));
  // By then everything has been read except what fits into a pipe, so the budget is exceeded. One grant covers the
  // excess, the second one lets more in.
  ASSERT_TRUE(WaitFor([&] { return std::filesystem::exists(dir_.At("written")); }));
  process->output().Grant();
  process->output().Grant();
  EXPECT_TRUE(Says("bytes of output dropped]\n"));
  dir_.Write("go", "");
  EXPECT_TRUE(Exit().succeeded);
  process->Stop();
  EXPECT_THAT(log_.Read("log"), HasSubstr("second game\n"));
}

// The bot prints as soon as it is told of a game, before anything else can have read its pipe.
TEST_F(ProcessOutputTest, WhatABotPrintsInAGameIsInThatGamesLog) {
  const PlayLogs logs{.paths = {.folder = log_.path(), .bot = "rook"}};
  BotLaunch launch = Shell(
      "echo hello; for game in 1 2 3; do while [ ! -e begin-$game ]; do sleep 0.001; done; echo in game $game; "
      ": > said-$game; done; exit 3");
  launch.log_path = logs.paths.Process();
  const auto process = BotProcess::Start(
      kSupervisor, launch, [this](const BotExit& exit) { exit_.set_value(exit); }, logs);
  ASSERT_THAT(process, IsOk());
  ASSERT_TRUE(WaitFor([&] { return log_.Read("rook.log") == "hello\n"; }));
  for (int game = 1; game <= 3; ++game) {
    (*process)->output().BeginGame(absl::StrCat("7-", game));
    dir_.Write(absl::StrCat("begin-", game), "");
    ASSERT_TRUE(WaitFor([&] { return std::filesystem::exists(dir_.At(absl::StrCat("said-", game))); }));
    (*process)->output().EndGame(absl::StrCat("7-", game));
    EXPECT_EQ(log_.Read(absl::StrCat("games/rook/7-", game, ".log")), absl::StrCat("in game ", game, "\n"));
  }
  Exit();
  EXPECT_EQ(log_.Read("rook.log"), "hello\n");
}

}  // namespace
}  // namespace flagfall::arena::bots
