#include "arena/bots/bot_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <filesystem>
#include <set>

#include "absl/strings/str_split.h"
#include "tests/bots/sandbox_fixture.h"

namespace flagfall::arena::bots {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Bots without a sandbox.
class BotProcessTest : public SandboxTest {
 protected:
  BotProcessTest() : SandboxTest(SandboxMode::kNone) {}
};

// Tests that run with a sandbox and without.
class AnyBotProcessTest : public SandboxTest, public testing::WithParamInterface<SandboxMode> {
 protected:
  AnyBotProcessTest() : SandboxTest(GetParam()) {}
};

INSTANTIATE_TEST_SUITE_P(Sandboxes, AnyBotProcessTest,
                         testing::Values(SandboxMode::kNone, SandboxMode::kBasic, SandboxMode::kStrict),
                         [](const auto& mode) { return std::string(SandboxModeName(mode.param)); });

TEST_P(AnyBotProcessTest, TellsTheExitCode) {
  const auto process = Start(Shell("exit 3"));
  const BotExit exit = Exit();
  EXPECT_FALSE(exit.succeeded);
  EXPECT_EQ(exit.detail, "exited with code 3");
}

TEST_P(AnyBotProcessTest, TellsTheSignal) {
  const auto process = Start(Shell("kill -SEGV $$"));
  EXPECT_EQ(Exit().detail, "killed by SIGSEGV");
}

TEST_P(AnyBotProcessTest, StopLetsABotEndByItself) {
  const auto process = Start(Shell("trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.01; done"));
  ASSERT_TRUE(Says("ready"));
  process->Stop();
  EXPECT_TRUE(Exit().succeeded);
  EXPECT_THAT(log_.Read("log"), HasSubstr("bye"));
  EXPECT_THAT(Left(), IsEmpty());
}

TEST_P(AnyBotProcessTest, NothingOutlivesAnArenaThatIsKilled) {
  const pid_t arena = ::fork();
  if (arena == 0) {
    const auto process = BotProcess::Start(
        kSupervisor, Shell("trap '' TERM; setsid sleep 1000 & echo ready; sleep 1000"), [](const BotExit&) {});
    while (process.ok()) ::pause();
    ::_exit(1);
  }
  ASSERT_TRUE(Says("ready"));
  ::kill(arena, SIGKILL);
  ::waitpid(arena, nullptr, 0);
  EXPECT_TRUE(WaitFor([&] { return Left().empty(); }));
}

TEST_F(BotProcessTest, TellsSuccess) {
  const auto process = Start(Shell("exit 0"));
  EXPECT_TRUE(Exit().succeeded);
}

TEST_F(BotProcessTest, TellsWhyAProgramDoesNotStart) {
  const auto process = Start(Launch({"./missing"}));
  EXPECT_EQ(Exit().detail, "cannot run ./missing: No such file or directory");
}

TEST_F(BotProcessTest, TellsThatAScriptsInterpreterIsMissing) {
  const std::string script = dir_.Write("old.py", "#!/usr/bin/no-such-python\n");
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  const auto process = Start(Launch({script}));
  EXPECT_EQ(Exit().detail, "cannot run " + script + ": the interpreter that it asks for does not exist");
}

TEST_F(BotProcessTest, TellsWhyAFolderCannotBeEntered) {
  BotLaunch launch = Shell("exit 0");
  launch.folder = "/nowhere";
  const auto process = Start(launch);
  EXPECT_EQ(Exit().detail, "cannot enter its folder /nowhere: No such file or directory");
}

TEST_F(BotProcessTest, TellsThatTheLogCannotBeWritten) {
  BotLaunch launch = Shell("exit 0");
  launch.log_path = "/nowhere/log";
  EXPECT_THAT(BotProcess::Start(kSupervisor, launch, [](const BotExit&) {}),
              IsError(absl::StatusCode::kInternal, "cannot write the log /nowhere/log"))
      << "which is the host's fault, and none of the bot's";
}

TEST_F(BotProcessTest, NeedsASupervisor) {
  EXPECT_THAT(BotProcess::Start("/nowhere/supervisor", Shell("exit 0"), [](const BotExit&) {}),
              IsError(absl::StatusCode::kInternal, "/nowhere/supervisor does not start: No such file or directory"));
}

TEST_F(BotProcessTest, NeedsDescriptors) {
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  // Enough for a socket pair and a pipe, and for no more.
  const int first = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::close(first);
  const rlimit few{.rlim_cur = static_cast<rlim_t>(first) + 4, .rlim_max = before.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &few);
  const auto process = BotProcess::Start(kSupervisor, Shell("exit 0"), [](const BotExit&) {});
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_THAT(process, IsError(absl::StatusCode::kResourceExhausted, "no descriptor is left"));
}

TEST_F(BotProcessTest, HasOnlyTheEnvironmentGiven) {
  ::setenv("FLAGFALL_TEST_SECRET", "x", 1);
  const auto process = Start(Launch({"/usr/bin/env"}));
  Exit();
  process->Stop();
  std::set<std::string> names;
  for (const absl::string_view line : absl::StrSplit(log_.Read("log"), '\n', absl::SkipEmpty())) {
    names.insert(std::string(line.substr(0, line.find('='))));
  }
  for (const char* inherited : {"PATH", "HOME", "LANG"}) names.erase(inherited);
  EXPECT_THAT(names, ElementsAre("FLAGFALL_ADDRESS", "FLAGFALL_BOT_OPTIONS", "FLAGFALL_TOKEN"));
}

TEST_F(BotProcessTest, HasOnlyTheThreeStandardDescriptors) {
  const int leaky = ::open("/dev/null", O_RDONLY);
  const auto process = Start(Python("import os; print(sorted(os.listdir('/proc/self/fd')))"));
  Exit();
  process->Stop();
  ::close(leaky);
  // The listing itself has opened descriptor 3.
  EXPECT_EQ(log_.Read("log"), "['0', '1', '2', '3']\n");
}

TEST_F(BotProcessTest, StandardInputIsEmptyAndCoreFilesAreOff) {
  const auto process = Start(Shell("cat; ulimit -c; trap"));
  Exit();
  process->Stop();
  EXPECT_EQ(log_.Read("log"), "0\n");
}

TEST_F(BotProcessTest, StopEndsABotThatIgnoresSigterm) {
  const auto process = Start(Shell("trap '' TERM; echo ready; while :; do sleep 1000; done"));
  ASSERT_TRUE(Says("ready"));
  process->Stop();
  EXPECT_EQ(Exit().detail, "killed by SIGKILL");
  EXPECT_THAT(Left(), IsEmpty());
}

TEST_F(BotProcessTest, StopReachesOrphansInSessionsOfTheirOwn) {
  const auto process = Start(Python(R"(
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() != 0: os._exit(0)
        os.setsid()
        print('orphan', flush=True)
        time.sleep(1000)
time.sleep(1000)
)"));
  ASSERT_TRUE(Says("orphan\norphan\norphan"));
  process->Stop();
  EXPECT_THAT(Left(), IsEmpty());
}

TEST_F(BotProcessTest, ABotThatEndsTakesItsOrphansWithIt) {
  const auto process = Start(Shell("setsid sleep 1000 & echo ready"));
  EXPECT_TRUE(Exit().succeeded);
  EXPECT_TRUE(WaitFor([&] { return Left().empty(); }));
}

TEST_F(BotProcessTest, StopEndsAForkBomb) {
  // Grows to some 200 processes, each of which starts a new child when it loses one.
  const auto process = Start(Python(R"(
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
depth = 0
while depth < 3:
    children = set()
    for _ in range(5):
        pid = os.fork()
        if pid == 0: break
        children.add(pid)
    if len(children) < 5:
        depth += 1
        continue
    print('grown', flush=True)
    while True:
        os.wait()
        if os.fork() == 0:
            os.setsid()
            time.sleep(1000)
time.sleep(1000)
)"));
  ASSERT_TRUE(WaitFor([&] { return Left().size() > 100; }));
  process->Stop();
  EXPECT_TRUE(WaitFor([&] { return Left().empty(); }));
}

TEST_F(BotProcessTest, StopCopesWithABotThatStopsItsSupervisor) {
  const auto process = Start(Shell("kill -STOP $PPID; echo ready; sleep 1000"));
  ASSERT_TRUE(WaitFor([&] { return Left().size() == 3; }));
  process->Stop();
  EXPECT_FALSE(Exit().succeeded);
  EXPECT_THAT(Left(), IsEmpty());
}

TEST_F(BotProcessTest, ABotThatKillsItsSupervisorDiesWithAllItsOwn) {
  const auto process = Start(Shell("setsid sleep 1000 & kill -KILL $PPID; sleep 1000"));
  const BotExit exit = Exit();
  EXPECT_EQ(exit.detail, "its supervisor was killed by SIGKILL");
  EXPECT_TRUE(exit.has_lost_supervisor);
  EXPECT_TRUE(WaitFor([&] { return Left().empty(); }));
}

// As where a scheduler ends all processes of a job, one after the other.
TEST_F(BotProcessTest, ABotThatEndsAsItsSupervisorGetsSigtermIsNotSaidToHaveFailed) {
  const auto process = Start(Shell("setsid sh -c 'sleep 0.02; kill -TERM '$PPID & exit 3"));
  const BotExit exit = Exit();
  EXPECT_EQ(exit.detail, "its supervisor got SIGTERM");
  EXPECT_TRUE(exit.has_lost_supervisor);
  EXPECT_TRUE(WaitFor([&] { return Left().empty(); }));
}

TEST_F(BotProcessTest, ABotThatIsAskedToStopEndsByItselfWhateverItsSupervisorGot) {
  const auto process = Start(Shell("trap 'exit 3' TERM; kill -TERM $PPID; echo ready; sleep 1000 & wait"));
  ASSERT_TRUE(Says("ready"));
  process->RequestStop();
  EXPECT_EQ(Exit().detail, "exited with code 3");
}

// Where this holds, a supervisor that is lost cannot be the bot's doing. In a sandbox of processes its parent is the
// first of them, which takes no signal from within.
TEST_P(AnyBotProcessTest, IsolatedBotCannotKillItsSupervisor) {
  if (GetParam() == SandboxMode::kNone) GTEST_SKIP() << "nothing isolates it";
  if (GetParam() == SandboxMode::kBasic && ::geteuid() != 0) GTEST_SKIP() << "only root can give it a user of its own";
  const auto process = Start(Shell("kill -KILL $PPID; exit 5"));
  const BotExit exit = Exit();
  EXPECT_EQ(exit.detail, "exited with code 5");
  EXPECT_FALSE(exit.has_lost_supervisor);
}

TEST_F(BotProcessTest, OnlyASupervisorThatDiesWithoutAWordIsLost) {
  const auto process = Start(Shell("kill -KILL $$"));
  const BotExit exit = Exit();
  EXPECT_EQ(exit.detail, "killed by SIGKILL");
  EXPECT_FALSE(exit.has_lost_supervisor);
}

// Programs that use select() know no descriptor above 1,023.
TEST_F(BotProcessTest, ALimitOfDescriptorsThatTheArenaHasRaisedForItselfIsNotTheBots) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  ASSERT_GT(before.rlim_max, 1024U) << "where no process may have more, there is nothing to show";
  rlimit raised = before;
  raised.rlim_cur = raised.rlim_max;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &raised), 0);
  const auto process = Start(Shell("ulimit -Sn; ulimit -Hn"));
  Exit();
  process->Stop();
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(log_.Read("log"), "1024\n1024\n");
}

