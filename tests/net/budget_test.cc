#include "referee/net/budget.h"

#include <gtest/gtest.h>

namespace flagfall {
namespace {

constexpr double kBurst = 1024;
constexpr double kPerSecond = 64;

// How many in a row go through.
int SpendAll(Budget& budget, Micros now) {
  int spent = 0;
  while (budget.Spend(now)) ++spent;
  return spent;
}

TEST(Budget, LetsABurstThroughAndNotOneMore) {
  Budget budget(kBurst, kPerSecond, Micros(0));
  EXPECT_EQ(SpendAll(budget, Micros(0)), kBurst);
}

TEST(Budget, ComesBackWithTimeButNotAboveTheBurst) {
  Budget budget(kBurst, kPerSecond, Micros(0));
  SpendAll(budget, Micros(0));
  EXPECT_EQ(SpendAll(budget, std::chrono::seconds(2)), 2 * kPerSecond);
  EXPECT_EQ(SpendAll(budget, std::chrono::hours(10)), kBurst);
}

TEST(Budget, WhoAnswersWhatIsAskedNeverComesToItsEnd) {
  Budget budget(kBurst, kPerSecond, Micros(0));
  for (int i = 0; i < 1'000'000; ++i) {
    budget.Earn();
    ASSERT_TRUE(budget.Spend(Micros(i)));
  }
}

}  // namespace
}  // namespace flagfall
