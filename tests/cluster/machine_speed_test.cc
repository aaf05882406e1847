#include "arena/cluster/machine_speed.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>

#include "tests/support/wait.h"

namespace flagfall::arena::cluster {
namespace {

TEST(MachineSpeed, IsPliesByTheTimeThatTheyTook) {
  // A clock that goes one millisecond further each time that it is read, which is once for 64 plies.
  Micros time{};
  const double speed = PliesPerSecond(std::chrono::milliseconds(10), [&time] {
    time += std::chrono::milliseconds(1);
    return time;
  });
  EXPECT_DOUBLE_EQ(speed, 64'000);
}

TEST(MachineSpeed, IsWhatWasPlayedWhenItIsGivenUp) {
  Micros time{};
  const auto now = [&time] { return time += std::chrono::milliseconds(1); };
  EXPECT_DOUBLE_EQ(PliesPerSecond(std::chrono::hours(1), now, [&time] { return time > std::chrono::milliseconds(5); }),
                   64'000);
}

TEST(MachineSpeed, IsTheMeanOfAllCores) {
  std::atomic<int> core = 0;
  MachineSpeed speed({.cores = 4, .measure = [&core](const auto&) { return 100.0 * ++core; }});
  EXPECT_EQ(speed.Newest(), 250);
}

TEST(MachineSpeed, ACoreThatGotNoTimeSaysNothing) {
  std::atomic<int> core = 0;
  MachineSpeed speed({.cores = 2, .measure = [&core](const auto&) { return core++ == 0 ? 0.0 : 100.0; }});
  EXPECT_EQ(speed.Newest(), 100);
}

TEST(MachineSpeed, IsMeasuredAgainAndAgain) {
  std::atomic<int> times = 0;
  MachineSpeed speed({.every = std::chrono::milliseconds(1), .measure = [&times](const auto&) { return ++times; }});
  EXPECT_TRUE(WaitFor([&] { return speed.Newest() >= 3; }));
}

TEST(MachineSpeed, StaysWhereTheMachineIsTooBusyToMeasureIt) {
  std::atomic<int> times = 0;
  MachineSpeed speed(
      {.every = std::chrono::milliseconds(1), .measure = [&times](const auto&) { return ++times == 1 ? 7.0 : 0.0; }});
  EXPECT_TRUE(WaitFor([&] { return times >= 3; }));
  EXPECT_EQ(speed.Newest(), 7);
}

TEST(MachineSpeed, IsWhatItIsSaidToBe) {
  MachineSpeed speed({.plies_per_second = 1234, .measure = [](const auto&) { return 1.0; }});
  EXPECT_EQ(speed.Newest(), 1234);
}

// The measuring ends with it, however long it would go on.
TEST(MachineSpeed, EndsWhileItIsMeasured) {
  std::atomic<bool> has_begun = false;
  MachineSpeed speed({.measure = [&has_begun](const std::function<bool()>& gives_up) {
    has_begun = true;
    while (!gives_up()) std::this_thread::yield();
    return 0.0;
  }});
  EXPECT_TRUE(WaitFor([&] { return has_begun.load(); }));
}

TEST(MachineSpeed, IsMeasuredOnThisMachine) {
  MachineSpeed beside_games({.cores = 2});
  EXPECT_GT(beside_games.Newest(), 0);
  MachineSpeed at_once({.cores = 2, .is_first_urgent = true});
  EXPECT_GT(at_once.Newest(), 0);
}

TEST(MachineSpeed, IsMeasuredByTheMachinesClockToo) { EXPECT_GT(PliesPerSecond(std::chrono::milliseconds(1)), 0); }

}  // namespace
}  // namespace flagfall::arena::cluster
