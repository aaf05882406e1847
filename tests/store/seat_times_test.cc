#include "arena/store/seat_times.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace flagfall::arena::store {
namespace {

v1::RecordEntry& AddEntry(v1::GameRecord& record, v1::Side side, std::int64_t at_micros) {
  v1::RecordEntry& entry = *record.add_entries();
  entry.set_side(side);
  entry.set_at_micros(at_micros);
  return entry;
}

// One entry of each kind that stands for a message of a player, with delays of which no two sums are alike.
v1::GameRecord SomeRecord() {
  v1::GameRecord record;
  AddEntry(record, v1::SIDE_RED, 10).mutable_acted()->set_host_delay_micros(1);
  AddEntry(record, v1::SIDE_BLUE, 20).mutable_acted()->set_host_delay_micros(2);
  AddEntry(record, v1::SIDE_RED, 30).mutable_offered_draw()->set_host_delay_micros(4);
  AddEntry(record, v1::SIDE_BLUE, 40).mutable_accepted_draw()->set_host_delay_micros(8);
  AddEntry(record, v1::SIDE_RED, 50).mutable_resigned()->set_host_delay_micros(16);
  record.mutable_red_use()->set_unsent_micros(100);
  record.mutable_red_use()->set_away_micros(200);
  record.mutable_blue_use()->set_unsent_micros(300);
  record.mutable_blue_use()->set_away_micros(400);
  return record;
}

TEST(SeatTimes, AreTheUseOfTheSideAndTheDelaysOfItsMessages) {
  const v1::GameRecord record = SomeRecord();
  EXPECT_EQ(DurationOf(record), Micros(50));
  const SeatTimes red{.unsent = Micros(100), .away = Micros(200), .host_delay = Micros(1 + 4 + 16)};
  EXPECT_EQ(SeatTimesOf(record, v1::SIDE_RED), red);
  const SeatTimes blue{.unsent = Micros(300), .away = Micros(400), .host_delay = Micros(2 + 8)};
  EXPECT_EQ(SeatTimesOf(record, v1::SIDE_BLUE), blue);
}

// A record may come from a worker, who may write what it likes.
TEST(SeatTimes, AreNeverNegative) {
  v1::GameRecord record = SomeRecord();
  record.mutable_red_use()->set_unsent_micros(-100);
  record.mutable_red_use()->set_away_micros(-200);
  record.mutable_entries(0)->mutable_acted()->set_host_delay_micros(-1'000);
  const SeatTimes red{.unsent = Micros(0), .away = Micros(0), .host_delay = Micros(4 + 16)};
  EXPECT_EQ(SeatTimesOf(record, v1::SIDE_RED), red);
}

TEST(SeatTimes, AnEmptyRecordTookNoTime) {
  EXPECT_EQ(DurationOf(v1::GameRecord()), Micros(0));
  EXPECT_EQ(SeatTimesOf(v1::GameRecord(), v1::SIDE_BLUE), SeatTimes{});
}

}  // namespace
}  // namespace flagfall::arena::store
