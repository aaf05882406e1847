// Limits that end a bot in a sandbox, after which nothing of the bot is left.

#include <signal.h>

#include <filesystem>
#include <fstream>

#include "arena/bots/sandbox/sandbox_limits.h"
#include "arena/bots/supervisor/cgroup.h"
#include "tests/bots/sandbox_fixture.h"

namespace flagfall::arena::bots {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(SandboxTest, AMemoryBombEndsTheBotAndSaysSo) {
  if (!Found(mode_)->cgroups.LimitsMemory()) GTEST_SKIP() << "there is no control group of memory here";
  BotLaunch launch = Python("bomb = []\nwhile True: bomb.append(bytearray(1 << 24))\n");
  launch.limits.set_memory_bytes_max(256 * sandbox_limits::kMiB);
  const auto process = Start(launch);
  const BotExit exit = Exit();
  EXPECT_EQ(exit.detail, "used more memory than its limit, 256 MiB");
  process->Stop();
  EXPECT_THAT(Left(), IsEmpty());
}

TEST_F(SandboxTest, AMemoryBombInAChildEndsTheBotThatWaitsForIt) {
  if (!Found(mode_)->cgroups.LimitsMemory()) GTEST_SKIP() << "there is no control group of memory here";
  BotLaunch launch = Python(R"(
import os, time
if os.fork() == 0:
    bomb = []
    while True: bomb.append(bytearray(1 << 24))
os.wait()
time.sleep(1000)
)");
  launch.limits.set_memory_bytes_max(256 * sandbox_limits::kMiB);
  const auto process = Start(launch);
  EXPECT_EQ(Exit().detail, "used more memory than its limit, 256 MiB");
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
  EXPECT_EQ(Exit().detail, "used more memory than its limit, 256 MiB");
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
  EXPECT_EQ(Exit().detail, "used more memory than its limit, 64 MiB");
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
  EXPECT_THAT(Exit().detail, testing::AnyOf(HasSubstr("processes and threads than its limit"),
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
  const supervisor::CgroupFolders& folders = Found(mode_)->cgroups;
  if (!folders.LimitsMemory()) GTEST_SKIP() << "there are no control groups of memory here";
  const auto process = Start(Shell("echo ready; sleep 1000"));
  ASSERT_TRUE(Says("ready"));
  const std::string& place = folders.unified.empty() ? folders.memory : folders.unified;
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

TEST_F(SandboxTest, ABotWhoseSupervisorIsKilledDiesWithAllItsOwn) {
  const auto process = Start(Shell("setsid sleep 1000 & echo ready; sleep 1000"));
  ASSERT_TRUE(Says("ready"));
  pid_t supervisor = -1;
  for (const pid_t pid : Left()) {
    char program[4096] = "";
    const ssize_t length = ::readlink(absl::StrCat("/proc/", pid, "/exe").c_str(), program, sizeof program - 1);
    if (length > 0 && absl::EndsWith(program, "flagfall-bot-supervisor")) supervisor = pid;
  }
  ASSERT_EQ(::kill(supervisor, SIGKILL), 0);
  EXPECT_EQ(Exit().detail, "its supervisor was killed by SIGKILL");
  EXPECT_TRUE(WaitFor([&] { return Left().empty(); }));
  process->Stop();
  const supervisor::CgroupFolders& folders = Found(mode_)->cgroups;
  for (const std::string& place : {folders.unified, folders.memory, folders.pids}) {
    EXPECT_FALSE(std::filesystem::exists(absl::StrCat(place, "/", supervisor::CgroupName(supervisor))));
  }
}

}  // namespace
}  // namespace flagfall::arena::bots
