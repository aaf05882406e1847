// One over each limit of protocol section 3, on real streams.
#include "referee/service/service_limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/service/test_host.h"
#include "tests/support/test_bot.h"

namespace flagfall {
namespace {

using testing::HasSubstr;

class Limits : public testing::Test {
 protected:
  Limits() {
    host_.referee().Admit("red", "red-token");
    host_.referee().Admit("blue", "blue-token");
  }

  // What the referee says to a bot with that hello.
  grpc::Status StatusOfHello(const v1::Hello& hello) {
    TestBot bot(host_.unix_address(), "red-token");
    bot.SayHello(hello);
    return bot.End();
  }

  // An act for a game that does not exist, of so many bytes on the wire.
  static v1::PlayRequest RequestOf(std::size_t bytes) {
    v1::PlayRequest request;
    request.mutable_act()->set_comment(std::string(bytes, 'x'));
    request.mutable_act()->mutable_comment()->resize(bytes - (request.ByteSizeLong() - bytes));
    EXPECT_EQ(request.ByteSizeLong(), bytes);
    return request;
  }

  TestHost host_;
};

TEST_F(Limits, MessageOf64KiBIsReadAndOneByteMoreEndsTheStream) {
  TestBot bot(host_.unix_address(), "red-token");
  ASSERT_TRUE(bot.SayHello());
  ASSERT_TRUE(bot.Say(RequestOf(limits::kMessageBytes)));
  EXPECT_TRUE(bot.HearUntil(v1::PlayResponse::kGameError).has_value());
  bot.Say(RequestOf(limits::kMessageBytes + 1));
  const grpc::Status status = bot.End();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED) << status.error_message();
  EXPECT_THAT(status.error_message(), HasSubstr("65537 vs. 65536"));
  host_.AwaitDisconnected("red");
}

// The library ends the whole connection: a client that is still writing to it then may see that before it sees the
// reason.
TEST_F(Limits, MetadataAbove8KiBIsRefused) {
  for (const auto& [bytes, is_refused] :
       {std::pair(limits::kMetadataBytes / 2, false), {limits::kMetadataBytes, true}}) {
    grpc::ClientContext context;
    context.AddMetadata("authorization", "Bearer red-token");
    context.AddMetadata("padding", std::string(bytes, 'x'));
    const auto channel = DialIn(host_.unix_address());
    const auto stub = v1::BotService::NewStub(channel);
    const auto stream = stub->Play(&context);
    stream->WritesDone();
    const grpc::Status status = stream->Finish();
    const bool was_refused = status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED ||
                             status.error_code() == grpc::StatusCode::UNAVAILABLE;
    EXPECT_EQ(was_refused, is_refused) << bytes << ": " << status.error_code() << " " << status.error_message();
  }
}

TEST_F(Limits, FifthStreamOfAConnectionWaitsForAnotherToEnd) {
  const auto channel = DialIn(host_.unix_address());
  std::vector<std::unique_ptr<TestBot>> bots;
  for (int i = 0; i < limits::kStreamsPerConnection; ++i) {
    const std::string name = "bot-" + std::to_string(i);
    host_.referee().Admit(name, name);
    bots.push_back(std::make_unique<TestBot>(channel, name));
    ASSERT_TRUE(bots.back()->SayHello());
    host_.AwaitConnected(name);
  }
  host_.referee().Admit("fifth", "fifth");
  // Says nothing before its stream has begun.
  std::thread fifth([&] {
    TestBot bot(channel, "fifth");
    bot.SayHello();
    EXPECT_TRUE(bot.HearUntil(v1::PlayResponse::kWelcome).has_value());
  });
  // All the others are heard, and it is still not there.
  for (const auto& bot : bots) {
    bot->SayPing(1);
    EXPECT_TRUE(bot->HearUntil(v1::PlayResponse::kPong).has_value());
  }
  EXPECT_EQ(host_.TimesConnected("fifth"), 0);
  bots[0]->HalfClose();
  EXPECT_TRUE(bots[0]->End().ok());
  fifth.join();
}

TEST_F(Limits, HelloLaterThanFiveSecondsIsNotWaitedFor) {
  // Before the bot calls: the referee counts from its call.
  const auto began = std::chrono::steady_clock::now();
  TestBot bot(host_.unix_address(), "red-token");
  const grpc::Status status = bot.End();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_THAT(status.error_message(), HasSubstr("no hello within 5 s"));
  EXPECT_GE(std::chrono::steady_clock::now() - began, limits::kHelloWithin);
}

TEST_F(Limits, HelloNamesWhatItMayAndNothingMore) {
  const auto with = [](auto change) {
    v1::Hello hello = MakeHello();
    change(hello);
    return hello;
  };
  struct Row {
    const char* what;
    v1::Hello hello;
    grpc::StatusCode code;
    const char* message;
  };
  const Row rows[] = {
      {"another version", with([](v1::Hello& h) { h.set_protocol_version(2); }), grpc::StatusCode::FAILED_PRECONDITION,
       "this referee speaks version 1"},
      {"no name", with([](v1::Hello& h) { h.clear_bot_name(); }), grpc::StatusCode::INVALID_ARGUMENT,
       "hello.bot_name must have 1 to 100 bytes"},
      {"a long name", with([](v1::Hello& h) { h.set_bot_name(std::string(101, 'x')); }),
       grpc::StatusCode::INVALID_ARGUMENT, "it has 101"},
      {"a long version", with([](v1::Hello& h) { h.set_bot_version(std::string(101, 'x')); }),
       grpc::StatusCode::INVALID_ARGUMENT, "hello.bot_version must have 0 to 100 bytes; it has 101"},
      {"no rulesets", with([](v1::Hello& h) { h.clear_rulesets(); }), grpc::StatusCode::INVALID_ARGUMENT,
       "hello.rulesets must name 1 to 64"},
      {"too many rulesets", with([](v1::Hello& h) {
         while (h.rulesets_size() <= limits::kHelloRulesets) h.add_rulesets("classic");
       }),
       grpc::StatusCode::INVALID_ARGUMENT, "it names 65"},
      {"an unknown ruleset", with([](v1::Hello& h) { h.add_rulesets("clasic"); }), grpc::StatusCode::INVALID_ARGUMENT,
       "names 'clasic', which is not known here; this referee plays: classic"},
      {"no games", with([](v1::Hello& h) { h.set_concurrent_games_max(0); }), grpc::StatusCode::INVALID_ARGUMENT,
       "must be 1 to 256; it is 0"},
      {"more than 256 games", with([](v1::Hello& h) { h.set_concurrent_games_max(257); }),
       grpc::StatusCode::INVALID_ARGUMENT, "must be 1 to 256; it is 257"},
  };
  for (const Row& row : rows) {
    const grpc::Status status = StatusOfHello(row.hello);
    EXPECT_EQ(status.error_code(), row.code) << row.what;
    EXPECT_THAT(status.error_message(), HasSubstr(row.message)) << row.what;
  }
  TestBot bot(host_.unix_address(), "red-token");
  bot.SayHello();
  EXPECT_TRUE(bot.HearUntil(v1::PlayResponse::kWelcome).has_value()) << "a good hello after all the bad ones";
}

TEST_F(Limits, GamesAboveWhatABotTakesAtOnceWait) {
  host_.Start("first");
  host_.Start("second");
  TestBot red(host_.unix_address(), "red-token");
  TestBot blue(host_.unix_address(), "blue-token");
  v1::Hello one_game = MakeHello();
  one_game.set_concurrent_games_max(1);
  red.SayHello(one_game);
  blue.SayHello();
  EXPECT_EQ(blue.HearUntil(v1::PlayResponse::kGameStarted)->game_started().game_id(), "first");
  v1::PlayRequest resign;
  resign.mutable_resign()->set_game_id("second");
  blue.Say(resign);
  // It has not begun.
  EXPECT_EQ(blue.HearUntil(v1::PlayResponse::kGameError)->game_error().code(), v1::GameError::CODE_UNKNOWN_GAME);
  resign.mutable_resign()->set_game_id("first");
  blue.Say(resign);
  EXPECT_EQ(blue.HearUntil(v1::PlayResponse::kGameStarted)->game_started().game_id(), "second");
}

TEST_F(Limits, CommentIsCutAt1KiB) {
  host_.Start("game");
  TestBot red(host_.unix_address(), "red-token");
  TestBot blue(host_.unix_address(), "blue-token");
  red.SayHello();
  blue.SayHello();
  ASSERT_TRUE(red.HearUntil(v1::PlayResponse::kDecisionRequired).has_value());
  std::mt19937_64 random(1);
  red.Act("game", 1, BarrageSetUp(v1::SIDE_RED, random), std::string(1025, 'c'));
  v1::PlayRequest resign;
  resign.mutable_resign()->set_game_id("game");
  red.Say(resign);
  const v1::GameRecord record = host_.RecordOf("game");
  int comments = 0;
  for (const v1::RecordEntry& entry : record.entries()) {
    if (!entry.has_acted()) continue;
    EXPECT_EQ(entry.acted().comment(), std::string(1024, 'c'));
    ++comments;
  }
  EXPECT_EQ(comments, 1);
}

TEST_F(Limits, WelcomeTellsTheLimits) {
  TestBot bot(host_.unix_address(), "red-token");
  v1::Hello hello = MakeHello();
  hello.set_concurrent_games_max(1);
  bot.SayHello(hello);
  const auto welcome = bot.HearUntil(v1::PlayResponse::kWelcome);
  ASSERT_TRUE(welcome.has_value());
  EXPECT_EQ(welcome->welcome().protocol_version(), 1u);
  EXPECT_EQ(welcome->welcome().message_bytes_max(), 65536u);
  EXPECT_EQ(welcome->welcome().comment_bytes_max(), 1024u);
  EXPECT_EQ(welcome->welcome().outbox_messages_max(), 256u);
  EXPECT_EQ(welcome->welcome().ping_interval_micros(), 10'000'000);
}

TEST_F(Limits, WelcomeTellsABotOfManyGamesHowManyMessagesMayWaitForIt) {
  TestBot bot(host_.unix_address(), "red-token");
  v1::Hello hello = MakeHello();
  hello.set_concurrent_games_max(200);
  bot.SayHello(hello);
  const auto welcome = bot.HearUntil(v1::PlayResponse::kWelcome);
  ASSERT_TRUE(welcome.has_value());
  EXPECT_EQ(welcome->welcome().outbox_messages_max(), 800u);
}

}  // namespace
}  // namespace flagfall
