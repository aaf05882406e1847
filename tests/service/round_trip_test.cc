#include "referee/service/round_trip.h"

#include <gtest/gtest.h>

namespace flagfall {
namespace {

using std::chrono::milliseconds;

TEST(RoundTrip, IsTheShortestOfTheLastEight) {
  RoundTrip round_trip;
  EXPECT_FALSE(round_trip.is_measured());
  EXPECT_EQ(round_trip.Estimate(), milliseconds(0));
  round_trip.Add(milliseconds(900));
  EXPECT_TRUE(round_trip.is_measured());
  EXPECT_EQ(round_trip.Estimate(), milliseconds(900));
  round_trip.Add(milliseconds(40));
  for (int i = 0; i < 7; ++i) round_trip.Add(milliseconds(60));
  EXPECT_EQ(round_trip.Estimate(), milliseconds(40));
  round_trip.Add(milliseconds(60));
  EXPECT_EQ(round_trip.Estimate(), milliseconds(60)) << "the bot has moved away";
}

TEST(RoundTrip, IsNeverBelowZero) {
  RoundTrip round_trip;
  round_trip.Add(milliseconds(-3));
  EXPECT_EQ(round_trip.Estimate(), milliseconds(0));
}

TEST(Pings, OnlyTheAnswerToTheLastPingIsMeasured) {
  const Micros interval(1000);
  Pings pings;
  EXPECT_FALSE(pings.IsDue(Micros(5000), interval)) << "the distance of this bot is not measured";
  const std::uint64_t first = pings.Sent(Micros(100));
  const std::uint64_t second = pings.Sent(Micros(200));
  pings.Answered(first, Micros(250));
  EXPECT_EQ(pings.RoundTripEstimate(), Micros(0));
  pings.Answered(second, Micros(260));
  EXPECT_EQ(pings.RoundTripEstimate(), Micros(60));
  EXPECT_FALSE(pings.IsDue(Micros(1199), interval));
  EXPECT_TRUE(pings.IsDue(Micros(1200), interval));
}

}  // namespace
}  // namespace flagfall
