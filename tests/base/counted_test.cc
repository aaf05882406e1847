#include "referee/base/counted.h"

#include <gtest/gtest.h>

namespace flagfall {
namespace {

TEST(Counted, OneIsOneAndAllOthersAreMany) {
  EXPECT_EQ(Counted(0, "game"), "0 games");
  EXPECT_EQ(Counted(1, "game"), "1 game");
  EXPECT_EQ(Counted(2, "game"), "2 games");
  EXPECT_EQ(Counted(1, "ply", "plies"), "1 ply");
  EXPECT_EQ(Counted(11, "ply", "plies"), "11 plies");
}

}  // namespace
}  // namespace flagfall
