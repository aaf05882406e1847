#include "arena/tournament/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "arena/tournament/round_robin.h"
#include "tests/support/status_matchers.h"
#include "tests/tournament/simulated.h"

namespace flagfall::arena::tournament {
namespace {

using testing::ElementsAre;

bool Always(const ScheduledGame&) { return true; }

// Batches of two games each, of which the last `ahead` may still be running when the next is asked for.
class Recorder : public Format {
 public:
  Recorder(std::uint32_t ahead, std::vector<std::uint32_t>& told) : ahead_(ahead), told_(told) {}
  std::vector<Pairing> NextPairings() override {
    ++round_;
    told_.push_back(0);
    return {{.round = round_, .red = 0, .blue = 1}, {.round = round_, .red = 2, .blue = 3}};
  }
  void AddResult(const PlayedGame& game) override { told_.push_back(game.number); }
  std::uint32_t BatchesAhead() const override { return ahead_; }
  std::optional<std::uint32_t> GamesMax() const override { return std::nullopt; }

 private:
  const std::uint32_t ahead_;
  std::uint32_t round_ = 0;
  // The numbers of results in the order in which they were added, and 0 for each batch.
  std::vector<std::uint32_t>& told_;
};

void Win(Schedule& schedule, std::uint32_t number) { schedule.Decided(number, v1::RESULT_RED_WINS, false); }

Schedule FourBots() { return Schedule(std::make_unique<RoundRobin>(4, 1, 1, 5)); }

TEST(Schedule, GamesComeInOrder) {
  Schedule schedule = FourBots();
  for (std::uint32_t number = 1; number <= 6; ++number) {
    const auto game = schedule.Take(Always);
    ASSERT_TRUE(game.has_value());
    EXPECT_EQ(*game, GameOf(RoundRobin(4, 1, 1, 5), number));
  }
  EXPECT_FALSE(schedule.Take(Always).has_value());
  EXPECT_FALSE(schedule.IsOver()) << "six are under way";
  for (std::uint32_t number = 6; number >= 1; --number) Win(schedule, number);
  EXPECT_TRUE(schedule.IsOver());
}

TEST(Schedule, RecalledGamesAreNotPlayedAgain) {
  Schedule schedule = FourBots();
  for (const std::uint32_t number : {1u, 3u, 4u}) {
    const ScheduledGame game = GameOf(RoundRobin(4, 1, 1, 5), number);
    ASSERT_THAT(schedule.Recall({game.red, game.blue, v1::RESULT_DRAW, number}), IsOk());
  }
  EXPECT_TRUE(schedule.IsOver(3));
  EXPECT_FALSE(schedule.IsOver(2));
  std::vector<std::uint32_t> numbers;
  while (const auto game = schedule.Take(Always)) numbers.push_back(game->number);
  EXPECT_THAT(numbers, ElementsAre(2, 5, 6));
}

TEST(Schedule, ABusyPlayerLetsLaterGamesGoFirst) {
  Schedule schedule = FourBots();
  const int busy = GameOf(RoundRobin(4, 1, 1, 5), 1).red;
  const auto first = schedule.Take([&](const ScheduledGame& game) { return game.red != busy && game.blue != busy; });
  ASSERT_TRUE(first.has_value());
  EXPECT_GT(first->number, 1u);
  EXPECT_EQ(schedule.Take(Always)->number, 1u);
}

TEST(Schedule, AGamePutBackComesBeforeLaterOnes) {
  Schedule schedule = FourBots();
  schedule.Take(Always);
  schedule.Take(Always);
  schedule.PutBack(2);
  EXPECT_EQ(schedule.Take(Always)->number, 2u);
}

TEST(Schedule, LooksAtNoMoreThanItMay) {
  Schedule schedule(std::make_unique<RoundRobin>(2, 5000, 1, 5));
  std::set<std::uint32_t> looked_at;
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(schedule.Take([&](const ScheduledGame& game) {
      looked_at.insert(game.number);
      return false;
    }));
  }
  EXPECT_EQ(looked_at.size(), Schedule::kPassedOverMax);
}

// A game that does not end holds up no other game for very long.
TEST(Schedule, GoesOnlySoFarAheadOfAGameThatDoesNotEnd) {
  Schedule schedule(std::make_unique<RoundRobin>(2, 200'000, 1, 5));
  ASSERT_EQ(schedule.Take(Always)->number, 1u);
  std::uint32_t last = 1;
  while (const auto game = schedule.Take(Always)) {
    last = game->number;
    Win(schedule, last);
  }
  EXPECT_GE(last, Schedule::kAheadMax);
  EXPECT_LT(last, Schedule::kAheadMax + 100);
  Win(schedule, 1);
  EXPECT_EQ(schedule.Take(Always)->number, last + 1);
}

TEST(Schedule, ABatchThatNeedsAllResultsWaitsForThem) {
  std::vector<std::uint32_t> told;
  Schedule schedule(std::make_unique<Recorder>(0, told));
  schedule.Take(Always);
  schedule.Take(Always);
  Win(schedule, 2);
  EXPECT_FALSE(schedule.Take(Always).has_value());
  EXPECT_THAT(told, ElementsAre(0)) << "nothing is told out of turn";
  Win(schedule, 1);
  EXPECT_EQ(schedule.Take(Always)->number, 3u);
  EXPECT_THAT(told, ElementsAre(0, 1, 2, 0));
}

// It must make no difference which games end first: the results that are added before a batch are the same in any
// order.
TEST(Schedule, ABatchOneAheadKnowsNothingOfTheOneBefore) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<std::uint32_t> told;
    Schedule schedule(std::make_unique<Recorder>(1, told));
    PlayInDisorder(schedule, ByStrength(1), 10, {.random = random});
    told.resize(13);
    EXPECT_THAT(told, ElementsAre(0, 0, 1, 2, 0, 3, 4, 0, 5, 6, 0, 7, 8)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace flagfall::arena::tournament
