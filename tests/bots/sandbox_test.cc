// What bots in sandboxes are given, and which users they run as.

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>

#include <fstream>
#include <set>
#include <sstream>

#include "arena/bots/sandbox/sandbox_limits.h"
#include "arena/bots/supervisor/bot_start.h"
#include "tests/bots/sandbox_fixture.h"

namespace flagfall::arena::bots {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

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

TEST_F(SandboxTest, AnExitCodeAboveThoseOfSignalsIsOne) {
  for (const int code : {128 + NSIG, 255}) {
    exit_ = {};
    const auto process = Start(Shell(absl::StrCat("exit ", code)));
    EXPECT_EQ(Exit().detail, absl::StrCat("exited with code ", code));
  }
}

TEST_F(SandboxTest, TellsASignalThatHasNoName) {
  const auto process = Start(Shell("kill -40 $$"));
  EXPECT_EQ(Exit().detail, "killed by signal 40");
}

TEST_F(SandboxTest, TellsWhyAProgramDoesNotStart) {
  const auto process = Start(Launch({dir_.At("missing")}));
  EXPECT_EQ(Exit().detail, "cannot run /bot/missing: No such file or directory");
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
  EXPECT_THAT(Exit().detail, StartsWith("cannot make its sandbox: bwrap: "));
}

TEST_F(SandboxTest, AFolderOutsideOfTheBotsIsRefused) {
  BotLaunch launch = Shell("exit 0");
  launch.folder = "/etc";
  EXPECT_THAT(BotProcess::Start(kSupervisor, launch, [](const BotExit&) {}),
              IsError(absl::StatusCode::kInvalidArgument, "/etc is not in the bot's folder"));
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

TEST_F(SandboxTest, TwoBotsHaveTwoUsers) {
  if (!Found(mode_)->own_user) GTEST_SKIP() << "only root can give users";
  const auto process = Start(Shell("echo ready; sleep 1000"));
  ASSERT_TRUE(Says("ready"));
  std::set<uid_t> users;
  for (const pid_t pid : Left()) {
    struct stat info {};
    if (::stat(absl::StrCat("/proc/", pid).c_str(), &info) == 0 && info.st_uid != ::geteuid()) {
      users.insert(info.st_uid);
    }
  }
  ASSERT_EQ(users.size(), 1U);
  const supervisor::SubordinateIds ids = Found(mode_)->subordinate;
  EXPECT_GE(*users.begin(), ids.count == 0 ? supervisor::kFirstUser : ids.first_user);
  struct stat info {};
  ASSERT_EQ(::stat(dir_.At("s").c_str(), &info), 0);
  if (ids.count == 0) {
    EXPECT_EQ(info.st_uid, *users.begin()) << "the socket is the bot's";
  } else {
    EXPECT_EQ(info.st_uid, ::geteuid()) << "the socket stays the host's";
    EXPECT_EQ(info.st_gid - ids.first_group, *users.begin() - ids.first_user) << "and is the bot's group's too";
  }
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
  EXPECT_THAT(Exit().detail, HasSubstr("it runs as a user of its own, which must be allowed to read it"));
}

TEST_F(BasicSandboxTest, AFolderIsFoundBelowOneThatItsUserMayNotSearch) {
  if (!Found(mode_)->own_user) GTEST_SKIP() << "only root can give users";
  std::filesystem::create_directories(dir_.At("home/bots/one"));
  dir_.Write("home/ledger", "secret");
  dir_.Write("home/bots/one/data", "its own\n");
  dir_.Write("home/s", "");
  ::chmod(dir_.At("home").c_str(), 0700);
  BotLaunch launch = Shell("cat " + dir_.At("home/bots/one/data") + "; ls ..; ls ../..; pwd");
  launch.folder = launch.bot_folder = dir_.At("home/bots/one");
  launch.environment = BotEnvironment("unix:" + dir_.At("home/s"), token_, "{}");
  EXPECT_EQ(OutputOf(launch), absl::StrCat("its own\none\nbots\ns\n", launch.folder, "\n"));
  EXPECT_EQ(dir_.Read("home/ledger"), "secret") << "the host sees what it saw";
}

TEST_F(BasicSandboxTest, AForkBombEndsTheBot) {
  const auto process = Start(Shell("for i in $(seq 1000); do sleep 1000 & done; wait"));
  if (!Found(mode_)->cgroups.LimitsTasks()) GTEST_SKIP() << "there is no control group of processes here";
  EXPECT_THAT(Exit().detail, HasSubstr("processes"));
  process->Stop();
  EXPECT_THAT(Left(), IsEmpty());
}

TEST(FindSandbox, RefusesAStrictOneWithoutBubblewrap) {
  const auto found = FindSandbox(SandboxMode::kStrict, {.supervisor_path = kSupervisor, .bwrap = "/nowhere/bwrap"});
  EXPECT_THAT(found, IsError(absl::StatusCode::kFailedPrecondition, "there is no program /nowhere/bwrap"));
  EXPECT_THAT(found, IsError(absl::StatusCode::kFailedPrecondition, "package bubblewrap"));
  EXPECT_THAT(found, IsError(absl::StatusCode::kFailedPrecondition, "--sandbox=basic"));
}

TEST(FindSandbox, RefusesAStrictOneThatBubblewrapCannotMake) {
  const auto here = FindSandbox(SandboxMode::kStrict, {.supervisor_path = kSupervisor});
  if (!here.ok()) GTEST_SKIP() << here.status().message();
  const TempDir dir;
  const std::string broken =
      dir.Write("bwrap", "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n");
  ::chmod(broken.c_str(), 0755);
  ::chmod(dir.path().c_str(), 0755);
  EXPECT_THAT(FindSandbox(SandboxMode::kStrict, {.supervisor_path = kSupervisor, .bwrap = broken}),
              IsError(absl::StatusCode::kFailedPrecondition, "bwrap: No permissions to create new namespace"));
}

TEST(FindSandbox, NoneAndBasicNeedNoBubblewrap) {
  EXPECT_THAT(FindSandbox(SandboxMode::kNone, {.supervisor_path = kSupervisor, .bwrap = "/nowhere/bwrap"}), IsOk());
  EXPECT_THAT(FindSandbox(SandboxMode::kBasic, {.supervisor_path = kSupervisor, .bwrap = "/nowhere/bwrap"}), IsOk());
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
}  // namespace flagfall::arena::bots
