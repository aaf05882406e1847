#include "arena/web_pages/spending.h"

#include <gtest/gtest.h>

namespace flagfall::arena::web_pages {
namespace {

// Red decides `count` times after its set-up, the nth in n milliseconds, and has half of its clock left.
v1::GameRecord RecordOf(int count) {
  v1::GameRecord record;
  record.mutable_time_control()->set_base_micros(10'000'000);
  std::int64_t now = 0;
  const auto add = [&](v1::Side side, std::uint32_t decision, std::int64_t used) -> v1::Acted& {
    v1::RecordEntry& entry = *record.add_entries();
    entry.set_side(side);
    entry.mutable_acted()->set_decision(decision);
    entry.mutable_acted()->set_sent_micros(now);
    entry.mutable_acted()->set_host_delay_micros(100);
    entry.set_at_micros(now += used + 100);
    return *entry.mutable_acted();
  };
  add(v1::SIDE_RED, 1, 900'000).mutable_action()->mutable_set_up();
  for (int i = 1; i <= count; ++i) {
    v1::Acted& acted = add(v1::SIDE_RED, static_cast<std::uint32_t>(i + 1), 1000 * i);
    acted.mutable_action()->mutable_ply();
    acted.set_clock_micros(5'000'000);
    add(v1::SIDE_BLUE, static_cast<std::uint32_t>(i + 1), 77'000).set_clock_micros(1);
  }
  return record;
}

TEST(Spending, IsOfTheBotsDecisionsAfterSetUp) {
  Spending spending;
  spending.Add(RecordOf(25), v1::SIDE_RED);
  const v1::BotSpending message = spending.Message();
  EXPECT_EQ(message.games(), 1u);
  EXPECT_EQ(message.decisions(), 25u);
  EXPECT_NEAR(message.mean_ms(), 13, 1e-9);
  EXPECT_NEAR(message.median_ms(), 13, 1e-9);
  EXPECT_NEAR(message.max_ms(), 25, 1e-9);
  ASSERT_EQ(message.ms_by_tens_size(), 3);
  EXPECT_NEAR(message.ms_by_tens(0), 5.5, 1e-9);
  EXPECT_NEAR(message.ms_by_tens(2), 23, 1e-9);
  EXPECT_EQ(message.clock_left_min(), 0.5);
  EXPECT_EQ(message.measured_games(), 0u);
}

TEST(Spending, ADecisionWhoseSendingIsAnEntryOfItsOwnCounts) {
  v1::GameRecord record = RecordOf(1);
  record.mutable_entries(1)->mutable_acted()->clear_sent_micros();
  v1::RecordEntry sent;
  sent.set_side(v1::SIDE_RED);
  sent.set_at_micros(record.entries(1).at_micros() - 3100);
  sent.mutable_decision_sent()->set_decision(2);
  *record.add_entries() = record.entries(1);
  *record.mutable_entries(1) = sent;
  Spending spending;
  spending.Add(record, v1::SIDE_RED);
  EXPECT_NEAR(spending.Message().max_ms(), 3, 1e-9);
}

// As on the pages of its games.
TEST(Spending, WhatTheLagReserveGaveBackIsNotUsed) {
  v1::GameRecord record = RecordOf(1);
  record.mutable_entries(1)->mutable_acted()->set_lag_credit_micros(400);
  Spending spending;
  spending.Add(record, v1::SIDE_RED);
  EXPECT_NEAR(spending.Message().max_ms(), 0.6, 1e-9);
}

TEST(Spending, ClocksThatDoNotAddUpSayNothing) {
  v1::GameRecord record = RecordOf(3);
  record.mutable_time_control()->set_plies_per_period(40);
  Spending spending;
  spending.Add(record, v1::SIDE_RED);
  EXPECT_FALSE(spending.Message().has_clock_left_min());
}

TEST(Spending, MeansAreOfGamesThatWereMeasured) {
  Spending spending;
  v1::GameRecord record = RecordOf(1);
  record.mutable_red_use()->set_bytes_from_bot(100);
  spending.Add(record, v1::SIDE_RED);
  record.mutable_red_use()->set_bytes_from_bot(300);
  record.mutable_red_use()->set_cpu_micros(4000);
  record.mutable_red_use()->set_memory_bytes_peak(1 << 20);
  record.mutable_red_use()->set_processes(2);
  spending.Add(record, v1::SIDE_RED);
  const v1::BotSpending message = spending.Message();
  EXPECT_EQ(message.measured_games(), 1u);
  EXPECT_EQ(message.cpu_ms_per_game(), 4);
  EXPECT_EQ(message.processes_max(), 2u);
  EXPECT_EQ(message.bytes_from_per_game(), 200);
}

}  // namespace
}  // namespace flagfall::arena::web_pages
