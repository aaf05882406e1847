#include "referee/match/time_control_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "referee/match/time_control.h"
#include "tests/support/status_matchers.h"

namespace flagfall {
namespace {

using absl::StatusCode;

v1::TimeControl Control(const char* text) {
  absl::StatusOr<v1::TimeControl> control = ParseTimeControl(text);
  EXPECT_THAT(control, IsOk());
  return *std::move(control);
}

v1::TimeControlScale Scale(std::uint32_t reference, std::uint32_t machine, std::uint32_t scale_ppm) {
  v1::TimeControlScale scale;
  scale.set_reference_plies_per_second(reference);
  scale.set_machine_plies_per_second(machine);
  scale.set_scale_ppm(scale_ppm);
  return scale;
}

TEST(TimeControlScale, IsTheReferencesSpeedByTheMachines) {
  const absl::StatusOr<v1::TimeControlScale> scale = ScaleFor(300'000, 210'000);
  ASSERT_THAT(scale, IsOk());
  EXPECT_EQ(scale->reference_plies_per_second(), 300'000);
  EXPECT_EQ(scale->machine_plies_per_second(), 210'000);
  EXPECT_EQ(scale->scale_ppm(), 1'428'571);
  EXPECT_EQ(ScaleFor(300'000, 300'000)->scale_ppm(), 1'000'000);
  // Halves are rounded up: 1000001 / 2000000 is 0.5000005.
  EXPECT_EQ(ScaleFor(1'000'001, 2'000'000)->scale_ppm(), 500'001);
}

TEST(TimeControlScale, ScalesTimesButNeitherMarginNorPeriod) {
  EXPECT_EQ(FormatTimeControl(ScaledTimeControl(Control("10+0.1"), 1'428'571)), "14.28571+0.142857 setup=14.28571");
  EXPECT_EQ(FormatTimeControl(ScaledTimeControl(Control("40/60+0.5 margin=100 setup=5"), 2'000'000)),
            "40/120+1 margin=100");
  EXPECT_EQ(FormatTimeControl(ScaledTimeControl(Control("st=0.5 setup=40"), 250'000)), "st=0.125");
  EXPECT_EQ(FormatTimeControl(ScaledTimeControl(Control("60"), 1'000'000)), "60");
  // No time that there is becomes none.
  EXPECT_EQ(FormatTimeControl(ScaledTimeControl(Control("st=0.000001"), 250'000)), "st=0.000001 setup=2.5");
}

TEST(TimeControlScale, MachinesThatAreFarTooSlowOrFastDoNotPlay) {
  EXPECT_THAT(ScaleFor(400'000, 100'000), IsOk());
  EXPECT_THAT(ScaleFor(400'000, 1'600'000), IsOk());
  EXPECT_THAT(
      ScaleFor(400'000, 99'999),
      IsError(StatusCode::kFailedPrecondition,
              "a core of this machine referees 99999 plies a second, too slow for a time control that is meant "
              "for 400000: it can be scaled by 0.25 to 4, so that machines of 100000 to 1600000 plies a second"));
  EXPECT_THAT(ScaleFor(400'000, 1'700'000), IsError(StatusCode::kFailedPrecondition, "too fast"));
  EXPECT_THAT(ScaleFor(400'000, 0), IsError(StatusCode::kFailedPrecondition, "is not known"));
}

TEST(TimeControlScale, ARecordsScaleFollowsFromItsSpeeds) {
  EXPECT_THAT(CheckTimeControlScale(Scale(300'000, 210'000, 1'428'571)), IsOk());
  EXPECT_THAT(CheckTimeControlScale(Scale(300'000, 210'000, 1'428'572)),
              IsError(StatusCode::kInvalidArgument,
                      "scale_ppm is 1428572; from 300000 and 210000 plies a second "
                      "follows 1428571"));
  EXPECT_THAT(CheckTimeControlScale(Scale(0, 210'000, 1'000'000)), IsError(StatusCode::kInvalidArgument, "speed of 0"));
  EXPECT_THAT(CheckTimeControlScale(Scale(210'000, 0, 1'000'000)), IsError(StatusCode::kInvalidArgument, "speed of 0"));
  EXPECT_THAT(CheckTimeControlScale(Scale(300'000, 10'000, 30'000'000)),
              IsError(StatusCode::kInvalidArgument, "between 250000 and 4000000"));
}

TEST(TimeControlScale, AReferenceIsANumberOrStandard) {
  EXPECT_EQ(*ParseReference("250000"), 250'000);
  EXPECT_EQ(*ParseReference("standard"), kStandardPliesPerSecond);
  for (const char* const wrong : {"", "fast", "-1", "2.5", "1e6", "999", "1000000001"}) {
    EXPECT_THAT(ParseReference(wrong), IsError(StatusCode::kInvalidArgument, "")) << wrong;
  }
}

TEST(TimeControlScale, SpeedsAreCutToWholePlies) {
  EXPECT_EQ(WholePlies(1234.9), 1234);
  EXPECT_EQ(WholePlies(0.9), 0);
  EXPECT_EQ(WholePlies(-5), 0);
  EXPECT_EQ(WholePlies(std::nan("")), 0);
  EXPECT_EQ(WholePlies(std::numeric_limits<double>::infinity()), kReferenceMax);
}

TEST(TimeControlScale, IsWrittenWithoutZerosAtTheEnd) {
  EXPECT_EQ(ScaleText(1'000'000), "1");
  EXPECT_EQ(ScaleText(1'428'571), "1.428571");
  EXPECT_EQ(ScaleText(250'000), "0.25");
}

// For any speeds and times: what is scaled is right to half a microsecond and half a millionth, longer on slower
// machines, and can be played by.
TEST(TimeControlScale, HoldsForAllSpeedsAndTimes) {
  constexpr std::uint64_t kSeed = 20260101;
  std::mt19937_64 random(kSeed);
  const auto draw = [&random](double least, double most) {
    return std::exp(std::uniform_real_distribution<double>(std::log(least), std::log(most))(random));
  };
  for (int i = 0; i < 20'000; ++i) {
    const auto reference = static_cast<std::uint32_t>(draw(kReferenceMin, kReferenceMax));
    const auto machine = static_cast<std::uint32_t>(draw(reference / 3.9, reference * 3.9));
    const absl::StatusOr<v1::TimeControlScale> scale = ScaleFor(reference, machine);
    ASSERT_THAT(scale, IsOk()) << "seed " << kSeed << ", case " << i;
    ASSERT_THAT(CheckTimeControlScale(*scale), IsOk());
    const double exact = static_cast<double>(reference) / machine;
    ASSERT_LE(std::abs(scale->scale_ppm() - exact * 1e6), 0.5 + 1e-6) << reference << " by " << machine;

    v1::TimeControl control;
    control.set_base_micros(static_cast<std::int64_t>(draw(1, 2.1e10)));
    control.set_increment_micros(static_cast<std::int64_t>(draw(1, 8e8)));
    control.set_set_up_micros(static_cast<std::int64_t>(draw(1, 2.1e10)));
    control.set_margin_micros(20'000);
    const v1::TimeControl scaled = ScaledTimeControl(control, scale->scale_ppm());
    ASSERT_THAT(CheckTimeControl(scaled), IsOk());
    const double wanted = static_cast<double>(control.base_micros()) * scale->scale_ppm() / 1e6;
    ASSERT_LE(std::abs(static_cast<double>(scaled.base_micros()) - std::max(1.0, wanted)), 0.501)
        << control.base_micros() << " by " << scale->scale_ppm();
    ASSERT_EQ(scaled.margin_micros(), control.margin_micros());

    const absl::StatusOr<v1::TimeControlScale> slower = ScaleFor(reference, machine - machine / 100);
    if (!slower.ok()) continue;
    ASSERT_GE(slower->scale_ppm(), scale->scale_ppm());
    ASSERT_GE(ScaledTimeControl(control, slower->scale_ppm()).base_micros(), scaled.base_micros());
  }
}

}  // namespace
}  // namespace flagfall
