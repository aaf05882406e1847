#include "arena/tournament/given_games.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace flagfall::arena::tournament {
namespace {

using testing::ElementsAre;

bool Any(const ScheduledGame&) { return true; }

// Games 5 and 6 are a pair, 9 and 10 another, 12 is the second of a pair whose first was played before.
std::vector<ScheduledGame> Pairs() {
  return {{.number = 5, .round = 1, .red = 0, .blue = 1},
          {.number = 6, .round = 1, .red = 1, .blue = 0, .first_of_pair = 5},
          {.number = 9, .round = 2, .red = 2, .blue = 0},
          {.number = 10, .round = 2, .red = 0, .blue = 2, .first_of_pair = 9},
          {.number = 12, .round = 2, .red = 2, .blue = 1, .first_of_pair = 11}};
}

std::vector<std::uint32_t> TakeAll(GivenGames& games) {
  std::vector<std::uint32_t> taken;
  while (const auto game = games.Take(Any)) taken.push_back(game->number);
  return taken;
}

TEST(GivenGames, AreHandedOutOnceEachInTheirOrder) {
  GivenGames games(Pairs());
  EXPECT_EQ(games.GamesMax(), 5u);
  EXPECT_EQ(games.Take([](const ScheduledGame& game) { return game.red == 2; })->number, 9u);
  EXPECT_THAT(TakeAll(games), ElementsAre(5, 6, 10, 12));
  EXPECT_FALSE(games.IsOver());
}

TEST(GivenGames, AreOverWhenEachIsDecidedOrPutBack) {
  GivenGames games(Pairs());
  TakeAll(games);
  for (const std::uint32_t number : {5, 6, 9}) games.Decided(number, v1::RESULT_DRAW, false, false);
  EXPECT_FALSE(games.IsDoneWith(1));
  games.PutBack(12);
  EXPECT_TRUE(games.IsDoneWith(1));
  EXPECT_FALSE(games.IsDoneWith(0));
  games.Decided(10, v1::RESULT_RED_WINS, false, false);
  EXPECT_TRUE(games.IsOver());
  EXPECT_TRUE(games.IsDoneWith(0));
}

TEST(GivenGames, WhatIsPutBackIsNotHandedOutAgainNorIsTheSecondOfItsPair) {
  GivenGames games(Pairs());
  EXPECT_EQ(games.Take(Any)->number, 5u);
  games.PutBack(5);
  EXPECT_TRUE(games.IsOver(5));
  EXPECT_TRUE(games.IsOver(6));
  EXPECT_THAT(TakeAll(games), ElementsAre(9, 10, 12));
}

TEST(GivenGames, TheFirstOfAPairThatIsNotAmongThemIsOver) {
  const GivenGames games(Pairs());
  EXPECT_TRUE(games.IsOver(11));
  EXPECT_FALSE(games.IsOver(9));
}

TEST(GivenGames, NoneIsOverAtOnce) {
  GivenGames games({});
  EXPECT_TRUE(games.IsOver());
  EXPECT_FALSE(games.Take(Any).has_value());
}

}  // namespace
}  // namespace flagfall::arena::tournament
