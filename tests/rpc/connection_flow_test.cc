// Windows, what has left this machine, and connections that get another owner.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "referee/rpc/connection.h"
#include "tests/rpc/joined.h"

namespace flagfall::rpc {
namespace {

using testing::ElementsAre;

class RpcFlowTest : public JoinedTest {};
class RerouteTest : public JoinedTest {
 protected:
  // Calls wait for the next owner.
  void SetUp() override {
    router_.on_route = [](Call&) { return false; };
  }
  void Reroute(TestRouter& router) {
    connection_->Reroute(
        router, [this] { ++outputs_; }, now_);
    Exchange();
  }
  TestRouter next_;
};

TEST_F(RpcFlowTest, NothingIsSentWithoutAWindowAndTheHandlerIsToldSo) {
  Join({}, {.window = 0, .refills = false});
  const std::int32_t stream = BeginRouted();
  handler().call().Send("x");
  Exchange();
  EXPECT_EQ(client_->Of(stream).frames, "H");
  EXPECT_THAT(handler().flushes, ElementsAre("0 of 1"));
  EXPECT_EQ(handler().call().waiting_messages(), 1U);
  EXPECT_EQ(handler().call().waiting_bytes(), 6U);
  client_->Widen(stream, 5);
  Exchange();
  EXPECT_EQ(handler().call().left_count(), 0U);
  EXPECT_EQ(handler().call().waiting_bytes(), 1U);
  client_->Widen(stream, 1);
  Exchange();
  EXPECT_EQ(handler().flushes.back(), "1 of 1");
  EXPECT_EQ(handler().call().waiting_messages(), 0U);
}

TEST_F(RpcFlowTest, AMessageHasLeftWhenTheSocketHasTakenItsLastByte) {
  BeginRouted();
  handler().flushes.clear();
  handler().call().Send("first");
  handler().call().Send("second");
  const std::uint64_t before = taken_;
  const std::string output = TakeOutput();
  now_ += Micros(7);
  connection_->Flushed(taken_ - 1, now_);
  EXPECT_EQ(handler().call().left_count(), 0U) << "both are in one frame";
  EXPECT_THAT(handler().flushes, ElementsAre("0 of 2"));
  connection_->Flushed(before + output.size(), now_);
  EXPECT_THAT(handler().flushes, ElementsAre("0 of 2", "2 of 2"));
  EXPECT_EQ(handler().flushed_at, now_);
  connection_->Flushed(before + output.size(), now_);
  EXPECT_EQ(handler().flushes.size(), 2U) << "nothing has moved";
}

TEST_F(RpcFlowTest, ABlockedSocketIsToldAtEachFlushThatMoves) {
  BeginRouted();
  handler().call().Send(std::string(40'000, 'x'));
  const std::string output = TakeOutput();
  connection_->Flushed(taken_ - output.size(), now_);
  EXPECT_THAT(handler().flushes, ElementsAre("0 of 1"));
  connection_->Flushed(taken_, now_);
  EXPECT_THAT(handler().flushes, ElementsAre("0 of 1", "1 of 1"));
}

TEST_F(RpcFlowTest, WhatIsQueuedIsAnnounced) {
  BeginRouted();
  const int before = outputs_;
  handler().call().Send("x");
  EXPECT_GT(outputs_, before);
  const int after_send = outputs_;
  handler().call().End(absl::OkStatus());
  EXPECT_GT(outputs_, after_send);
}

TEST_F(RpcFlowTest, OutputComesInPiecesOfAboutTheSizeAskedFor) {
  BeginRouted();
  handler().call().Send(std::string(60'000, 'x'));
  std::string output;
  EXPECT_TRUE(connection_->TakeOutput(output, 1));
  EXPECT_LT(output.size(), 20'000U);
  while (connection_->TakeOutput(output, 1)) {
  }
  client_->Receive(output);
  EXPECT_EQ(client_->Of(1).messages.size(), 1U);
}

TEST_F(RerouteTest, MessagesAndHalfCloseReachTheNextHandler) {
  const std::int32_t stream = client_->Begin(HeadOf("/s/m"));
  client_->SendMessage(stream, "one");
  client_->Send(stream, std::string("\0\0\0\0\3t", 6));
  Exchange();
  EXPECT_TRUE(connection_->HasUnroutedCall());
  Reroute(next_);
  EXPECT_FALSE(connection_->HasUnroutedCall());
  EXPECT_EQ(next_.heads.at(0).path, "/s/m");
  EXPECT_THAT(next_.handlers.at(0)->events, ElementsAre("message one"));
  client_->Send(stream, "wo", true);
  Exchange();
  EXPECT_THAT(next_.handlers.at(0)->events, ElementsAre("message one", "message two", "half-closed"));
}

TEST_F(RerouteTest, HalfCloseThatCameBeforeIsTold) {
  const std::int32_t stream = client_->Begin();
  client_->SendMessage(stream, "one", true);
  Exchange();
  Reroute(next_);
  EXPECT_THAT(next_.handlers.at(0)->events, ElementsAre("message one", "half-closed"));
}

TEST_F(RerouteTest, ACallMayWaitForYetAnotherOwner) {
  const std::int32_t stream = client_->Begin();
  client_->SendMessage(stream, "one", true);
  Exchange();
  TestRouter between;
  between.on_route = [](Call&) { return false; };
  Reroute(between);
  EXPECT_TRUE(connection_->HasUnroutedCall());
  Reroute(next_);
  EXPECT_THAT(next_.handlers.at(0)->events, ElementsAre("message one", "half-closed"));
}

TEST_F(RerouteTest, CallsWithHandlersKeepThem) {
  router_.on_route = nullptr;
  const std::int32_t stream = BeginRouted();
  Reroute(next_);
  client_->SendMessage(stream, "one");
  Exchange();
  EXPECT_THAT(handler().messages, ElementsAre("one"));
  BeginRouted();
  EXPECT_EQ(next_.handlers.size(), 1U);
}

TEST_F(RerouteTest, HeldMessagesAreRefilledWhenTheirHandlerHasTakenThem) {
  const std::int32_t stream = client_->Begin();
  for (int i = 0; i < 10; ++i) client_->SendMessage(stream, std::string(60'000, 'x'));
  Exchange();
  EXPECT_GT(client_->waiting_bytes(stream), 0U);
  Reroute(next_);
  EXPECT_EQ(client_->waiting_bytes(stream), 0U);
  EXPECT_EQ(next_.handlers.at(0)->messages.size(), 10U);
}

// Empty messages have prefixes, and the window is theirs as well.
TEST_F(RerouteTest, HeldMessagesAreLimitedByTheWindowEvenWhenTheyAreEmpty) {
  const std::int32_t stream = client_->Begin();
  for (int i = 0; i < 100'000; ++i) client_->SendMessage(stream, "");
  Exchange();
  EXPECT_GT(client_->waiting_bytes(stream), 0U);
  Reroute(next_);
  EXPECT_EQ(next_.handlers.at(0)->messages.size(), 100'000U);
}

TEST_F(RerouteTest, ACallThatTheNextOwnerEndsTakesNoMore) {
  const std::int32_t stream = client_->Begin();
  client_->SendMessage(stream, "one");
  client_->SendMessage(stream, "two", true);
  Exchange();
  next_.script.on_message = [](TestHandler& handler, auto) {
    handler.call().End(absl::OkStatus());
    return true;
  };
  Reroute(next_);
  EXPECT_THAT(next_.handlers.at(0)->events, ElementsAre("message one", "ended"));
  EXPECT_EQ(client_->Of(stream).Status(), 0);
}

TEST_F(RerouteTest, ACallThatWaitsMayBeCancelledOrRunOut) {
  const std::int32_t first = client_->Begin();
  const std::int32_t second = client_->Begin(HeadOf("/s/m", {{"grpc-timeout", "1m"}}));
  Exchange();
  client_->Reset(first);
  Pass(std::chrono::milliseconds(1));
  Exchange();
  EXPECT_EQ(client_->Of(second).Status(), 4);
  EXPECT_FALSE(connection_->HasUnroutedCall());
  EXPECT_EQ(connection_->calls(), 0U);
}

}  // namespace
}  // namespace flagfall::rpc
