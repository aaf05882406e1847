#include "arena/runner/match_specs.h"

#include <gtest/gtest.h>

#include "referee/match/time_control.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::runner {
namespace {

class MatchSpecsTest : public testing::Test {
 protected:
  // A tournament of 10+0.1, for machines of 300000 plies a second where it is scaled.
  MatchSpecs Specs(std::uint32_t reference = 300'000) {
    store::Tournament tournament;
    tournament.spec.set_time_control_reference(reference);
    return {tournament, std::vector<store::Bot>(2), *ParseTimeControl("10+0.1"), [this] { return speed_; }};
  }

  static std::string ControlOf(const MatchSpecs& specs) {
    return FormatTimeControl(specs.SpecOf({.number = 1, .red = 0, .blue = 1}, "seed").time_control);
  }

  std::uint32_t speed_ = 300'000;
};

TEST_F(MatchSpecsTest, GamesAreScaledByTheSpeedThatTheMachineHasThen) {
  MatchSpecs specs = Specs();
  EXPECT_THAT(specs.NoteSpeed(), IsOk());
  EXPECT_EQ(ControlOf(specs), "10+0.1");
  speed_ = 150'000;
  EXPECT_EQ(ControlOf(specs), "10+0.1");
  EXPECT_THAT(specs.NoteSpeed(), IsOk());
  EXPECT_EQ(ControlOf(specs), "20+0.2 setup=20");
  EXPECT_EQ(specs.SpecOf({.number = 1, .red = 0, .blue = 1}, "seed").time_control_scale->scale_ppm(), 2'000'000);
}

TEST_F(MatchSpecsTest, AMachineThatBecameTooSlowGoesOnByItsLastScale) {
  MatchSpecs specs = Specs();
  speed_ = 100'000;
  EXPECT_THAT(specs.NoteSpeed(), IsOk());
  speed_ = 70'000;
  EXPECT_THAT(specs.NoteSpeed(), IsError(absl::StatusCode::kFailedPrecondition, "too slow"));
  EXPECT_EQ(ControlOf(specs), "30+0.3 setup=30");
}

TEST_F(MatchSpecsTest, NothingIsScaledWhereTheSpecDoesNotSaySoOrNoSpeedIsKnown) {
  MatchSpecs plain = Specs(0);
  speed_ = 7;
  EXPECT_THAT(plain.NoteSpeed(), IsOk());
  EXPECT_EQ(ControlOf(plain), "10+0.1");
  EXPECT_FALSE(plain.SpecOf({.number = 1, .red = 0, .blue = 1}, "seed").time_control_scale.has_value());
  speed_ = 0;
  MatchSpecs unknown = Specs();
  EXPECT_THAT(unknown.NoteSpeed(), IsError(absl::StatusCode::kFailedPrecondition, "is not known"));
  EXPECT_FALSE(unknown.SpecOf({.number = 1, .red = 0, .blue = 1}, "seed").time_control_scale.has_value());
}

}  // namespace
}  // namespace flagfall::arena::runner
