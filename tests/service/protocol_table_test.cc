// The table of bot_service.proto, "message | valid in state | next state", row by row over the wire; and what stands
// below it: per game, messages are valid from game_started to game_over.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>

#include "tests/service/test_host.h"
#include "tests/support/test_bot.h"

namespace flagfall {
namespace {

using testing::HasSubstr;

class ProtocolTable : public testing::Test {
 protected:
  ProtocolTable() {
    host_.referee().Admit("red", "red-token");
    host_.referee().Admit("blue", "blue-token");
  }
  TestHost host_;
};

v1::PlayRequest Request(const std::function<void(v1::PlayRequest&)>& fill) {
  v1::PlayRequest request;
  fill(request);
  return request;
}

struct Message {
  const char* name;
  v1::PlayRequest request;
  // What READY answers; absent when it answers nothing.
  std::optional<v1::PlayResponse::MessageCase> answer;
};

// All but hello.
std::vector<Message> Messages() {
  return {
      {"act", Request([](auto& r) { r.mutable_act()->set_game_id("none"); }), v1::PlayResponse::kGameError},
      {"resign", Request([](auto& r) { r.mutable_resign()->set_game_id("none"); }), v1::PlayResponse::kGameError},
      {"offer_draw", Request([](auto& r) { r.mutable_offer_draw()->set_game_id("none"); }),
       v1::PlayResponse::kGameError},
      {"accept_draw", Request([](auto& r) { r.mutable_accept_draw()->set_game_id("none"); }),
       v1::PlayResponse::kGameError},
      {"ping", Request([](auto& r) { r.mutable_ping()->set_nonce(77); }), v1::PlayResponse::kPong},
      {"pong", Request([](auto& r) { r.mutable_pong()->set_nonce(77); }), std::nullopt},
  };
}

TEST_F(ProtocolTable, HelloLeadsFromNewToReady) {
  TestBot bot(host_.unix_address(), "red-token");
  bot.SayHello();
  EXPECT_TRUE(bot.Hear()->has_welcome());
}

TEST_F(ProtocolTable, NothingButHelloIsValidInNew) {
  for (const Message& message : Messages()) {
    TestBot bot(host_.unix_address(), "red-token");
    bot.Say(message.request);
    const grpc::Status status = bot.End();
    EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION) << message.name;
    EXPECT_THAT(status.error_message(), HasSubstr("the first message must be hello")) << message.name;
  }
  EXPECT_EQ(host_.TimesConnected("red"), 0);
}

TEST_F(ProtocolTable, EveryOtherMessageIsValidInReadyAndStaysThere) {
  TestBot bot(host_.unix_address(), "red-token");
  bot.SayHello();
  ASSERT_TRUE(bot.Hear()->has_welcome());
  for (const Message& message : Messages()) {
    ASSERT_TRUE(bot.Say(message.request)) << message.name;
    if (!message.answer) continue;
    const auto answer = bot.Hear();
    ASSERT_TRUE(answer.has_value()) << message.name;
    EXPECT_EQ(answer->message_case(), *message.answer) << message.name << ": " << answer->ShortDebugString();
    if (answer->has_game_error()) {
      EXPECT_EQ(answer->game_error().code(), v1::GameError::CODE_UNKNOWN_GAME) << message.name;
    }
    if (answer->has_pong()) {
      EXPECT_EQ(answer->pong().nonce(), 77u);
    }
  }
  // The pong was not answered either, and the stream is as it was.
  bot.SayPing(78);
  EXPECT_EQ(bot.Hear()->pong().nonce(), 78u);
}

TEST_F(ProtocolTable, SecondHelloAndMessageWithoutContentEndTheStream) {
  struct Row {
    v1::PlayRequest request;
    const char* message;
  };
  const Row rows[] = {
      {Request([](auto& r) { *r.mutable_hello() = MakeHello(); }), "hello may only be the first message"},
      {v1::PlayRequest(), "a message without content"},
  };
  for (const Row& row : rows) {
    TestBot bot(host_.unix_address(), "red-token");
    bot.SayHello();
    ASSERT_TRUE(bot.Hear()->has_welcome());
    bot.Say(row.request);
    const grpc::Status status = bot.End();
    EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
    EXPECT_THAT(status.error_message(), HasSubstr(row.message));
  }
}

TEST_F(ProtocolTable, HalfCloseLeadsToClosed) {
  TestBot fresh(host_.unix_address(), "red-token");
  fresh.HalfClose();
  EXPECT_TRUE(fresh.End().ok());
  TestBot ready(host_.unix_address(), "red-token");
  ready.SayHello();
  ASSERT_TRUE(ready.Hear()->has_welcome());
  ready.HalfClose();
  EXPECT_TRUE(ready.End().ok());
  EXPECT_EQ(host_.AwaitDisconnected("red"), "the stream was closed by the bot");
}

TEST_F(ProtocolTable, WrongTokenIsRefusedWithAWayOut) {
  for (const char* token : {"", "wrong", "red-toke", "red-token2"}) {
    TestBot bot(host_.unix_address(), token);
    const grpc::Status status = bot.End();
    EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED) << token;
    EXPECT_THAT(status.error_message(), HasSubstr("authorization: Bearer TOKEN")) << token;
  }
}

