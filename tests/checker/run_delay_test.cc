#include "arena/checker/run_delay.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::checker {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr pid_t kBot = 70;

// A folder like /proc, with the times of threads and of the machine, and a meter that reads it.
class RunDelayTest : public testing::Test {
 protected:
  RunDelayTest() { SetBusy(milliseconds(0)); }

  void SetThread(pid_t thread, Micros ran, Micros waited, pid_t process = kBot) {
    const std::string folder = absl::StrCat(proc_.path(), "/", process, "/task/", thread);
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/schedstat") << ran.count() * 1000 << " " << waited.count() * 1000 << " 5\n";
  }
  void EndThread(pid_t thread) { std::filesystem::remove_all(absl::StrCat(proc_.path(), "/", kBot, "/task/", thread)); }
  // What all processors were used for since the machine's start, half by programs and half by the kernel.
  void SetBusy(Micros busy) {
    const auto half = busy * ::sysconf(_SC_CLK_TCK) / seconds(2);
    std::ofstream(absl::StrCat(proc_.path(), "/stat")) << "cpu  " << half << " 0 " << half << " 999999 7 0 0 0 0 0\n";
  }
  Micros Held(Micros from, Micros now) { return meter_.HeldSince(from, now); }

  TempDir proc_;
  std::vector<pid_t> processes_ = {kBot};
  RunDelayMeter meter_{[this] { return processes_; }, proc_.path()};
};

TEST_F(RunDelayTest, IsWhatAThreadWaitedWhileOthersRan) {
  SetThread(70, milliseconds(100), milliseconds(50));
  meter_.Restart(seconds(10));
  SetThread(70, milliseconds(300), milliseconds(850));
  SetBusy(seconds(2));
  EXPECT_EQ(Held(seconds(10), seconds(11)), milliseconds(800));
}

TEST_F(RunDelayTest, IsNeverMoreThanOthersRan) {
  // Four threads of the bot wait for each other on a machine that others hardly use.
  for (pid_t thread = 70; thread < 74; ++thread) SetThread(thread, milliseconds(0), milliseconds(0));
  meter_.Restart(seconds(10));
  for (pid_t thread = 70; thread < 74; ++thread) SetThread(thread, milliseconds(250), milliseconds(750));
  SetBusy(milliseconds(1040));
  EXPECT_EQ(Held(seconds(10), seconds(11)), milliseconds(40));
}

TEST_F(RunDelayTest, IsNeverMoreThanTheTime) {
  SetThread(70, milliseconds(0), milliseconds(0));
  SetThread(71, milliseconds(0), milliseconds(0));
  meter_.Restart(seconds(10));
  SetThread(70, milliseconds(0), milliseconds(900));
  SetThread(71, milliseconds(0), milliseconds(900));
  SetBusy(seconds(4));
  EXPECT_EQ(Held(seconds(10), seconds(11)), seconds(1));
}

TEST_F(RunDelayTest, CountsFromTheLastLookBeforeTheTime) {
  SetThread(70, milliseconds(0), milliseconds(0));
  meter_.Restart(seconds(10));
  SetThread(70, milliseconds(0), milliseconds(300));
  SetBusy(milliseconds(500));
  meter_.Look(seconds(11));
  SetThread(70, milliseconds(0), milliseconds(400));
  SetBusy(milliseconds(1000));
  EXPECT_EQ(Held(milliseconds(11'500), seconds(12)), milliseconds(100));
  EXPECT_EQ(Held(milliseconds(10'500), seconds(12)), milliseconds(400));
}

TEST_F(RunDelayTest, KeepsWhatThreadsWaitedThatHaveEnded) {
  SetThread(70, milliseconds(0), milliseconds(0));
  meter_.Restart(seconds(10));
  SetThread(71, milliseconds(0), milliseconds(200));
  SetBusy(milliseconds(500));
  meter_.Look(milliseconds(10'500));
  EndThread(71);
  processes_.clear();
  EXPECT_EQ(Held(seconds(10), seconds(11)), milliseconds(200));
  // Another thread of the same number begins at 0.
  processes_ = {kBot};
  SetThread(71, milliseconds(0), milliseconds(30));
  EXPECT_EQ(Held(seconds(10), seconds(12)), milliseconds(230));
}

TEST_F(RunDelayTest, FindsProcessesThatTheBotStarts) {
  SetThread(70, milliseconds(0), milliseconds(0));
  meter_.Restart(seconds(10));
  processes_.push_back(80);
  SetThread(80, milliseconds(0), milliseconds(150), /*process=*/80);
  SetBusy(seconds(1));
  EXPECT_EQ(Held(seconds(10), milliseconds(11'500)), milliseconds(150));
}

TEST_F(RunDelayTest, IsNoneWhereNothingCanBeRead) {
  RunDelayMeter meter([] { return std::vector<pid_t>{kBot}; }, "/nowhere");
  meter.Restart(seconds(10));
  EXPECT_EQ(meter.HeldSince(seconds(10), seconds(20)), Micros(0));
}

}  // namespace
}  // namespace flagfall::arena::checker
