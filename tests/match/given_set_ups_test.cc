// Set-ups that come from the host: the players are told as if they had set up themselves, and go on with the first ply.
#include <gmock/gmock.h>

#include "tests/match/driver.h"

namespace flagfall {
namespace {

v1::SetUp One(v1::PieceType type) { return CountingGame::Placing(type).set_up(); }

MatchSpec GivenSpec() {
  MatchSpec spec = CountingSpec();
  *spec.given_set_ups.mutable_red() = One(v1::PIECE_TYPE_MARSHAL);
  *spec.given_set_ups.mutable_blue() = One(v1::PIECE_TYPE_SPY);
  return spec;
}

TEST(GivenSetUps, TheFirstDecisionIsAPlyAndTellsWhatEachMayKnow) {
  Driver driver(GivenSpec());
  driver.Connect(kRed);
  driver.Connect(kBlue);
  const std::vector<v1::PlayResponse> red = driver.Take(kRed);
  ASSERT_EQ(red.size(), 2U);
  const v1::DecisionRequired& first = red[1].decision_required();
  EXPECT_EQ(first.decision(), 1U);
  EXPECT_EQ(first.kind(), v1::DECISION_KIND_PLY);
  ASSERT_EQ(first.events_size(), 2);
  EXPECT_EQ(first.events(0).pieces_placed().pieces(0).type(), v1::PIECE_TYPE_MARSHAL);
  EXPECT_EQ(first.events(1).pieces_placed().pieces(0).type(), v1::PIECE_TYPE_UNSPECIFIED);
  EXPECT_EQ(driver.Take(kBlue).size(), 1U) << "the game began; its events come with its first decision";
  driver.Act(kRed, 1, CountingGame::Count(0, 1));
  EXPECT_EQ(driver.TakeOne(kBlue).decision_required().events_size(), 3);
}

TEST(GivenSetUps, ABotThatWantsEventsAtOnceGetsThemAtOnce) {
  Driver driver(GivenSpec());
  driver.Connect(kRed);
  driver.Connect(kBlue, {.wants_events_at_once = true});
  const std::vector<v1::PlayResponse> blue = driver.Take(kBlue);
  ASSERT_EQ(blue.size(), 2U);
  EXPECT_EQ(blue[1].events_occurred().events_size(), 2);
}

TEST(GivenSetUps, ABotThatComesBackIsToldThemAgain) {
  Driver driver(GivenSpec());
  driver.Connect(kRed);
  driver.Connect(kBlue);
  driver.Disconnect(kRed);
  driver.Take(kRed);
  driver.Connect(kRed);
  const v1::PlayResponse resumed = driver.TakeOne(kRed);
  EXPECT_EQ(resumed.game_resumed().events_size(), 2);
  EXPECT_EQ(resumed.game_resumed().decision_required().decision(), 1U);
}

TEST(GivenSetUps, AreInTheRecordAndRefereedAgain_R10_7) {
  Driver driver(GivenSpec());
  driver.Connect(kRed);
  driver.Connect(kBlue);
  driver.Act(kRed, 1, CountingGame::Count(0, 1));
  driver.Resign(kBlue);
  v1::GameRecord record = driver.Record();
  EXPECT_EQ(record.given_set_ups().red().placements(0).type(), v1::PIECE_TYPE_MARSHAL);
  EXPECT_THAT(RefereeAgain(record, NewCountingGame), IsOk());
  record.mutable_given_set_ups()->mutable_blue()->mutable_placements(0)->set_type(v1::PIECE_TYPE_MINER);
  EXPECT_THAT(RefereeAgain(record, NewCountingGame), IsError(absl::StatusCode::kDataLoss, "digests"));
}

TEST(GivenSetUps, ThatTheGameDoesNotTakeAreRefused_R1_4) {
  MatchSpec spec = GivenSpec();
  *spec.given_set_ups.mutable_blue() = v1::SetUp();
  EXPECT_THAT(Match::Create(spec, NewCountingGame, Micros(0)),
              IsError(absl::StatusCode::kInvalidArgument, "given_set_ups, blue: "));
  spec.given_set_ups.clear_blue();
  EXPECT_THAT(Match::Create(spec, NewCountingGame, Micros(0)),
              IsError(absl::StatusCode::kInvalidArgument, "both sides' set-ups are given, or none"));
}

}  // namespace
}  // namespace flagfall
