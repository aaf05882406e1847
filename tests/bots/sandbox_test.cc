// Bots in sandboxes: what they get, what ends them, and that nothing is left.

#include "arena/bots/sandbox/sandbox.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/bots/bot_process.h"
#include "arena/bots/keeper/process_tree.h"
#include "arena/bots/sandbox/launch_plan.h"
#include "arena/bots/sandbox/limits.h"
#include "arena/bots/sandbox_probe.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "tests/support/wait.h"

namespace flagfall::arena {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string kKeeper = FLAGFALL_KEEPER;

// The sandbox of that mode, found once.
const absl::StatusOr<Sandbox>& Found(SandboxMode mode) {
  static const auto* const strict = new auto(FindSandbox(SandboxMode::kStrict, {.keeper_path = kKeeper}));
  static const auto* const basic = new auto(FindSandbox(SandboxMode::kBasic, {.keeper_path = kKeeper}));
  return mode == SandboxMode::kStrict ? *strict : *basic;
}

// Runs shell and Python scripts as bots in a sandbox, each test with a token of its own.
class SandboxTest : public testing::Test {
 protected:
  explicit SandboxTest(SandboxMode mode = SandboxMode::kStrict) : mode_(mode) {}

  void SetUp() override {
    if (!Found(mode_).ok()) GTEST_SKIP() << Found(mode_).status().message();
    ::chmod(dir_.path().c_str(), 0755);
    // No referee listens there.
    dir_.Write("s", "");
  }

  BotLaunch Launch(std::vector<std::string> command) {
    return {.folder = dir_.path(),
            .command = std::move(command),
            .environment = BotEnvironment("unix:" + dir_.At("s"), token_, "{}"),
            .log_path = log_.At("log"),
            .limits = {},
            .sandbox = *Found(mode_),
            .bot_folder = dir_.path()};
  }
  BotLaunch Shell(const std::string& script) { return Launch({"/bin/sh", "-c", script}); }
  BotLaunch Python(const std::string& script) {
    return Launch({"/usr/bin/python3", dir_.Write("bot.py", script)});
  }

  std::unique_ptr<BotProcess> Start(const BotLaunch& launch) {
    auto process = BotProcess::Start(kKeeper, launch, [this](const BotExit& exit) { exit_.set_value(exit); });
    EXPECT_THAT(process, IsOk());
    return *std::move(process);
  }

  BotExit Exit() { return exit_.get_future().get(); }
  // What the bot writes, once it is gone.
  std::string OutputOf(const BotLaunch& launch) {
    const auto process = Start(launch);
    Exit();
    process->Stop();
    return log_.Read("log");
  }
  bool Says(const std::string& text) {
    return WaitFor([&] { return absl::StrContains(log_.Read("log"), text); });
  }
  std::vector<pid_t> Left() { return keeper::ProcessesWithEnvironment("FLAGFALL_TOKEN=" + token_); }

  const SandboxMode mode_;
  TempDir dir_;
  TempDir log_;
  const std::string token_ = absl::StrCat("test-", ::getpid(), "-", dir_.path());
  std::promise<BotExit> exit_;
};

TEST_F(SandboxTest, RunsInTheBotsFolderWithTheProtocolsEnvironment) {
  BotLaunch launch = Shell("pwd; env | sort; cat hello");
  dir_.Write("hello", "from the folder\n");
  launch.environment = {"FLAGFALL_ADDRESS=unix:" + dir_.At("s"), "FLAGFALL_TOKEN=t", "HOME=/root", "PATH=/nowhere"};
  EXPECT_EQ(OutputOf(launch),
            "/bot\nFLAGFALL_ADDRESS=unix:/run/referee.sock\nFLAGFALL_TOKEN=t\nHOME=/work\n"
            "PATH=/usr/local/bin:/usr/bin:/bin\nPWD=/bot\nfrom the folder\n");
}

TEST_F(SandboxTest, HasOnlyTheThreeStandardDescriptors) {
  const int leaky = ::open("/dev/null", O_RDONLY);
  EXPECT_EQ(OutputOf(Python("import os; print(sorted(os.listdir('/proc/self/fd')))")), "['0', '1', '2', '3']\n");
  ::close(leaky);
}

TEST_F(SandboxTest, TellsTheExitCode) {
  const auto process = Start(Shell("exit 3"));
  const BotExit exit = Exit();
  EXPECT_TRUE(exit.started);
  EXPECT_EQ(exit.detail, "exited with code 3");
}

TEST_F(SandboxTest, TellsTheSignal) {
  const auto process = Start(Shell("kill -SEGV $$"));
  EXPECT_EQ(Exit().detail, "killed by SIGSEGV");
}

TEST_F(SandboxTest, TellsWhyAProgramDoesNotStart) {
  const auto process = Start(Launch({dir_.At("missing")}));
  const BotExit exit = Exit();
  EXPECT_FALSE(exit.started);
  EXPECT_EQ(exit.detail, "cannot run /bot/missing: No such file or directory");
}

TEST_F(SandboxTest, TellsWhyAFolderCannotBeEntered) {
  BotLaunch launch = Shell("exit 0");
  launch.folder = dir_.At("missing");
  const auto process = Start(launch);
  EXPECT_EQ(Exit().detail, "cannot enter its folder /bot/missing: No such file or directory");
}

TEST_F(SandboxTest, TellsWhatBubblewrapSaysWhenItFails) {
  BotLaunch launch = Shell("exit 0");
  launch.sandbox.filter = "no filter";
  const auto process = Start(launch);
  const BotExit exit = Exit();
  EXPECT_FALSE(exit.started);
  EXPECT_THAT(exit.detail, StartsWith("cannot make its sandbox: bwrap: "));
}

TEST_F(SandboxTest, AFolderOutsideOfTheBotsIsRefused) {
  BotLaunch launch = Shell("exit 0");
  launch.folder = "/etc";
  EXPECT_THAT(BotProcess::Start(kKeeper, launch, [](const BotExit&) {}),
              IsError(absl::StatusCode::kInvalidArgument, "/etc is not in that of the bot"));
}

TEST_F(SandboxTest, StopLetsABotEndByItself) {
  const auto process = Start(Shell("trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.01; done"));
  ASSERT_TRUE(Says("ready"));
  process->Stop();
  EXPECT_TRUE(Exit().succeeded);
  EXPECT_THAT(log_.Read("log"), HasSubstr("bye"));
  EXPECT_THAT(Left(), IsEmpty());
}

TEST_F(SandboxTest, ReportsWhatWasUsed) {
  const auto process = Start(Python("x = bytearray(64 << 20)\nfor i in range(1000000): pass\n"));
  Exit();
  process->Stop();
  const std::optional<BotUse> use = process->Use();
  ASSERT_TRUE(use.has_value());
  EXPECT_GT(use->cpu.count(), 0);
  EXPECT_GT(use->memory_bytes, 64 * sandbox_limits::kMiB);
  EXPECT_LT(use->memory_bytes, 1024 * sandbox_limits::kMiB);
}

}  // namespace
}  // namespace flagfall::arena
