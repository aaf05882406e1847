#include "arena/runner/use_shares.h"

#include <gtest/gtest.h>

namespace flagfall::arena::runner {
namespace {

using std::chrono::microseconds;

bots::BotMeter::Reading At(std::int64_t cpu, std::int64_t off_turn = 0) {
  return {.cpu = microseconds(cpu), .off_turn_cpu = microseconds(off_turn), .memory_bytes_peak = 7, .processes = 2};
}

v1::SeatUse End(UseShares& shares, std::uint32_t game, const bots::BotMeter::Reading& now) {
  v1::SeatUse use;
  shares.End(game, now, use);
  return use;
}

TEST(UseShares, AGameAloneHasAllThatWasUsedMeanwhile) {
  UseShares shares;
  shares.Begin(1, At(100, 10));
  const v1::SeatUse use = End(shares, 1, At(350, 35));
  EXPECT_EQ(use.cpu_micros(), 250);
  EXPECT_EQ(use.off_turn_cpu_micros(), 25);
  EXPECT_EQ(use.memory_bytes_peak(), 7U);
  EXPECT_EQ(use.processes(), 2U);
}

TEST(UseShares, GamesAtOnceShareEquallyAndTheSharesAddUp) {
  UseShares shares;
  shares.Begin(1, At(0));
  shares.Begin(2, At(100));
  shares.Begin(3, At(201));
  EXPECT_EQ(End(shares, 2, At(301)).cpu_micros(), 50 + 33);
  EXPECT_EQ(End(shares, 1, At(401)).cpu_micros(), 100 + 51 + 34 + 50);
  EXPECT_EQ(End(shares, 3, At(501)).cpu_micros(), 33 + 50 + 100);
}

TEST(UseShares, ANewProcessBeginsAtNothing) {
  UseShares shares;
  shares.Begin(1, At(1000));
  shares.NewProcess();
  shares.Begin(2, At(5));
  EXPECT_EQ(End(shares, 2, At(25)).cpu_micros(), 20);
}

TEST(UseShares, AGameThatOutlivesItsProcessGetsNothingOfTheNext) {
  UseShares shares;
  shares.Begin(1, At(1000));
  shares.Begin(2, At(1030));
  shares.NewProcess();
  shares.Begin(3, At(5));
  const v1::SeatUse use = End(shares, 1, At(25));
  EXPECT_EQ(use.cpu_micros(), 30);
  EXPECT_EQ(use.memory_bytes_peak(), 0U);
  EXPECT_EQ(End(shares, 3, At(45)).cpu_micros(), 40);
  EXPECT_EQ(End(shares, 2, At(65)).cpu_micros(), 0);
}

TEST(UseShares, WhatCannotBeReadAnyMoreAddsNothing) {
  UseShares shares;
  shares.Begin(1, At(100));
  EXPECT_EQ(End(shares, 1, {}).cpu_micros(), 0);
}

TEST(UseShares, AGameThatWasNotBegunHasNoShare) {
  UseShares shares;
  EXPECT_EQ(End(shares, 1, At(100)).ByteSizeLong(), 0U);
}

}  // namespace
}  // namespace flagfall::arena::runner
