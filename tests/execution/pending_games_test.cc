#include "arena/execution/pending_games.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace flagfall::arena {
namespace {

using testing::ElementsAre;

bool Always(const ScheduledGame&) { return true; }

std::vector<std::uint32_t> TakeAll(PendingGames& pending) {
  std::vector<std::uint32_t> numbers;
  while (const auto game = pending.Take(Always)) numbers.push_back(game->number);
  return numbers;
}

PendingGames FourBots(std::vector<bool> played = std::vector<bool>(7, false)) {
  return PendingGames(RoundRobin(4, 1, 1, 5), std::move(played));
}

TEST(PendingGames, ComeInTheOrderOfTheSchedule) {
  PendingGames pending = FourBots();
  EXPECT_FALSE(pending.IsEmpty());
  EXPECT_THAT(TakeAll(pending), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_TRUE(pending.IsEmpty());
}

TEST(PendingGames, WithoutThoseThatWerePlayed) {
  PendingGames pending = FourBots({false, true, false, true, true, false, true});
  EXPECT_THAT(TakeAll(pending), ElementsAre(2, 5));
}

TEST(PendingGames, NothingIsLeftWhenAllWerePlayed) { EXPECT_TRUE(FourBots(std::vector<bool>(7, true)).IsEmpty()); }

TEST(PendingGames, ABusyBotLetsLaterGamesGoFirst) {
  PendingGames pending = FourBots();
  const int busy = pending.schedule().Game(1).red;
  const auto is_free = [&](const ScheduledGame& game) { return game.red != busy && game.blue != busy; };
  const auto first = pending.Take(is_free);
  ASSERT_TRUE(first.has_value());
  EXPECT_GT(first->number, 1U);
  const auto again = pending.Take(Always);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->number, 1U);
}

TEST(PendingGames, AGamePutBackComesNext) {
  PendingGames pending = FourBots();
  pending.Take(Always);
  const auto second = pending.Take(Always);
  pending.PutBack(second->number);
  EXPECT_EQ(pending.Take(Always)->number, second->number);
  TakeAll(pending);
  pending.PutBack(4);
  EXPECT_FALSE(pending.IsEmpty());
  EXPECT_THAT(TakeAll(pending), ElementsAre(4));
}

TEST(PendingGames, PassesOverNoMoreThanItMay) {
  constexpr std::uint32_t kRounds = 5000;
  PendingGames pending(RoundRobin(2, kRounds, 1, 5), std::vector<bool>(kRounds + 1, false));
  std::set<std::uint32_t> looked_at;
  EXPECT_FALSE(pending.Take([&](const ScheduledGame& game) { return !looked_at.insert(game.number).second; }));
  EXPECT_EQ(looked_at.size(), PendingGames::kPassedOverMax);
  EXPECT_EQ(TakeAll(pending).size(), kRounds);
}

// Whatever is refused and put back on the way, each game is taken once.
TEST(PendingGames, EachGameIsTakenOnceWhateverTheOrder) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    std::mt19937 random(seed);
    std::vector<bool> played(RoundRobin(5, 3, 2, seed).Total() + 1);
    std::size_t left = 0;
    for (std::size_t number = 1; number < played.size(); ++number) {
      played[number] = random() % 4 == 0;
      if (!played[number]) ++left;
    }
    PendingGames pending(RoundRobin(5, 3, 2, seed), played);
    std::set<std::uint32_t> taken;
    while (!pending.IsEmpty()) {
      const auto game = pending.Take([&](const ScheduledGame&) { return random() % 3 == 0; });
      if (!game.has_value()) continue;
      EXPECT_FALSE(played[game->number]);
      if (random() % 8 == 0) {
        pending.PutBack(game->number);
      } else {
        EXPECT_TRUE(taken.insert(game->number).second) << game->number;
      }
    }
    EXPECT_EQ(taken.size(), left) << "seed " << seed;
  }
}

}  // namespace
}  // namespace flagfall::arena
