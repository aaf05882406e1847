// A referee that ends while games are played, and while a bot keeps its connection open.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <random>
#include <string>

#include "flagfall/v1/bot_service.pb.h"
#include "referee/net/net_limits.h"
#include "referee/service/referee.h"
#include "tests/service/socket_client.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_bot.h"

namespace flagfall {
namespace {

constexpr std::chrono::milliseconds kFlagFallsAfter(1000);
static_assert(2 * kFlagFallsAfter <= limits::kLinger);

// Red has the move, says nothing and keeps its connection, so that the games' loop goes on for as long as it may. Sets
// `was_in_time` to whether the referee began to end well before the flag was to fall: a busy machine may be too late.
void EndBeforeAFlagFalls(bool& was_in_time) {
  TempDir dir;
  RefereeOptions options;
  options.listen = {"unix:" + dir.At("s")};
  std::unique_ptr<Referee> referee = Referee::Start(options, {}).value();
  for (const char* bot : {"red", "blue"}) referee->Admit(bot, bot);
  SocketClient red(referee->Addresses()[0]);
  v1::PlayRequest hello;
  *hello.mutable_hello() = MakeHello();
  const std::int32_t call =
      red.http2().Begin(rpc::HeadOf("/flagfall.v1.BotService/Play", {{"authorization", "Bearer red"}}));
  red.http2().SendMessage(call, hello.SerializeAsString());
  ASSERT_TRUE(red.AwaitAnswers(call, 1)) << "the welcome";
  TestBot blue(referee->Addresses()[0], "blue");
  ASSERT_TRUE(blue.SayHello());
  MatchSpec spec;
  spec.game_id = "game";
  spec.ruleset.set_id("barrage");
  spec.seed = std::string(32, 's');
  spec.red.set_name("red");
  spec.blue.set_name("blue");
  spec.time_control.set_base_micros(60'000'000);
  spec.time_control.set_set_up_micros(Micros(kFlagFallsAfter).count());
  std::atomic<bool> is_over = false;
  ASSERT_THAT(referee->StartGame(spec, [&](const v1::GameRecord&) { is_over = true; }), IsOk());
  ASSERT_TRUE(red.AwaitAnswers(call, 2)) << "the first decision";
  const auto began = std::chrono::steady_clock::now();
  ASSERT_TRUE(blue.HearUntil(v1::PlayResponse::kDecisionRequired).has_value());
  std::mt19937_64 random(1);
  ASSERT_TRUE(blue.Act("game", 1, BarrageSetUp(v1::SIDE_BLUE, random)));
  ASSERT_TRUE(blue.SayPing(7));
  ASSERT_TRUE(blue.HearUntil(v1::PlayResponse::kPong).has_value()) << "the referee has what blue did";
  was_in_time = std::chrono::steady_clock::now() - began < kFlagFallsAfter / 2;
  if (!was_in_time) return;
  referee.reset();
  EXPECT_GT(std::chrono::steady_clock::now() - began, kFlagFallsAfter) << "it has not lived until the flag would fall";
  EXPECT_FALSE(is_over) << "red has lost a game that nobody could play on";
  EXPECT_FALSE(blue.End().ok());
}

TEST(Ending, NoFlagFallsWhileTheLastWordsAreWritten) {
  bool was_in_time = false;
  for (int time = 0; time < 20 && !was_in_time && !HasFailure(); ++time) EndBeforeAFlagFalls(was_in_time);
  EXPECT_TRUE(was_in_time) << "the machine is too busy to try this";
}

}  // namespace
}  // namespace flagfall
