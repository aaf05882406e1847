#include "referee/match/time_control.h"

#include <gtest/gtest.h>

#include <random>

#include "referee/match/match_limits.h"
#include "tests/support/status_matchers.h"

namespace flagfall {
namespace {

v1::TimeControl Control(std::int64_t base, std::int64_t increment, std::uint32_t plies, std::int64_t per_ply,
                        std::int64_t margin = 20'000, std::int64_t set_up = 10'000'000) {
  v1::TimeControl control;
  control.set_base_micros(base);
  control.set_increment_micros(increment);
  control.set_plies_per_period(plies);
  control.set_per_ply_micros(per_ply);
  control.set_margin_micros(margin);
  control.set_set_up_micros(set_up);
  return control;
}

TEST(TimeControl, ReadsWhatTournamentPeopleWrite) {
  const struct {
    const char* text;
    v1::TimeControl control;
  } kRows[] = {
      {"60+0.6", Control(60'000'000, 600'000, 0, 0)},
      {"60", Control(60'000'000, 0, 0, 0)},
      {"0.000001", Control(1, 0, 0, 0)},
      {"40/60+0.1", Control(60'000'000, 100'000, 40, 0)},
      {"40/60", Control(60'000'000, 0, 40, 0)},
      {"st=0.5", Control(0, 0, 0, 500'000)},
      {"10+0.1 margin=0", Control(10'000'000, 100'000, 0, 0, 0)},
      {"10+0.1 margin=0.125 setup=2.5", Control(10'000'000, 100'000, 0, 0, 125, 2'500'000)},
      {" st=2  setup=60 margin=100 ", Control(0, 0, 0, 2'000'000, 100'000, 60'000'000)},
      {"86400+3600", Control(86'400'000'000, 3'600'000'000, 0, 0)},
      {"10000/60", Control(60'000'000, 0, kPliesPerPeriodMax, 0)},
      // Fractions that no binary floating point number holds exactly.
      {"0.1+0.000003", Control(100'000, 3, 0, 0)},
      {"4.35+1.1", Control(4'350'000, 1'100'000, 0, 0)},
  };
  for (const auto& row : kRows) {
    const auto control = ParseTimeControl(row.text);
    ASSERT_THAT(control, IsOk()) << row.text;
    EXPECT_EQ(control->SerializeAsString(), row.control.SerializeAsString())
        << row.text << " gave " << control->ShortDebugString();
  }
}

TEST(TimeControl, SaysWhatIsWrongAndWhatWouldBeRight) {
  const struct {
    const char* text;
    const char* error;
  } kRows[] = {
      {"", "it is empty"},
      {"sixty", "\"sixty\" is not a number like 60 or 0.6"},
      {"60+", "\"\" is not a number"},
      {"+1", "\"\" is not a number"},
      {"-5", "\"-5\" is not a number"},
      {"6 0", "\"0\" is neither margin= nor setup="},
      {"60+0.6+1", "\"0.6+1\" is not a number"},
      {"1.", "\"1.\" is not a number"},
      {".5", "\".5\" is not a number"},
      {"1.2.3", "\"1.2.3\" is not a number"},
      {"1e3", "\"1e3\" is not a number"},
      {"0.0000001", "finer than a microsecond; at most 6 decimals"},
      {"60 margin=0.0001", "finer than a microsecond; at most 3 decimals"},
      {"99999999999999999999", "is too large"},
      {"0", "the base must be above 0"},
      {"0+1", "the base must be above 0"},
      {"86401", "the base is 86401000000 microseconds; it must be between 0 and 86400 seconds"},
      {"60+3601", "the increment is"},
      {"st=0", "st= must be above 0"},
      {"st=86401", "the time per ply is"},
      {"st=1+1", "\"1+1\" is not a number"},
      {"0/60", "\"0\" before the / is not a number of plies like 40"},
      {"x/60", "\"x\" before the / is not a number of plies"},
      {"-4/60", "\"-4\" before the / is not"},
      {"/60", "\"\" before the / is not"},
      {"10001/60", "a period of 10001 plies is too long"},
      {"60 margin=20 margin=30", "\"margin=30\" is there twice"},
      {"60 margin=60001", "the margin is"},
      {"60 setup=0", "the set-up time must be above 0"},
      {"60 setup=86401", "the set-up time is"},
      {"60 setup=", "\"\" is not a number"},
  };
  for (const auto& row : kRows) {
    EXPECT_THAT(ParseTimeControl(row.text), IsError(absl::StatusCode::kInvalidArgument, row.error)) << row.text;
    EXPECT_THAT(ParseTimeControl(row.text),
                IsError(absl::StatusCode::kInvalidArgument, "write it like 60+0.6, 40/60+0.1 or st=0.5"));
  }
}

TEST(TimeControl, RefusesMessagesThatNoTextCouldGive) {
  EXPECT_THAT(CheckTimeControl(Control(-1, 0, 0, 0)), IsError(absl::StatusCode::kInvalidArgument, "the base is -1"));
  EXPECT_THAT(CheckTimeControl(Control(1, -1, 0, 0)), IsError(absl::StatusCode::kInvalidArgument, "increment"));
  EXPECT_THAT(CheckTimeControl(Control(0, 0, 0, -1)), IsError(absl::StatusCode::kInvalidArgument, "per ply"));
  EXPECT_THAT(CheckTimeControl(Control(1, 0, 0, 0, -1)), IsError(absl::StatusCode::kInvalidArgument, "margin"));
  EXPECT_THAT(CheckTimeControl(Control(1, 0, 0, 0, 0, -1)), IsError(absl::StatusCode::kInvalidArgument, "set-up"));
  EXPECT_THAT(CheckTimeControl(Control(1, 0, 0, 1)), IsError(absl::StatusCode::kInvalidArgument, "st="));
  EXPECT_THAT(CheckTimeControl(Control(0, 1, 0, 1)), IsError(absl::StatusCode::kInvalidArgument, "st="));
  EXPECT_THAT(CheckTimeControl(Control(0, 0, 4, 1)), IsError(absl::StatusCode::kInvalidArgument, "st="));
}

TEST(TimeControl, FormattingAndParsingAgainGivesTheSame) {
  std::mt19937_64 random(20240501);
  const auto up_to = [&random](Micros max) {
    // Short, long and round values alike.
    std::int64_t value = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(max.count() + 1));
    for (auto zeros = random() % 8; zeros > 0; --zeros) value = value / 10 * (random() % 2 ? 1 : 10);
    return std::min(value, static_cast<std::int64_t>(max.count()));
  };
  for (int i = 0; i < 20'000; ++i) {
    const bool per_ply = random() % 3 == 0;
    const auto positive = [&up_to](Micros max) { return std::max<std::int64_t>(up_to(max), 1); };
    const v1::TimeControl control =
        Control(per_ply ? 0 : positive(kBaseMax), per_ply ? 0 : up_to(kIncrementMax),
                per_ply ? 0 : static_cast<std::uint32_t>(random() % (kPliesPerPeriodMax + 1)),
                per_ply ? positive(kPerPlyMax) : 0, up_to(kMarginMax), positive(kSetUpMax));
    const std::string text = FormatTimeControl(control);
    const auto again = ParseTimeControl(text);
    ASSERT_THAT(again, IsOk()) << text;
    ASSERT_EQ(again->SerializeAsString(), control.SerializeAsString()) << text;
  }
}

TEST(TimeControl, FormatsAsShortAsPossible) {
  for (const char* text : {"60+0.6", "40/60+0.1", "st=0.5", "7", "10+0.1 margin=0", "1 margin=0.001 setup=0.000001"}) {
    EXPECT_EQ(FormatTimeControl(*ParseTimeControl(text)), text);
  }
}

}  // namespace
}  // namespace flagfall
