// Who gets no games, and why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/cluster/lease_board_fixture.h"
#include "tests/support/status_matchers.h"
#include "tests/support/wait.h"

namespace flagfall::arena::cluster {
namespace {

using absl::StatusCode;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(LeaseBoardTest, AWorkerWithoutStrictSandboxesIsToldWhyItGetsNothing) {
  GivingRun run(board_, 7, 2);
  v1::LeaseGamesRequest request = Asking();
  request.mutable_worker()->set_without_sandbox("bwrap is not installed");
  const absl::StatusOr<v1::LeaseGamesResponse> response = board_.LeaseGames("cluster", request);
  ASSERT_THAT(response, IsOk());
  EXPECT_FALSE(response->has_lease());
  EXPECT_THAT(
      response->reason(),
      HasSubstr(
          "this worker cannot play all games of tournament 7: ben needs a strict sandbox, and the worker has none: "
          "bwrap is not installed"));
}

TEST_F(LeaseBoardTest, AWorkerWithTooFewCoresForGamesIsToldWhyItGetsNothing) {
  GivingRun run(board_, 7, 2);
  v1::LeaseGamesRequest request = Asking();
  request.mutable_worker()->set_cores_for_games(1);
  const absl::StatusOr<v1::LeaseGamesResponse> response = board_.LeaseGames("cluster", request);
  ASSERT_THAT(response, IsOk());
  EXPECT_FALSE(response->has_lease());
  EXPECT_THAT(response->reason(), HasSubstr("this worker cannot play tournament 7: a game takes 2 cores of its own"));
  request.mutable_worker()->set_cores_for_games(2);
  EXPECT_TRUE(board_.LeaseGames("cluster", request)->has_lease());
}

TEST_F(LeaseBoardTest, ASuspectedWorkerLosesItsLeasesAndGetsNoOther) {
  GivingRun run(board_, 7, 3);
  const v1::Lease lease = Lease();
  const store::WorkerName node1{.user = "cluster", .name = "node1"};
  board_.SetSuspected({{node1, "too many void games"}});
  EXPECT_THAT(board_.KeepLease("cluster", Keeping(lease.id())), IsError(StatusCode::kNotFound, "over"));
  EXPECT_TRUE(WaitFor([&run] { return run.Returned() == std::vector<std::uint32_t>{1}; }));
  const absl::StatusOr<v1::LeaseGamesResponse> response = board_.LeaseGames("cluster", Asking());
  ASSERT_THAT(response, IsOk());
  EXPECT_FALSE(response->has_lease());
  EXPECT_THAT(response->reason(), HasSubstr("differ from those of other machines"));
  EXPECT_THAT(response->reason(), testing::Not(HasSubstr("void"))) << "the worker is not told what gave it away";
  // Another one of the same user, and of another user by the same name.
  v1::LeaseGamesRequest other = Asking();
  other.mutable_worker()->set_name("node2");
  EXPECT_TRUE(board_.LeaseGames("cluster", other)->has_lease());
  EXPECT_TRUE(board_.LeaseGames("others", Asking())->has_lease());
  board_.SetSuspected({});
  EXPECT_TRUE(board_.LeaseGames("cluster", Asking()).ok());
}

TEST_F(LeaseBoardTest, AUserWhoseWorkerLiedGetsNothingUntilAHostTrustsThatWorker) {
  GivingRun run(board_, 7, 10);
  const v1::Lease lease = Lease();
  v1::HandInGameHeader header;
  header.set_lease(lease.id());
  header.set_number(lease.games(0).number());
  header.set_start(lease.games(0).start());
  EXPECT_THAT(board_.HandIn("cluster", header, v1::GameRecord()).status(),
              IsError(StatusCode::kInvalidArgument, "is none of it"));
  EXPECT_THAT(notes_,
              testing::Contains(testing::Field(&store::WorkerNote::suspected_reason, HasSubstr("is none of it"))));
  EXPECT_THAT(log_, testing::Contains(HasSubstr("until a host says so (`flagfall cluster workers trust node1`)")));
  v1::LeaseGamesRequest other = Asking();
  other.mutable_worker()->set_name("node2");
  const auto refuses = IsError(StatusCode::kFailedPrecondition, "no games are leased to cluster any more");
  EXPECT_THAT(board_.LeaseGames("cluster", Asking()).status(), refuses);
  EXPECT_THAT(board_.LeaseGames("cluster", other).status(), refuses) << "under another name";
  // The ledger does not know of it yet.
  board_.SetSuspected({});
  EXPECT_THAT(board_.LeaseGames("cluster", Asking()).status(), refuses);
  board_.SetSuspected({{{.user = "cluster", .name = "node1"}, "it lied"}});
  EXPECT_THAT(board_.LeaseGames("cluster", Asking()).status(), refuses);
  board_.SetSuspected({});
  EXPECT_TRUE(board_.LeaseGames("cluster", Asking())->has_lease());
}

TEST_F(LeaseBoardTest, ATournamentOfWhichABotCannotBeReadIsPassedOverForAWhile) {
  GivingRun broken(board_, 7, 10);
  GivingRun sound(board_, 8, 10);
  for (int time = 1; time <= 2; ++time) {
    const v1::Lease lease = Lease();
    ASSERT_EQ(lease.tournament_id(), 7);
    board_.PassOver("cluster", lease.id(), "anna", "permission denied");
    EXPECT_EQ(Lease().tournament_id(), 8);
    now_ += std::chrono::seconds(10 * time - 1);
    EXPECT_EQ(Lease().tournament_id(), 8) << "the pause grows";
    now_ += std::chrono::seconds(1);
  }
  EXPECT_THAT(log_, ElementsAre("tournament 7: no games of anna are leased to workers, since the server cannot read "
                                "its files: permission denied; it tries again, first after 10 s"));
  EXPECT_EQ(Lease().tournament_id(), 7);
  EXPECT_THAT(broken.Lost(), IsEmpty());
}

TEST_F(LeaseBoardTest, AWorkerIsToldWhyItsOnlyTournamentIsPassedOver) {
  GivingRun broken(board_, 7, 10);
  board_.PassOver("cluster", Lease().id(), "anna", "permission denied");
  const absl::StatusOr<v1::LeaseGamesResponse> response = board_.LeaseGames("cluster", Asking());
  ASSERT_THAT(response, IsOk());
  EXPECT_FALSE(response->has_lease());
  EXPECT_EQ(response->reason(),
            "this worker cannot play all games of tournament 7: anna cannot be read by the server: permission denied");
}

}  // namespace
}  // namespace flagfall::arena::cluster
