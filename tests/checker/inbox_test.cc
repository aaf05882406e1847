#include "arena/checker/inbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flagfall::arena::checker {
namespace {

// More than any bot needs, and than any inbox should hold.
constexpr int kFlood = 100'000;

int Waiting(Inbox& inbox) {
  int count = 0;
  while (inbox.TakeUntil(Micros(0)).has_value()) ++count;
  return count;
}

TEST(InboxTest, DropsWhatABotBeginsWithoutEndAlsoWhereItHasNoBytes) {
  for (const Happening::Kind kind : {Happening::Kind::kOpened, Happening::Kind::kSaid}) {
    Inbox inbox;
    int taken = 0;
    for (int i = 0; i < kFlood; ++i) taken += inbox.Put({.kind = kind}) ? 1 : 0;
    EXPECT_LT(taken, kFlood);
    EXPECT_EQ(Waiting(inbox), taken);
    EXPECT_TRUE(inbox.Put({.kind = kind})) << "there is room again";
  }
}

TEST(InboxTest, AlwaysHearsThatSomethingHasEnded) {
  Inbox inbox;
  while (inbox.Put({.kind = Happening::Kind::kOpened})) {
  }
  EXPECT_TRUE(inbox.Put({.kind = Happening::Kind::kClosed}));
  EXPECT_TRUE(inbox.Put({.kind = Happening::Kind::kExited}));
  EXPECT_TRUE(inbox.Put({.kind = Happening::Kind::kHandedOver}));
}

}  // namespace
}  // namespace flagfall::arena::checker
