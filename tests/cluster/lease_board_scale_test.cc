// Which machines get games whose time controls are scaled, and by what speed the server knows them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "referee/match/match_messages.h"
#include "referee/match/time_control.h"
#include "referee/match/time_control_scale.h"
#include "tests/cluster/lease_board_fixture.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::cluster {
namespace {

using absl::StatusCode;
using testing::ElementsAre;
using testing::HasSubstr;

// So that hosts see how fast workers are before anything is played.
TEST_F(LeaseBoardTest, SpeedsAreNotedAlsoOfWorkersWithoutGamesWhereTheyChange) {
  v1::LeaseGamesRequest asking = Asking();
  for (const double speed : {0.0, 1234.5, 1234.6, 2000.0, 2000.0, 1234.5}) {
    asking.mutable_worker()->set_plies_per_second(speed);
    EXPECT_FALSE(board_.LeaseGames("cluster", asking)->has_lease());
  }
  std::vector<std::int64_t> noted;
  for (const store::WorkerNote& note : notes_) noted.push_back(*note.plies_per_second);
  EXPECT_THAT(noted, ElementsAre(1234, 2000, 1234));
}

TEST_F(LeaseBoardTest, ScaledGamesGoToMachinesForWhichTheyCanBeScaled) {
  GivingRun run(board_, 7, 4, 1, 300'000);
  const auto ask = [this](double speed) {
    v1::LeaseGamesRequest asking = Asking();
    asking.mutable_worker()->set_plies_per_second(speed);
    return board_.LeaseGames("cluster", asking);
  };
  for (const auto& [speed, why] : {std::pair(0.0, "the speed of this machine is not known"),
                                   std::pair(70'000.0, "referees 70000 plies a second, too slow"),
                                   std::pair(1'300'000.0, "referees 1300000 plies a second, too fast")}) {
    const absl::StatusOr<v1::LeaseGamesResponse> refused = ask(speed);
    ASSERT_THAT(refused, IsOk());
    EXPECT_FALSE(refused->has_lease());
    EXPECT_THAT(refused->reason(), testing::AllOf(HasSubstr("tournament 7: "), HasSubstr(why)));
  }
  EXPECT_TRUE(ask(200'000.9)->has_lease());
}

// What is handed in must have the scale that follows from what the worker said when it got the lease.
TEST_F(LeaseBoardTest, AScaleIsHeldAgainstTheSpeedThatTheWorkerTold) {
  GivingRun run(board_, 7, 4, 1, 300'000);
  v1::LeaseGamesRequest asking = Asking();
  asking.mutable_worker()->set_plies_per_second(200'000.9);
  const absl::StatusOr<v1::LeaseGamesResponse> response = board_.LeaseGames("cluster", asking);
  ASSERT_THAT(response, IsOk());
  v1::HandInGameHeader header;
  header.set_lease(response->lease().id());
  header.set_number(response->lease().games(0).number());
  header.set_start(response->lease().games(0).start());
  v1::GameRecord record = RecordHeader({});
  *record.mutable_time_control_scale() = *ScaleFor(300'000, 200'000);
  *record.mutable_time_control() = ScaledTimeControl(*ParseTimeControl("10+0.1"), 1'500'000);
  v1::GameRecord slower = record;
  *slower.mutable_time_control_scale() = *ScaleFor(300'000, 150'000);
  *slower.mutable_time_control() = ScaledTimeControl(*ParseTimeControl("10+0.1"), 2'000'000);
  v1::GameRecord unscaled = record;
  unscaled.clear_time_control_scale();
  *unscaled.mutable_time_control() = *ParseTimeControl("10+0.1");
  // A game without an id cannot be refereed again; all else was right.
  EXPECT_THAT(board_.HandIn("cluster", header, record),
              IsError(StatusCode::kInvalidArgument, "the game id has 0 bytes"));
  for (const v1::GameRecord& lie : {slower, unscaled}) {
    LeaseBoard board({.version = "flagfall 1", .log = [](const std::string&) {}});
    GivingRun other(board, 7, 4, 1, 300'000);
    header.set_lease(board.LeaseGames("cluster", asking)->lease().id());
    EXPECT_THAT(board.HandIn("cluster", header, lie),
                IsError(StatusCode::kInvalidArgument, "it differs in time_control, time_control_scale"));
  }
}

}  // namespace
}  // namespace flagfall::arena::cluster
