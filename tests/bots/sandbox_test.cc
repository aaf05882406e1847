// Bots in sandboxes: what they get, what ends them, and that nothing is left.

#include "arena/bots/sandbox/sandbox.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/bots/bot_process.h"
#include "arena/bots/keeper/bot_start.h"
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
  BotLaunch Python(const std::string& script) { return Launch({"/usr/bin/python3", dir_.Write("bot.py", script)}); }

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

TEST_F(SandboxTest, AMemoryBombEndsTheBotAndSaysSo) {
  if (!Found(mode_)->cgroups.LimitsMemory()) GTEST_SKIP() << "there is no control group of memory here";
  BotLaunch launch = Python("bomb = []\nwhile True: bomb.append(bytearray(1 << 24))\n");
  launch.limits.set_memory_bytes_max(256 * sandbox_limits::kMiB);
  const auto process = Start(launch);
  const BotExit exit = Exit();
  EXPECT_EQ(exit.detail, "used more memory than it may, 256 MiB");
  process->Stop();
  EXPECT_THAT(Left(), IsEmpty());
}

TEST_F(SandboxTest, FilesInMemoryCountAsMemory) {
  if (!Found(mode_)->cgroups.LimitsMemory()) GTEST_SKIP() << "there is no control group of memory here";
  BotLaunch launch = Python(R"(
import os
files = []
while True:
    files.append(os.memfd_create('bomb'))
    os.write(files[-1], bytes(1 << 24))
)");
  launch.limits.set_memory_bytes_max(256 * sandbox_limits::kMiB);
  const auto process = Start(launch);
  EXPECT_EQ(Exit().detail, "used more memory than it may, 256 MiB");
}

TEST_F(SandboxTest, EmptyFilesWithoutEndCountAsMemory) {
  if (!Found(mode_)->cgroups.LimitsMemory()) GTEST_SKIP() << "there is no control group of memory here";
  BotLaunch launch = Python(R"(
import os
i = 0
while True:
    os.close(os.open(f'/tmp/{i}', os.O_CREAT | os.O_WRONLY))
    i += 1
)");
  launch.limits.set_memory_bytes_max(64 * sandbox_limits::kMiB);
  const auto process = Start(launch);
  EXPECT_EQ(Exit().detail, "used more memory than it may, 64 MiB");
}

