// Bots that harm nobody but themselves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <thread>

#include "tests/service/test_host.h"
#include "tests/support/test_bot.h"

namespace flagfall {
namespace {

using testing::HasSubstr;

class Misbehaviour : public testing::Test {
 protected:
  Misbehaviour() {
    for (const char* bot : {"red", "blue", "bad", "victim"}) host_.referee().Admit(bot, bot);
  }

  // Lets red and blue play a game to its end while the others do what they do.
  void PlayAGoodGame(const std::string& game_id) {
    host_.Start(game_id);
    TestBot red(host_.unix_address(), "red");
    TestBot blue(host_.unix_address(), "blue");
    std::thread red_thread([&] { EXPECT_EQ(RandomPlayer(1).Play(red, 1), 1); });
    EXPECT_EQ(RandomPlayer(2).Play(blue, 1), 1);
    red_thread.join();
    const v1::Reason reason = host_.RecordOf(game_id).outcome().reason();
    EXPECT_NE(reason, v1::REASON_OUT_OF_TIME);
    EXPECT_NE(reason, v1::REASON_DISCONNECTED);
  }

  TestHost host_;
};

TEST_F(Misbehaviour, SilentBotLosesOnTimeWhileOthersPlay) {
  MatchSpec spec = TestHost::Barrage("silent", "bad", "victim");
  spec.time_control.set_set_up_micros(200'000);
  host_.Start(spec);
  TestBot bad(host_.unix_address(), "bad");
  TestBot victim(host_.unix_address(), "victim");
  bad.SayHello();
  std::thread victim_thread([&] { RandomPlayer(3).Play(victim, 1); });
  PlayAGoodGame("good");
  const v1::GameRecord record = host_.RecordOf("silent");
  EXPECT_EQ(record.outcome().result(), v1::RESULT_BLUE_WINS);
  EXPECT_EQ(record.outcome().reason(), v1::REASON_OUT_OF_TIME);
  victim_thread.join();
}

// Reads everything, answers nothing, and asks for signs of life without end.
TEST_F(Misbehaviour, FloodIsEndedAndMovesNoDeadline_2_3) {
  MatchSpec spec = TestHost::Barrage("flooded", "bad", "victim");
  spec.time_control.set_set_up_micros(300'000);
  spec.policy.set_disconnect_grace_micros(100'000);
  host_.Start(spec);
  TestBot bad(host_.unix_address(), "bad");
  TestBot victim(host_.unix_address(), "victim");
  bad.SayHello();
  ASSERT_TRUE(bad.Hear()->has_welcome());
  std::thread victim_thread([&] { RandomPlayer(3).Play(victim, 1); });
  std::thread reader([&] {
    const grpc::Status status = bad.End();
    EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED) << status.error_message();
    EXPECT_THAT(status.error_message(), HasSubstr("too many messages that nothing had asked for"));
  });
  std::thread writer([&] {
    while (bad.SayPing(1)) {
    }
  });
  PlayAGoodGame("good");
  const v1::GameRecord record = host_.RecordOf("flooded");
  EXPECT_EQ(record.outcome().result(), v1::RESULT_BLUE_WINS);
  EXPECT_THAT(record.outcome().reason(), testing::AnyOf(v1::REASON_DISCONNECTED, v1::REASON_OUT_OF_TIME));
  victim_thread.join();
  writer.join();
  reader.join();
}

// It asks on and on, and reads neither its games nor what it is answered.
TEST_F(Misbehaviour, SlowReaderHasLostItsGames) {
  constexpr int kGames = 64;
  // What a few games are begun with fills it.
  constexpr int kWindowBytes = 1024;
  // With what its games are begun with, more answers than may wait even in a burst; and fewer than may be asked for.
  constexpr std::uint64_t kPings = 1000;
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  arguments.SetInt(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, kWindowBytes);
  TestBot bad(DialIn(host_.unix_address(), arguments), "bad");
  TestBot victim(host_.unix_address(), "victim");
  v1::Hello hello = MakeHello();
  hello.set_concurrent_games_max(kGames);
  bad.SayHello(hello);
  victim.SayHello(hello);
  for (int i = 0; i < kGames; ++i) host_.Start(TestHost::Barrage("game-" + std::to_string(i), "bad", "victim"));
  ASSERT_TRUE(victim.HearUntil(v1::PlayResponse::kGameStarted).has_value());
  std::thread asking([&] {
    for (std::uint64_t nonce = 0; nonce < kPings && bad.SayPing(nonce); ++nonce) {
    }
  });
  const auto over = victim.HearUntil(v1::PlayResponse::kGameOver);
  asking.join();
  ASSERT_TRUE(over.has_value());
  EXPECT_EQ(over->game_over().outcome().reason(), v1::REASON_SLOW_READER);
  EXPECT_THAT(host_.AwaitDisconnected("bad"), HasSubstr("more than 256 messages"));
  const grpc::Status status = bad.End();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED) << status.error_message();
  PlayAGoodGame("good");
}

// What the streams still had to write comes back one by one while the server goes down.
TEST(Ending, TheRefereeEndsInTheMiddleOfPlay) {
  for (int i = 0; i < 20; ++i) {
    TestHost host;
    for (const char* bot : {"bad", "victim"}) host.referee().Admit(bot, bot);
    TestBot bad(host.unix_address(), "bad");
    TestBot victim(host.unix_address(), "victim");
    for (int game = 0; game < 250; ++game) {
      host.Start(TestHost::Barrage("game-" + std::to_string(game), "bad", "victim"));
    }
    v1::Hello hello = MakeHello();
    hello.set_concurrent_games_max(250);
    bad.SayHello(hello);
    victim.SayHello(hello);
    EXPECT_TRUE(victim.HearUntil(v1::PlayResponse::kGameStarted).has_value());
  }
}

TEST_F(Misbehaviour, IllegalActionsOfEachKindLoseAndAreKept_R10_3) {
  struct Row {
    const char* what;
    v1::Action action;
  };
  v1::Action ply;
  ply.mutable_ply()->set_from(0);
  ply.mutable_ply()->set_to(10);
  v1::Action half;
  half.mutable_set_up()->add_placements()->set_square(3);
  v1::Action huge;
  for (int i = 0; i < 10'000; ++i) huge.mutable_set_up()->add_placements()->set_square(99);
  const Row rows[] = {{"wrong-kind", ply}, {"half-a-set-up", half}, {"nothing", v1::Action()}, {"huge", huge}};
  TestBot bad(host_.unix_address(), "bad");
  TestBot victim(host_.unix_address(), "victim");
  bad.SayHello();
  victim.SayHello();
  for (const Row& row : rows) {
    host_.Start(TestHost::Barrage(row.what, "bad", "victim"));
    ASSERT_TRUE(bad.HearUntil(v1::PlayResponse::kDecisionRequired).has_value()) << row.what;
    bad.Act(row.what, 1, row.action);
    const v1::GameRecord record = host_.RecordOf(row.what);
    EXPECT_EQ(record.outcome().result(), v1::RESULT_BLUE_WINS) << row.what;
    EXPECT_EQ(record.outcome().reason(), v1::REASON_ILLEGAL_ACTION) << row.what;
  }
}

}  // namespace
}  // namespace flagfall
