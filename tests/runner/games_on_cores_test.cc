#include "arena/runner/games_on_cores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::runner {
namespace {

using testing::ElementsAre;

// Two bots that are launched and two that dial in. None of their processes runs.
class GamesOnCoresTest : public testing::Test {
 protected:
  static constexpr int kRemote = 2;

  static std::vector<store::Bot> Bots() {
    std::vector<store::Bot> bots(4);
    for (int bot = 0; bot < kRemote; ++bot) bots[static_cast<std::size_t>(bot)].manifest.add_command("./bot");
    return bots;
  }
  // The host's core and three for games.
  static std::vector<Core> Machine() { return {{{0}}, {{1}}, {{2}}, {{3}}}; }

  static coordinator::PlayGame GameOf(std::uint32_t number, int red, int blue) {
    coordinator::PlayGame game;
    game.game = {.number = number, .red = red, .blue = blue};
    return game;
  }

  const TempDir dir_;
  const std::unique_ptr<Referee> referee_ = Referee::Start({}, {}).value();
  const std::vector<store::Bot> bots_ = Bots();
  BotProcesses processes_{bots_, std::vector<bots::Sandbox>(bots_.size()), *referee_,
                          BotProcessesOptions{.supervisor_path = "", .log_folder = dir_.path(), .socket_path = {}},
                          [](int, std::uint64_t, const bots::BotExit&) {}};
  const std::unique_ptr<CorePool> pool_ = *CorePool::Make(Machine());
  std::vector<std::uint32_t> granted_;
  GamesOnCores games_{*pool_, processes_, bots_, /*allows_pondering=*/true,
                      [this](std::uint32_t game) { granted_.push_back(game); }};
};

TEST_F(GamesOnCoresTest, AGameWaitsForACoreOfEachBotThatIsLaunched) {
  EXPECT_TRUE(games_.Wait(GameOf(1, 0, 1)));
  EXPECT_TRUE(games_.Wait(GameOf(2, 0, 1)));
  EXPECT_TRUE(games_.Wait(GameOf(3, 0, kRemote))) << "one core";
  EXPECT_FALSE(games_.Wait(GameOf(4, kRemote, kRemote + 1))) << "none";
  EXPECT_THAT(granted_, ElementsAre(1u)) << "and nobody is served before who asked first";
  EXPECT_EQ(games_.BeginWithCores(1), GameOf(1, 0, 1));
  EXPECT_EQ(games_.BeginWithCores(2), std::nullopt) << "it has not got its cores";
  games_.End(1);
  EXPECT_THAT(granted_, ElementsAre(1u, 2u, 3u));
  EXPECT_EQ(games_.BeginWithCores(2), GameOf(2, 0, 1));
  EXPECT_EQ(games_.BeginWithCores(3), GameOf(3, 0, kRemote));
}

TEST_F(GamesOnCoresTest, AGameBeginsOnceAndNotWhenItIsOver) {
  ASSERT_TRUE(games_.Wait(GameOf(1, 0, 1)));
  EXPECT_EQ(games_.BeginWithCores(1), GameOf(1, 0, 1));
  EXPECT_EQ(games_.BeginWithCores(1), std::nullopt);
  EXPECT_EQ(games_.BeginWithoutCores(1), std::nullopt);
  games_.End(1);
  games_.End(1);
  EXPECT_EQ(games_.BeginWithCores(1), std::nullopt);
  EXPECT_EQ(games_.BeginWithoutCores(1), std::nullopt);
}

TEST_F(GamesOnCoresTest, AGameThatIsBegunWithoutCoresWaitsForThemNoMore) {
  ASSERT_TRUE(games_.Wait(GameOf(1, 0, 1)));
  ASSERT_TRUE(games_.Wait(GameOf(2, 0, 1)));
  ASSERT_TRUE(games_.Wait(GameOf(3, 0, kRemote)));
  EXPECT_EQ(games_.BeginWithoutCores(2), GameOf(2, 0, 1));
  EXPECT_THAT(granted_, ElementsAre(1u, 3u));
  EXPECT_EQ(games_.BeginWithCores(2), std::nullopt);
}

TEST_F(GamesOnCoresTest, AMachineMustHaveTheCoresOfAGame) {
  const std::vector<store::Bot> remote(bots_.begin() + kRemote, bots_.end());
  EXPECT_THAT(GamesOnCores::Check(2, bots_, /*allows_pondering=*/true), IsOk());
  EXPECT_THAT(GamesOnCores::Check(1, bots_, /*allows_pondering=*/true),
              IsError(absl::StatusCode::kFailedPrecondition, "a game takes 2 cores of its own"));
  EXPECT_THAT(GamesOnCores::Check(1, bots_, /*allows_pondering=*/false), IsOk());
  EXPECT_THAT(GamesOnCores::Check(0, remote, /*allows_pondering=*/true), IsOk());
}

}  // namespace
}  // namespace flagfall::arena::runner
