// Control groups in ordinary folders that imitate the kernel's: what is found, and what is written to which file.

#include "arena/bots/supervisor/cgroup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::bots::supervisor {
namespace {

class CgroupTest : public testing::Test {
 protected:
  std::string Mount(const std::string& name, const std::string& type, const std::string& options,
                    const std::string& root = "/") {
    std::filesystem::create_directories(dir_.At(name));
    return absl::StrCat("30 20 0:30 ", root, " ", dir_.At(name), " rw,relatime shared:9 - ", type, " cgroup rw,",
                        options, "\n");
  }

  TempDir dir_;
};

TEST_F(CgroupTest, FindsOurOwnGroupInEachHierarchyOfVersion1) {
  dir_.Write("self/mountinfo", Mount("memory", "cgroup", "memory") + Mount("pids", "cgroup", "pids") +
                                   Mount("both", "cgroup", "cpu,cpuacct") + Mount("name", "cgroup", "name=systemd"));
  dir_.Write("self/cgroup", "9:name=systemd:/\n4:memory:/a/b\n3:pids:/\n2:cpu,cpuacct:/c\n0::/\n");
  std::filesystem::create_directories(dir_.At("memory/a/b"));
  std::filesystem::create_directories(dir_.At("both/c"));
  const CgroupFolders folders = FindCgroups(dir_.At("self"));
  EXPECT_EQ(folders.memory, dir_.At("memory/a/b"));
  EXPECT_EQ(folders.pids, dir_.At("pids"));
  EXPECT_EQ(folders.cpuacct, dir_.At("both/c"));
  EXPECT_EQ(folders.cpu, dir_.At("both/c"));
  EXPECT_EQ(folders.freezer, "");
  EXPECT_EQ(folders.unified, "");
}

TEST_F(CgroupTest, GroupsAreFoundBelowTheRootThatAContainerSees) {
  dir_.Write("self/mountinfo", Mount("pids", "cgroup", "pids", "/container"));
  dir_.Write("self/cgroup", "3:pids:/container/inner\n");
  std::filesystem::create_directories(dir_.At("pids/inner"));
  EXPECT_EQ(FindCgroups(dir_.At("self")).pids, dir_.At("pids/inner"));
}

TEST_F(CgroupTest, Version2IsTakenWhereMemoryAndPidsAreHandedDown) {
  dir_.Write("self/mountinfo", Mount("all", "cgroup2", "nsdelegate") + Mount("pids", "cgroup", "pids"));
  dir_.Write("self/cgroup", "3:pids:/\n0::/user\n");
  dir_.Write("all/user/cgroup.controllers", "cpu memory pids\n");
  dir_.Write("all/user/cgroup.subtree_control", "");
  const CgroupFolders folders = FindCgroups(dir_.At("self"));
  EXPECT_EQ(folders.unified, dir_.At("all/user"));
  EXPECT_EQ(folders.pids, "");
  EXPECT_EQ(dir_.Read("all/user/cgroup.subtree_control"), "+memory +pids +cpu");
}

TEST_F(CgroupTest, Version2WithoutCpuIsTakenAsWell) {
  dir_.Write("self/mountinfo", Mount("all", "cgroup2", "nsdelegate"));
  dir_.Write("self/cgroup", "0::/\n");
  dir_.Write("all/cgroup.controllers", "memory pids\n");
  dir_.Write("all/cgroup.subtree_control", "");
  EXPECT_EQ(FindCgroups(dir_.At("self")).unified, dir_.At("all"));
  EXPECT_EQ(dir_.Read("all/cgroup.subtree_control"), "+memory +pids");
}

TEST_F(CgroupTest, Version2HandsDownInputAndOutputWhereItIsThere) {
  dir_.Write("self/mountinfo", Mount("all", "cgroup2", "nsdelegate"));
  dir_.Write("self/cgroup", "0::/\n");
  dir_.Write("all/cgroup.controllers", "cpuset cpu io memory pids\n");
  dir_.Write("all/cgroup.subtree_control", "");
  EXPECT_EQ(FindCgroups(dir_.At("self")).unified, dir_.At("all"));
  EXPECT_EQ(dir_.Read("all/cgroup.subtree_control"), "+memory +pids +cpu +io");
}

TEST_F(CgroupTest, Version2IsFoundAgainByAProcessThatHasMovedBelowIt) {
  dir_.Write("self/mountinfo", Mount("all", "cgroup2", "nsdelegate"));
  dir_.Write("self/cgroup", "0::/user/flagfall-host\n");
  for (const char* group : {"all/user", "all/user/flagfall-host"}) {
    dir_.Write(absl::StrCat(group, "/cgroup.controllers"), "memory pids\n");
    dir_.Write(absl::StrCat(group, "/cgroup.subtree_control"), "");
  }
  EXPECT_EQ(FindCgroups(dir_.At("self")).unified, dir_.At("all/user"));
  EXPECT_EQ(dir_.Read("all/user/flagfall-host/cgroup.subtree_control"), "");
}

TEST_F(CgroupTest, Version2WithoutTheControllersIsNotTaken) {
  dir_.Write("self/mountinfo", Mount("all", "cgroup2", "nsdelegate") + Mount("pids", "cgroup", "pids"));
  dir_.Write("self/cgroup", "3:pids:/\n0::/\n");
  dir_.Write("all/cgroup.controllers", "hugetlb\n");
  const CgroupFolders folders = FindCgroups(dir_.At("self"));
  EXPECT_EQ(folders.unified, "");
  EXPECT_EQ(folders.pids, dir_.At("pids"));
}

TEST_F(CgroupTest, ReadsWhatTheKernelCounts) {
  std::filesystem::create_directories(dir_.At("all/bot"));
  std::string error;
  const auto group = BotCgroup::Make({.unified = dir_.At("all")}, "bot", 0, 0, error);
  ASSERT_TRUE(group.has_value()) << error;
  EXPECT_FALSE(group->RanOutOfMemory());
  EXPECT_FALSE(group->RanOutOfTasks());
  dir_.Write("all/bot/memory.events", "low 0\nhigh 0\nmax 7\noom 1\noom_kill 1\n");
  dir_.Write("all/bot/pids.events", "max 3\n");
  dir_.Write("all/bot/cpu.stat", "usage_usec 1234\nuser_usec 1000\n");
  dir_.Write("all/bot/memory.peak", "5678\n");
  EXPECT_TRUE(group->RanOutOfMemory());
  EXPECT_TRUE(group->RanOutOfTasks());
  EXPECT_EQ(group->Usage().cpu_micros, 1234U);
  EXPECT_EQ(group->Usage().memory_bytes_peak, 5678U);
}

TEST_F(CgroupTest, MemoryIsLimitedWithItsSwapWhereThatIsCounted) {
  for (const char* file : {"all/bot/memory.max", "all/bot/memory.swap.max", "one/bot/memory.limit_in_bytes",
                           "one/bot/memory.memsw.limit_in_bytes", "bare/bot/memory.limit_in_bytes"}) {
    dir_.Write(file, "");
  }
  std::string error;
  EXPECT_TRUE(BotCgroup::Make({.unified = dir_.At("all")}, "bot", 4096, 0, error).has_value()) << error;
  EXPECT_EQ(dir_.Read("all/bot/memory.max"), "4096");
  EXPECT_EQ(dir_.Read("all/bot/memory.swap.max"), "0");
  EXPECT_TRUE(BotCgroup::Make({.memory = dir_.At("one")}, "bot", 4096, 0, error).has_value()) << error;
  EXPECT_EQ(dir_.Read("one/bot/memory.limit_in_bytes"), "4096");
  EXPECT_EQ(dir_.Read("one/bot/memory.memsw.limit_in_bytes"), "4096");
  EXPECT_TRUE(BotCgroup::Make({.memory = dir_.At("bare")}, "bot", 4096, 0, error).has_value()) << error;
}

TEST_F(CgroupTest, ABotWeighsLessThanItsHostWhereThatCanBeSet) {
  for (const char* file : {"all/bot/cpu.weight", "all/bot/io.weight", "one/bot/cpu.shares"}) dir_.Write(file, "");
  std::filesystem::create_directories(dir_.At("bare"));
  std::string error;
  for (const CgroupFolders& folders : {CgroupFolders{.unified = dir_.At("all")}, CgroupFolders{.cpu = dir_.At("one")},
                                       CgroupFolders{.cpu = dir_.At("bare")}}) {
    EXPECT_TRUE(BotCgroup::Make(folders, "bot", 0, 0, error).has_value()) << error;
  }
  EXPECT_EQ(dir_.Read("all/bot/cpu.weight"), "25");
  EXPECT_EQ(dir_.Read("all/bot/io.weight"), "default 25");
  EXPECT_EQ(dir_.Read("one/bot/cpu.shares"), "256");
}

TEST_F(CgroupTest, ALimitThatCannotBeSetIsAnErrorAndLeavesNothing) {
  std::filesystem::create_directories(dir_.At("memory"));
  std::string error;
  // An ordinary folder has no file for the limit, so it cannot be set.
  EXPECT_FALSE(BotCgroup::Make({.memory = dir_.At("memory")}, "bot", 1 << 20, 0, error).has_value());
  EXPECT_THAT(error, testing::HasSubstr("cannot limit its control groups"));
  EXPECT_FALSE(std::filesystem::exists(dir_.At("memory/bot")));
}

TEST_F(CgroupTest, KillRepeatsUntilNoProcessIsLeft) {
  dir_.Write("pids/bot/cgroup.procs", "");
  std::string error;
  const auto group = BotCgroup::Make({.pids = dir_.At("pids")}, "bot", 0, 0, error);
  ASSERT_TRUE(group.has_value()) << error;
  // Two sleeping processes, of which the second appears when the first has died.
  pid_t sleepers[2];
  for (pid_t& sleeper : sleepers) {
    sleeper = ::fork();
    if (sleeper != 0) continue;
    ::alarm(10);
    ::pause();
    ::_exit(0);
  }
  const auto show = [&](const std::string& text) {
    std::filesystem::rename(dir_.Write("next", text), dir_.At("pids/bot/cgroup.procs"));
  };
  show(absl::StrCat(sleepers[0], "\n"));
  int status = 0;
  std::thread kernel([&] {
    ::waitpid(sleepers[0], nullptr, 0);
    show(absl::StrCat(sleepers[1], "\n"));
    ::waitpid(sleepers[1], &status, 0);
    show("");
  });
  group->Kill();
  kernel.join();
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
}

TEST_F(CgroupTest, GroupsOfSupervisorsThatAreNoMoreAreRemoved) {
  std::filesystem::create_directories(dir_.At("pids/" + CgroupName(::getpid())));
  // No process has an id above the largest possible one.
  std::filesystem::create_directories(dir_.At("pids/" + CgroupName(1 << 22)));
  std::filesystem::create_directories(dir_.At("pids/another"));
  RemoveAbandonedCgroups({.pids = dir_.At("pids")});
  EXPECT_TRUE(std::filesystem::exists(dir_.At("pids/" + CgroupName(::getpid()))));
  EXPECT_FALSE(std::filesystem::exists(dir_.At("pids/" + CgroupName(1 << 22))));
  EXPECT_TRUE(std::filesystem::exists(dir_.At("pids/another")));
}

}  // namespace
}  // namespace flagfall::arena::bots::supervisor
