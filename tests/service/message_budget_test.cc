#include "referee/service/message_budget.h"

#include <gtest/gtest.h>

namespace flagfall {
namespace {

// How many messages in a row go through.
int SpendAll(MessageBudget& budget, Micros now) {
  int spent = 0;
  while (budget.Spend(now)) ++spent;
  return spent;
}

TEST(MessageBudget, LetsABurstThroughAndNotOneMore) {
  MessageBudget budget(Micros(0));
  EXPECT_EQ(SpendAll(budget, Micros(0)), limits::kMessageBurst);
}

TEST(MessageBudget, ComesBackWithTimeButNotAboveTheBurst) {
  MessageBudget budget(Micros(0));
  SpendAll(budget, Micros(0));
  EXPECT_EQ(SpendAll(budget, std::chrono::seconds(2)), 2 * limits::kMessagesPerSecond);
  EXPECT_EQ(SpendAll(budget, std::chrono::hours(10)), limits::kMessageBurst);
}

TEST(MessageBudget, WhoAnswersWhatIsAskedNeverComesToItsEnd) {
  MessageBudget budget(Micros(0));
  for (int i = 0; i < 1'000'000; ++i) {
    budget.Earn();
    ASSERT_TRUE(budget.Spend(Micros(i)));
  }
}

}  // namespace
}  // namespace flagfall
