#include "arena/tournament/check_record.h"

#include <gtest/gtest.h>

#include "arena/tournament/game_seed.h"
#include "referee/match/time_control.h"
#include "referee/match/time_control_scale.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::tournament {
namespace {

using absl::StatusCode;

// A tournament of 10+0.1 for machines of 300000 plies a second.
v1::TournamentSpec ScalingSpec() {
  v1::TournamentSpec spec;
  spec.set_seed(7);
  spec.set_time_control("10+0.1");
  spec.set_time_control_reference(300'000);
  return spec;
}

// Its first game, as a machine of that speed plays it.
v1::GameRecord PlayedAt(std::uint32_t plies_per_second) {
  const v1::TournamentSpec spec = ScalingSpec();
  v1::GameRecord record;
  record.set_game_id("1-1");
  record.set_seed(GameSeed(spec.seed(), 1, 1));
  *record.mutable_policy() = spec.policy();
  *record.mutable_time_control_scale() = *ScaleFor(300'000, plies_per_second);
  *record.mutable_time_control() =
      ScaledTimeControl(*ParseTimeControl(spec.time_control()), record.time_control_scale().scale_ppm());
  return record;
}

constexpr Attempt kFirst{.number = 1, .attempt = 1};

TEST(CheckRecord, EachMachineHasItsOwnScale) {
  for (const std::uint32_t speed : {75'000U, 100'000U, 299'999U, 300'000U, 300'001U, 1'200'000U}) {
    EXPECT_THAT(CheckRecord(ScalingSpec(), kFirst, PlayedAt(speed)), IsOk()) << speed;
  }
}

TEST(CheckRecord, TheTimeControlIsTheSpecsByTheScale) {
  v1::GameRecord record = PlayedAt(200'000);
  EXPECT_EQ(record.time_control().base_micros(), 15'000'000);
  for (const auto& [field, change] : {std::pair(1, 1), std::pair(1, -1), std::pair(2, 1), std::pair(6, -1)}) {
    v1::GameRecord other = record;
    v1::TimeControl& control = *other.mutable_time_control();
    const auto* const descriptor = v1::TimeControl::descriptor()->FindFieldByNumber(field);
    const auto* const reflection = v1::TimeControl::GetReflection();
    reflection->SetInt64(&control, descriptor, reflection->GetInt64(control, descriptor) + change);
    EXPECT_THAT(CheckRecord(ScalingSpec(), kFirst, other),
                IsError(StatusCode::kDataLoss,
                        "another time control than its tournament's spec gives, 10+0.1 scaled by "
                        "1.5"))
        << descriptor->name();
  }
}

TEST(CheckRecord, TheScaleIsTheSpecs) {
  constexpr char kAnotherScale[] = "another scale of its time control";
  // It was not scaled.
  v1::GameRecord plain = PlayedAt(300'000);
  plain.clear_time_control_scale();
  EXPECT_THAT(CheckRecord(ScalingSpec(), kFirst, plain), IsError(StatusCode::kDataLoss, kAnotherScale));
  // It was, by another reference.
  v1::TournamentSpec other = ScalingSpec();
  other.set_time_control_reference(300'001);
  EXPECT_THAT(CheckRecord(other, kFirst, PlayedAt(200'000)), IsError(StatusCode::kDataLoss, kAnotherScale));
  // The spec knows nothing of it.
  other.clear_time_control_reference();
  EXPECT_THAT(CheckRecord(other, kFirst, PlayedAt(300'000)), IsError(StatusCode::kDataLoss, kAnotherScale));
  EXPECT_THAT(CheckRecord(other, kFirst, plain), IsOk());
  // It does not follow from the speeds, though the times follow from it.
  v1::GameRecord lie = PlayedAt(200'000);
  lie.mutable_time_control_scale()->set_scale_ppm(3'000'000);
  *lie.mutable_time_control() = ScaledTimeControl(*ParseTimeControl("10+0.1"), 3'000'000);
  EXPECT_THAT(CheckRecord(ScalingSpec(), kFirst, lie), IsError(StatusCode::kDataLoss, kAnotherScale));
}

TEST(CheckRecord, AGameThatNoMachineBeganHasNoScale) {
  v1::GameRecord record = PlayedAt(300'000);
  record.clear_time_control_scale();
  record.mutable_outcome()->set_reason(v1::REASON_FORFEIT_NO_SHOW);
  record.add_entries()->mutable_aborted();
  EXPECT_THAT(CheckRecord(ScalingSpec(), kFirst, record), IsOk());
  // A player that was there, and another that did not come, began it.
  record.mutable_entries(0)->mutable_connected();
  EXPECT_THAT(CheckRecord(ScalingSpec(), kFirst, record), IsError(StatusCode::kDataLoss, "another scale"));
}

}  // namespace
}  // namespace flagfall::arena::tournament
