#include "arena/base/waiting_games.h"

#include <gtest/gtest.h>

#include <string>

namespace flagfall::arena {
namespace {

v1::WaitingGames Waiting(std::uint32_t games, const std::string& reason = "") {
  v1::WaitingGames waiting;
  waiting.set_games(games);
  waiting.set_reason(reason);
  return waiting;
}

TEST(WaitingGames, AreToldOnceForEachReason) {
  WaitingGamesNews news;
  EXPECT_EQ(news.NewsOf(Waiting(0)), "");
  EXPECT_EQ(news.NewsOf(Waiting(4, "ann is too large")),
            "4 games wait for a worker that can play them: ann is too large");
  EXPECT_EQ(news.NewsOf(Waiting(3, "ann is too large")), "");
  EXPECT_EQ(news.NewsOf(Waiting(1, "ben is too large")),
            "1 game waits for a worker that can play it: ben is too large");
  EXPECT_EQ(news.NewsOf(Waiting(0)), "no game waits any more for a worker that can play it");
  EXPECT_EQ(news.NewsOf(Waiting(0)), "");
}

TEST(WaitingGames, AreToldOnceWhereTheReasonIsNot) {
  WaitingGamesNews news;
  EXPECT_EQ(news.NewsOf(Waiting(4)), "4 games wait for a worker that can play them");
  EXPECT_EQ(news.NewsOf(Waiting(3)), "");
  EXPECT_EQ(news.NewsOf(Waiting(0)), "no game waits any more for a worker that can play it");
}

}  // namespace
}  // namespace flagfall::arena
