// Whole games between real clients, over a Unix socket and over TCP.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "referee/base/sha256.h"
#include "tests/service/test_host.h"
#include "tests/support/test_bot.h"

namespace flagfall {
namespace {

class WholeGame : public testing::TestWithParam<bool> {
 protected:
  WholeGame() {
    host_.referee().Admit("red", "red-token");
    host_.referee().Admit("blue", "blue-token");
  }
  std::string address() const { return GetParam() ? host_.tcp_address() : host_.unix_address(); }

  TestHost host_;
};

INSTANTIATE_TEST_SUITE_P(Transports, WholeGame, testing::Bool(),
                         [](const auto& info) { return info.param ? "Tcp" : "Unix"; });

TEST_P(WholeGame, OfRandomPlayersEndsByTheRulesAndIsReported) {
  constexpr int kGames = 8;
  for (int i = 0; i < kGames; ++i) host_.Start("game-" + std::to_string(i));
  TestBot red(address(), "red-token");
  TestBot blue(address(), "blue-token");
  int red_over = 0;
  std::thread red_thread([&] { red_over = RandomPlayer(1).Play(red, kGames); });
  EXPECT_EQ(RandomPlayer(2).Play(blue, kGames), kGames);
  red_thread.join();
  EXPECT_EQ(red_over, kGames);
  for (int i = 0; i < kGames; ++i) {
    const v1::GameRecord record = host_.RecordOf("game-" + std::to_string(i));
    EXPECT_THAT(record.outcome().reason(),
                testing::AnyOf(v1::REASON_FLAG_CAPTURED, v1::REASON_NO_LEGAL_PLY, v1::REASON_BOTH_IMMOBILE,
                               v1::REASON_ADJUDICATED_NO_CAPTURE, v1::REASON_ADJUDICATED_MAX_PLIES))
        << record.outcome().ShortDebugString();
    EXPECT_GT(record.plies(), 10u);
  }
}

TEST_P(WholeGame, KeepsTheSeedsPromise_R10_5) {
  host_.Start("game");
  TestBot red(address(), "red-token");
  TestBot blue(address(), "blue-token");
  ASSERT_TRUE(red.SayHello());
  ASSERT_TRUE(blue.SayHello());
  const auto started = red.HearUntil(v1::PlayResponse::kGameStarted);
  ASSERT_TRUE(started.has_value());
  v1::PlayRequest resign;
  resign.mutable_resign()->set_game_id("game");
  ASSERT_TRUE(red.Say(resign));
  const auto over = red.HearUntil(v1::PlayResponse::kGameOver);
  ASSERT_TRUE(over.has_value());
  EXPECT_EQ(over->game_over().outcome().reason(), v1::REASON_RESIGNED);
  EXPECT_EQ(Sha256Of(over->game_over().seed()), started->game_started().seed_sha256());
}

}  // namespace
}  // namespace flagfall
