// Bots that go and come back, are replaced, or are sent away (protocol 1.6).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>

#include "tests/service/test_host.h"
#include "tests/support/test_bot.h"

namespace flagfall {
namespace {

using testing::HasSubstr;

class Reconnect : public testing::Test {
 protected:
  Reconnect() {
    host_.referee().Admit("red", "red-token");
    host_.referee().Admit("blue", "blue-token");
  }

  std::unique_ptr<TestBot> Open(const std::string& bot) {
    return std::make_unique<TestBot>(host_.unix_address(), bot + "-token");
  }

  TestHost host_;
};

// Plays until so many of the own decisions are answered.
void PlayDecisions(TestBot& bot, RandomPlayer& player, int decisions) {
  while (decisions > 0) {
    const auto response = bot.Hear();
    ASSERT_TRUE(response.has_value());
    const auto answer = player.AnswerTo(*response);
    if (!answer) continue;
    bot.Say(*answer);
    --decisions;
  }
}

TEST_F(Reconnect, GameGoesOnFromGameResumed) {
  host_.Start("game");
  std::thread blue_thread([&] {
    const auto blue = Open("blue");
    EXPECT_EQ(RandomPlayer(2).Play(*blue, 1), 1);
  });
  RandomPlayer player(1);
  int breaks = 0;
  for (; breaks < 5; ++breaks) {
    const auto red = Open("red");
    red->SayHello();
    PlayDecisions(*red, player, 3);
    red->Cancel();
    host_.AwaitDisconnected("red", breaks + 1);
  }
  const auto red = Open("red");
  red->SayHello();
  const auto resumed = red->HearUntil(v1::PlayResponse::kGameResumed);
  ASSERT_TRUE(resumed.has_value());
  const v1::GameResumed& game = resumed->game_resumed();
  EXPECT_EQ(game.game_started().game_id(), "game");
  EXPECT_EQ(game.view().observer(), v1::OBSERVER_RED);
  EXPECT_GE(game.view().board().ply_count(), 14u);
  EXPECT_GT(game.events_size(), 14);
  if (const auto answer = player.AnswerTo(*resumed)) red->Say(*answer);
  EXPECT_EQ(player.GoOn(*red, 1), 1);
  blue_thread.join();
  const v1::GameRecord record = host_.RecordOf("game");
  int left = 0;
  for (const v1::RecordEntry& entry : record.entries()) left += entry.has_disconnected() ? 1 : 0;
  EXPECT_EQ(left, breaks);
  EXPECT_NE(record.outcome().reason(), v1::REASON_DISCONNECTED);
}

TEST_F(Reconnect, ABotThatStaysAwayPastTheGraceLoses) {
  MatchSpec spec = TestHost::Barrage("game");
  spec.policy.set_disconnect_grace_micros(50'000);
  host_.Start(spec);
  const auto blue = Open("blue");
  blue->SayHello();
  {
    const auto red = Open("red");
    red->SayHello();
    ASSERT_TRUE(red->HearUntil(v1::PlayResponse::kGameStarted).has_value());
  }
  const auto over = blue->HearUntil(v1::PlayResponse::kGameOver);
  ASSERT_TRUE(over.has_value());
  EXPECT_EQ(over->game_over().outcome().result(), v1::RESULT_BLUE_WINS);
  EXPECT_EQ(over->game_over().outcome().reason(), v1::REASON_DISCONNECTED);
}

TEST_F(Reconnect, SecondStreamEndsTheFirstOnceItHasSaidHello) {
  host_.Start("game");
  const auto blue = Open("blue");
  blue->SayHello();
  const auto first = Open("red");
  first->SayHello();
  ASSERT_TRUE(first->HearUntil(v1::PlayResponse::kGameStarted).has_value());
  const auto second = Open("red");
  v1::Hello wrong = MakeHello();
  wrong.set_protocol_version(9);
  second->SayHello(wrong);
  EXPECT_EQ(second->End().error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  first->SayPing(1);
  EXPECT_TRUE(first->HearUntil(v1::PlayResponse::kPong).has_value()) << "a bad hello must not end the first";
  const auto third = Open("red");
  third->SayHello();
  EXPECT_TRUE(third->HearUntil(v1::PlayResponse::kGameResumed).has_value());
  const grpc::Status status = first->End();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::ABORTED);
  EXPECT_THAT(status.error_message(), HasSubstr("second stream with this bot's token has replaced this one"));
  EXPECT_THAT(status.error_message(), HasSubstr("do not dial again"));
}

TEST_F(Reconnect, DismissedBotHasLostItsGamesAndCannotComeBack) {
  host_.Start("game");
  const auto blue = Open("blue");
  blue->SayHello();
  const auto red = Open("red");
  red->SayHello();
  ASSERT_TRUE(red->HearUntil(v1::PlayResponse::kGameStarted).has_value());
  host_.referee().Dismiss("red", "its process has ended");
  const auto over = blue->HearUntil(v1::PlayResponse::kGameOver);
  ASSERT_TRUE(over.has_value());
  EXPECT_EQ(over->game_over().outcome().result(), v1::RESULT_BLUE_WINS);
  EXPECT_EQ(over->game_over().outcome().reason(), v1::REASON_DISCONNECTED);
  const grpc::Status status = red->End();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_THAT(status.error_message(), HasSubstr("its process has ended"));
  EXPECT_EQ(host_.AwaitDisconnected("red"), "its process has ended");
  EXPECT_EQ(Open("red")->End().error_code(), grpc::StatusCode::UNAUTHENTICATED);
}

TEST_F(Reconnect, AbortedGameIsVoidForBoth) {
  host_.Start("game");
  const auto red = Open("red");
  const auto blue = Open("blue");
  red->SayHello();
  blue->SayHello();
  ASSERT_TRUE(red->HearUntil(v1::PlayResponse::kGameStarted).has_value());
  host_.referee().AbortGame("game");
  for (const auto& bot : {red.get(), blue.get()}) {
    const auto over = bot->HearUntil(v1::PlayResponse::kGameOver);
    ASSERT_TRUE(over.has_value());
    EXPECT_EQ(over->game_over().outcome().result(), v1::RESULT_VOID);
    EXPECT_EQ(over->game_over().outcome().reason(), v1::REASON_ABORTED_BY_HOST);
  }
}

TEST_F(Reconnect, StreamsEndWhenTheRefereeDoes) {
  auto host = std::make_unique<TestHost>();
  host->referee().Admit("red", "red-token");
  TestBot bot(host->unix_address(), "red-token");
  bot.SayHello();
  ASSERT_TRUE(bot.Hear()->has_welcome());
  host.reset();
  EXPECT_EQ(bot.End().error_code(), grpc::StatusCode::UNAVAILABLE);
}

}  // namespace
}  // namespace flagfall