TEST_F(SandboxTest, AForkBombEndsTheBotAndSaysSo) {
  const auto process = Start(Python(R"(
import os, time
while True:
    try:
        if os.fork() == 0: os.setsid()
    except OSError:
        time.sleep(0.01)
)"));
  EXPECT_THAT(Exit().detail, testing::AnyOf(HasSubstr("processes and threads that it may have"),
                                            HasSubstr("more than its limit of processes")));
  process->Stop();
  EXPECT_THAT(Left(), IsEmpty());
}

TEST_F(SandboxTest, EachPlaceToWriteToIsLimited) {
  const std::string output = OutputOf(Python(R"(
for path in ('/tmp/full', '/work/full', '/dev/shm/full'):
    size = 0
    try:
        with open(path, 'wb', buffering=0) as file:
            while True: size += file.write(bytes(1 << 20))
    except OSError as error:
        print(path, size >> 20, error.strerror)
)"));
  const std::uint64_t most = sandbox_limits::kScratchBytes / sandbox_limits::kMiB;
  for (const char* path : {"/tmp/full ", "/work/full ", "/dev/shm/full "}) {
    EXPECT_THAT(output, HasSubstr(absl::StrCat(path, most, " No space left on device")));
  }
}

TEST_F(SandboxTest, StopEndsATreeOf200ProcessesAndLeavesNothing) {
  BotLaunch launch = Python(R"(
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(200):
    if os.fork() == 0:
        os.setsid()
        time.sleep(1000)
print('grown', flush=True)
time.sleep(1000)
)");
  launch.limits.set_processes_max(sandbox_limits::kProcessesMost);
  const auto process = Start(launch);
  ASSERT_TRUE(Says("grown"));
  EXPECT_THAT(Left().size(), testing::Ge(200U));
  process->Stop();
  EXPECT_THAT(Left(), IsEmpty());
  EXPECT_TRUE(process->IsGone());
}

TEST_F(SandboxTest, NoControlGroupIsLeft) {
  const keeper::CgroupPlaces& places = Found(mode_)->cgroups;
  if (!places.HasAny()) GTEST_SKIP() << "there are no control groups here";
  const auto process = Start(Shell("echo ready; sleep 1000"));
  ASSERT_TRUE(Says("ready"));
  const std::string& place = places.unified.empty() ? places.memory : places.unified;
  const pid_t bot = Left().back();
  const auto group_of_bot = [&] {
    for (const auto& entry : std::filesystem::directory_iterator(place)) {
      std::ifstream pids(entry.path() / "cgroup.procs");
      for (pid_t pid = 0; pids >> pid;) {
        if (pid == bot && absl::StartsWith(entry.path().filename().string(), "flagfall-bot-")) return entry.path();
      }
    }
    return std::filesystem::path();
  };
  const std::filesystem::path group = group_of_bot();
  ASSERT_FALSE(group.empty());
  process->Stop();
  EXPECT_FALSE(std::filesystem::exists(group));
}

TEST_F(SandboxTest, NothingOutlivesAnArenaThatIsKilled) {
  const pid_t arena = ::fork();
  if (arena == 0) {
    const auto process = BotProcess::Start(kKeeper, Shell("trap '' TERM; setsid sleep 1000 & echo ready; sleep 1000"),
                                           [](const BotExit&) {});
    while (process.ok()) ::pause();
    ::_exit(1);
  }
  ASSERT_TRUE(Says("ready"));
  ::kill(arena, SIGKILL);
  ::waitpid(arena, nullptr, 0);
  EXPECT_TRUE(WaitFor([&] { return Left().empty(); }));
}

TEST_F(SandboxTest, ABotWhoseKeeperIsKilledDiesWithAllItsOwn) {
  const auto process = Start(Shell("setsid sleep 1000 & echo ready; sleep 1000"));
  ASSERT_TRUE(Says("ready"));
  pid_t keeper = -1;
  for (const pid_t pid : Left()) {
    char program[4096] = "";
    const ssize_t length = ::readlink(absl::StrCat("/proc/", pid, "/exe").c_str(), program, sizeof program - 1);
    if (length > 0 && absl::EndsWith(program, "flagfall-keeper")) keeper = pid;
  }
  ASSERT_EQ(::kill(keeper, SIGKILL), 0);
  EXPECT_EQ(Exit().detail, "its keeper was killed");
  EXPECT_TRUE(WaitFor([&] { return Left().empty(); }));
  process->Stop();
  const keeper::CgroupPlaces& places = Found(mode_)->cgroups;
  for (const std::string& place : {places.unified, places.memory, places.pids}) {
    EXPECT_FALSE(std::filesystem::exists(absl::StrCat(place, "/", keeper::CgroupName(keeper))));
  }
}

TEST_F(SandboxTest, TwoBotsHaveTwoUsers) {
  if (!Found(mode_)->own_user) GTEST_SKIP() << "only root can give users";
  const auto process = Start(Shell("echo ready; sleep 1000"));
  ASSERT_TRUE(Says("ready"));
  std::set<uid_t> users;
  for (const pid_t pid : Left()) {
    struct stat info {};
    if (::stat(absl::StrCat("/proc/", pid).c_str(), &info) == 0 && info.st_uid != 0) users.insert(info.st_uid);
  }
  ASSERT_EQ(users.size(), 1U);
  EXPECT_GE(*users.begin(), keeper::kFirstUser);
  struct stat info {};
  ASSERT_EQ(::stat(dir_.At("s").c_str(), &info), 0);
  EXPECT_EQ(info.st_uid, *users.begin()) << "the socket is the bot's";
}

TEST_F(SandboxTest, NobodyCanReadTheTokenOnACommandLine) {
  const auto process = Start(Shell("echo ready; sleep 1000"));
  ASSERT_TRUE(Says("ready"));
  for (const pid_t pid : Left()) {
    std::ifstream file(absl::StrCat("/proc/", pid, "/cmdline"), std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_THAT(text.str(), Not(HasSubstr(token_)));
  }
}

class BasicSandboxTest : public SandboxTest {
 protected:
  BasicSandboxTest() : SandboxTest(SandboxMode::kBasic) {}
};

TEST_F(BasicSandboxTest, KeepsItsFolderAddressAndEnvironment) {
  const std::string output = OutputOf(Shell("pwd; echo $FLAGFALL_ADDRESS; grep NoNewPrivs /proc/self/status"));
  EXPECT_EQ(output, absl::StrCat(dir_.path(), "\nunix:", dir_.At("s"), "\nNoNewPrivs:\t1\n"));
}

TEST_F(BasicSandboxTest, IsAUserOfItsOwn) {
  if (!Found(mode_)->own_user) GTEST_SKIP() << "only root can give users";
  EXPECT_THAT(OutputOf(Shell("id -u; id -G")), testing::MatchesRegex("19[0-9]{8}\n19[0-9]{8}\n"));
}

TEST_F(BasicSandboxTest, AFolderThatItsUserMayNotReadIsExplained) {
  if (!Found(mode_)->own_user) GTEST_SKIP() << "only root can give users";
  ::chmod(dir_.path().c_str(), 0700);
  const auto process = Start(Shell("exit 0"));
  EXPECT_THAT(Exit().detail, HasSubstr("it runs as a user of its own, which must be let read it"));
}

TEST_F(BasicSandboxTest, AForkBombEndsTheBot) {
  const auto process = Start(Shell("for i in $(seq 1000); do sleep 1000 & done; wait"));
  if (!Found(mode_)->cgroups.LimitsTasks()) GTEST_SKIP() << "there is no control group of processes here";
  EXPECT_THAT(Exit().detail, HasSubstr("processes"));
  process->Stop();
  EXPECT_THAT(Left(), IsEmpty());
}

TEST(FindSandbox, RefusesAStrictOneWithoutBubblewrap) {
  const auto found = FindSandbox(SandboxMode::kStrict, {.keeper_path = kKeeper, .bwrap = "/nowhere/bwrap"});
  EXPECT_THAT(found, IsError(absl::StatusCode::kFailedPrecondition, "there is no program /nowhere/bwrap"));
  EXPECT_THAT(found, IsError(absl::StatusCode::kFailedPrecondition, "package bubblewrap"));
  EXPECT_THAT(found, IsError(absl::StatusCode::kFailedPrecondition, "--sandbox=basic"));
}

TEST(FindSandbox, RefusesAStrictOneThatBubblewrapCannotMake) {
  const TempDir dir;
  const std::string broken =
      dir.Write("bwrap", "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n");
  ::chmod(broken.c_str(), 0755);
  ::chmod(dir.path().c_str(), 0755);
  EXPECT_THAT(FindSandbox(SandboxMode::kStrict, {.keeper_path = kKeeper, .bwrap = broken}),
              IsError(absl::StatusCode::kFailedPrecondition, "bwrap: No permissions to create new namespace"));
}

TEST(FindSandbox, NoneAndBasicNeedNoBubblewrap) {
  EXPECT_THAT(FindSandbox(SandboxMode::kNone, {.keeper_path = kKeeper, .bwrap = "/nowhere/bwrap"}), IsOk());
  EXPECT_THAT(FindSandbox(SandboxMode::kBasic, {.keeper_path = kKeeper, .bwrap = "/nowhere/bwrap"}), IsOk());
}

TEST(SandboxMode, IsReadAsItIsWritten) {
  for (const SandboxMode mode : {SandboxMode::kNone, SandboxMode::kBasic, SandboxMode::kStrict}) {
    const auto read = ParseSandboxMode(SandboxModeName(mode));
    ASSERT_THAT(read, IsOk());
    EXPECT_EQ(*read, mode);
  }
  EXPECT_THAT(ParseSandboxMode("Strict"), IsError(absl::StatusCode::kInvalidArgument, "strict, basic and none"));
}

}  // namespace
}  // namespace flagfall::arena