TEST_F(BotProcessTest, TooManyProcessesEndTheBot) {
  BotLaunch launch = Shell("for i in 1 2 3 4 5 6; do sleep 1000 & done; wait");
  launch.limits.set_processes_max(4);
  const auto process = Start(launch);
  EXPECT_EQ(Exit().detail, "ran 7 processes at once, more than its limit of processes");
  EXPECT_TRUE(WaitFor([&] { return Left().empty(); }));
}

TEST_F(BotProcessTest, LimitsHold) {
  BotLaunch launch = Shell("ulimit -v; ulimit -t; ulimit -n");
  launch.limits.set_memory_bytes_max(std::uint64_t{1} << 30);
  launch.limits.set_cpu_seconds_max(77);
  const auto process = Start(launch);
  Exit();
  process->Stop();
  EXPECT_EQ(log_.Read("log"), "1048576\n77\n1024\n");
}

TEST_F(BotProcessTest, TheEnvironmentIsThatOfTheProtocol) {
  EXPECT_THAT(
      BotEnvironment("unix:/a", "t", "{\"a\":1}"),
      testing::IsSupersetOf({"FLAGFALL_ADDRESS=unix:/a", "FLAGFALL_TOKEN=t", "FLAGFALL_BOT_OPTIONS={\"a\":1}"}));
}

}  // namespace
}  // namespace flagfall::arena::bots
