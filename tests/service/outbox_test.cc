// One over each limit of what may wait for a bot.
#include "referee/service/outbox.h"

#include <gtest/gtest.h>

#include <utility>

namespace flagfall {
namespace {

constexpr Micros kBegan = std::chrono::seconds(1);
constexpr Micros kWhenStuck = kBegan + limits::kTransportStuck + Micros(1);

// Somebody who has let so many messages wait since kBegan.
Outbox WithWaiting(std::size_t messages) {
  Outbox outbox;
  outbox.BeforeSend(0, kBegan);
  outbox.BeforeSend(messages, kBegan);
  return outbox;
}

TEST(Outbox, HoldsSoManyMessagesOfATransportThatIsStuckAndMoreInABurst) {
  for (const auto& [now, most] :
       {std::pair(kWhenStuck, limits::kOutboxMessages), {kBegan, limits::kOutboxBurstMessages}}) {
    EXPECT_TRUE(WithWaiting(most - 1).HasRoom(1, 1, now));
    EXPECT_FALSE(WithWaiting(most).HasRoom(1, 1, now));
  }
}

// A bot that was stopped in so many games is asked, told of the end, and asked again in the next.
TEST(Outbox, HoldsMoreOfABotThatTakesMoreGames) {
  for (const auto& [games, most] : {std::pair<std::size_t, std::size_t>(1, 256), {64, 256}, {65, 260}, {256, 1024}}) {
    Outbox outbox = WithWaiting(most - 1);
    outbox.SetGames(games);
    EXPECT_EQ(outbox.stuck_messages_max(), most);
    EXPECT_TRUE(outbox.HasRoom(1, 1, kWhenStuck)) << games;
    outbox.BeforeSend(most, kWhenStuck);
    EXPECT_FALSE(outbox.HasRoom(1, 1, kWhenStuck)) << games;
  }
}

TEST(Outbox, HoldsSoManyBytesOfATransportThatIsStuckAndMoreInABurst) {
  for (const auto& [now, most] : {std::pair(kWhenStuck, limits::kOutboxBytes), {kBegan, limits::kOutboxBurstBytes}}) {
    EXPECT_TRUE(WithWaiting(1).HasRoom(1, most - 1, now));
    EXPECT_FALSE(WithWaiting(1).HasRoom(2, most - 1, now));
  }
}

TEST(Outbox, ATransportThatHasTakenAMessageIsNotStuck) {
  Outbox outbox = WithWaiting(limits::kOutboxMessages);
  EXPECT_FALSE(outbox.HasRoom(1, 1, kWhenStuck));
  outbox.AfterFlush(limits::kOutboxMessages, kWhenStuck);
  EXPECT_TRUE(outbox.HasRoom(1, 1, kWhenStuck));
  EXPECT_FALSE(outbox.HasRoom(1, 1, kWhenStuck + limits::kTransportStuck + Micros(1)));
}

TEST(Outbox, AFlushThatMovedNothingLeavesItStuck) {
  Outbox outbox = WithWaiting(limits::kOutboxMessages);
  outbox.AfterFlush(limits::kOutboxMessages + 1, kWhenStuck);
  EXPECT_FALSE(outbox.HasRoom(1, 1, kWhenStuck));
}

TEST(Outbox, WhatWasEmptyAMomentAgoIsNotStuck) {
  Outbox outbox;
  outbox.BeforeSend(0, kWhenStuck);
  outbox.BeforeSend(limits::kOutboxMessages, kWhenStuck);
  EXPECT_TRUE(outbox.HasRoom(1, 1, kWhenStuck));
}

}  // namespace
}  // namespace flagfall