TEST_F(ProtocolTable, TheSchemeOfTheTokenIsTakenInAnyCase) {
  for (const char* scheme : {"Bearer", "bearer", "BEARER"}) {
    TestBot bot(host_.unix_address(), "red-token", scheme);
    bot.SayHello();
    EXPECT_TRUE(bot.HearUntil(v1::PlayResponse::kWelcome).has_value()) << scheme;
    bot.HalfClose();
    bot.End();
  }
}

TEST_F(ProtocolTable, NewTokenReplacesTheOld) {
  TestBot silent(host_.unix_address(), "red-token");
  TestBot playing(host_.unix_address(), "red-token");
  playing.SayHello();
  playing.HearUntil(v1::PlayResponse::kWelcome);
  host_.referee().Admit("red", "red-token-2");
  EXPECT_EQ(playing.End().error_code(), grpc::StatusCode::UNAUTHENTICATED);
  // Whose call came in before, and whose hello after.
  silent.SayHello();
  EXPECT_EQ(silent.End().error_code(), grpc::StatusCode::UNAUTHENTICATED);
  TestBot old(host_.unix_address(), "red-token");
  EXPECT_EQ(old.End().error_code(), grpc::StatusCode::UNAUTHENTICATED);
  TestBot bot(host_.unix_address(), "red-token-2");
  bot.SayHello();
  EXPECT_TRUE(bot.HearUntil(v1::PlayResponse::kWelcome).has_value());
}

// What no protobuf library would send.
TEST_F(ProtocolTable, BytesThatCannotBeDecodedEndTheStream) {
  const grpc::Status status = SayBytes(DialIn(host_.unix_address()), "/flagfall.v1.BotService/Play", "red-token",
                                       "\x0a\xff\xff\xff\xff not a message")
                                  .status;
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("cannot be decoded as flagfall.v1.PlayRequest"));
}

TEST_F(ProtocolTable, MessagesOfAGameAreValidFromItsStartToItsEnd) {
  TestBot red(host_.unix_address(), "red-token");
  TestBot blue(host_.unix_address(), "blue-token");
  red.SayHello();
  blue.SayHello();
  ASSERT_TRUE(red.Hear()->has_welcome());
  const v1::PlayRequest offer = Request([](auto& r) { r.mutable_offer_draw()->set_game_id("game"); });
  const v1::PlayRequest accept = Request([](auto& r) { r.mutable_accept_draw()->set_game_id("game"); });
  const auto error_after = [&](const v1::PlayRequest& request) {
    red.Say(request);
    return red.HearUntil(v1::PlayResponse::kGameError)->game_error().code();
  };
  EXPECT_EQ(error_after(offer), v1::GameError::CODE_UNKNOWN_GAME);
  host_.Start("game");
  EXPECT_TRUE(red.HearUntil(v1::PlayResponse::kDecisionRequired).has_value());
  EXPECT_EQ(error_after(accept), v1::GameError::CODE_NO_DRAW_OFFER);
  red.Say(offer);
  EXPECT_EQ(error_after(offer), v1::GameError::CODE_NO_DRAW_OFFER);
  EXPECT_EQ(blue.HearUntil(v1::PlayResponse::kDrawOffered)->draw_offered().game_id(), "game");
  blue.Say(accept);
  EXPECT_EQ(red.HearUntil(v1::PlayResponse::kGameOver)->game_over().outcome().reason(), v1::REASON_DRAW_AGREED);
  EXPECT_EQ(error_after(offer), v1::GameError::CODE_UNKNOWN_GAME);
}

TEST_F(ProtocolTable, ActsAreAnsweredByWhetherTheirDecisionIsOpen) {
  host_.Start("game");
  TestBot red(host_.unix_address(), "red-token");
  TestBot blue(host_.unix_address(), "blue-token");
  red.SayHello();
  blue.SayHello();
  ASSERT_TRUE(red.HearUntil(v1::PlayResponse::kDecisionRequired).has_value());
  std::mt19937_64 random(1);
  const v1::Action set_up = BarrageSetUp(v1::SIDE_RED, random);
  red.Act("game", 2, set_up);
  const auto error = red.Hear();
  ASSERT_TRUE(error.has_value() && error->has_game_error());
  EXPECT_EQ(error->game_error().code(), v1::GameError::CODE_DECISION_NOT_OPEN);
  EXPECT_EQ(error->game_error().decision(), 2u);
  red.Act("game", 1, set_up);
  // Repeated: ignored, so the next thing heard is the pong.
  red.Act("game", 1, set_up);
  red.SayPing(5);
  EXPECT_EQ(red.Hear()->pong().nonce(), 5u);
}

}  // namespace
}  // namespace flagfall
