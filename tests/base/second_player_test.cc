#include "arena/base/second_player.h"

#include <gtest/gtest.h>

namespace flagfall::arena {
namespace {

TEST(SecondPlayer, FurtherPlayersAreNumberedFromTwo) {
  EXPECT_EQ(SecondPlayerOf("mybot@3"), "mybot@3#2");
  EXPECT_EQ(PlayerOf("mybot@3", 12), "mybot@3#12");
  for (const char* const player : {"mybot@3#2", "mybot@3#3", "mybot@3#12", "mybot@3#256"}) {
    EXPECT_TRUE(IsFurtherPlayer(player)) << player;
    EXPECT_EQ(EntryOfPlayer(player), "mybot@3");
  }
}

TEST(SecondPlayer, OtherNamesAreThoseOfEntries) {
  for (const char* const name : {"", "#", "#2", "mybot", "mybot#", "mybot#0", "mybot#1", "mybot#02", "mybot#-2",
                                 "mybot#+2", "mybot# 2", "mybot#2x", "mybot#99999999999"}) {
    EXPECT_FALSE(IsFurtherPlayer(name)) << name;
    EXPECT_EQ(EntryOfPlayer(name), name);
  }
}

}  // namespace
}  // namespace flagfall::arena
