// One over each limit of what may wait for a bot.
#include "referee/service/outbox.h"

#include <grpcpp/support/slice.h>
#include <gtest/gtest.h>

#include <string>

namespace flagfall {
namespace {

Outbox::Outgoing Message(std::size_t bytes, std::uint32_t decision = 0) {
  const grpc::Slice slice(std::string(bytes, 'x'));
  return {grpc::ByteBuffer(&slice, 1), {.decision = decision}};
}

TEST(Outbox, HoldsSoManyMessagesOfATransportThatIsStuckAndMoreInABurst) {
  for (const auto& [is_stuck, most] :
       {std::pair(true, limits::kOutboxMessages), {false, limits::kOutboxBurstMessages}}) {
    Outbox outbox;
    for (std::size_t i = 0; i < most; ++i) ASSERT_TRUE(outbox.Push(Message(1), is_stuck)) << i;
    EXPECT_FALSE(outbox.Push(Message(1), is_stuck));
    outbox.Pop();
    EXPECT_TRUE(outbox.Push(Message(1), is_stuck));
  }
}

TEST(Outbox, HoldsSoManyBytesOfATransportThatIsStuckAndMoreInABurst) {
  for (const auto& [is_stuck, most] : {std::pair(true, limits::kOutboxBytes), {false, limits::kOutboxBurstBytes}}) {
    Outbox outbox;
    ASSERT_TRUE(outbox.Push(Message(1), is_stuck));
    ASSERT_TRUE(outbox.Push(Message(most - 1), is_stuck));
    EXPECT_FALSE(outbox.Push(Message(1), is_stuck));
    outbox.Pop();
    EXPECT_TRUE(outbox.Push(Message(1), is_stuck));
    EXPECT_FALSE(outbox.Push(Message(1), is_stuck));
    outbox.Clear();
    EXPECT_TRUE(outbox.Push(Message(most), is_stuck));
  }
}

TEST(Outbox, WhatCameFirstGoesFirst) {
  Outbox outbox;
  outbox.Push(Message(1, 1), false);
  outbox.Push(Message(1, 2), false);
  EXPECT_EQ(outbox.Pop().opens.decision, 1u);
  EXPECT_EQ(outbox.Pop().opens.decision, 2u);
  EXPECT_TRUE(outbox.is_empty());
}

}  // namespace
}  // namespace flagfall
