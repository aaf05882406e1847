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

}  // namespace
}  // namespace flagfall
