#include "arena/cluster/machine_speed.h"

#include <gtest/gtest.h>

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

TEST(MachineSpeed, IsMeasuredByTheMachinesClockToo) { EXPECT_GT(PliesPerSecond(std::chrono::milliseconds(1)), 0); }

}  // namespace
}  // namespace flagfall::arena::cluster
