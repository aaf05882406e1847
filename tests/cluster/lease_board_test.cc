#include "arena/cluster/lease_board.h"

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

TEST_F(LeaseBoardTest, NobodyHasGamesWhereNothingIsPlayed) {
  EXPECT_FALSE(board_.LeaseGames("cluster", Asking())->has_lease());
}

TEST_F(LeaseBoardTest, TheMoreWorkersWaitTheLaterEachAsksAgain) {
  const auto ask_again_ms = [&](int worker) {
    v1::LeaseGamesRequest request = Asking();
    request.mutable_worker()->set_name("node" + std::to_string(worker));
    return board_.LeaseGames("cluster", request)->ask_again_ms();
  };
  for (int again = 0; again < 500; ++again) EXPECT_EQ(ask_again_ms(1), 1000u);
  std::uint32_t last = 0;
  for (int worker = 1; worker <= 500; ++worker) last = ask_again_ms(worker);
  EXPECT_EQ(last, 5000u);
  for (int worker = 1; worker <= 3000; ++worker) last = ask_again_ms(worker);
  EXPECT_EQ(last, 10'000u);
  // Those that have gone do not count, nor those that play.
  now_ += std::chrono::seconds(21);
  EXPECT_EQ(ask_again_ms(1), 1000u);
  for (int worker = 1; worker <= 500; ++worker) last = ask_again_ms(worker);
  GivingRun run(board_, 7, 400);
  for (int worker = 1; worker <= 400; ++worker) ask_again_ms(worker);
  EXPECT_EQ(ask_again_ms(500), 1000u);
}

TEST_F(LeaseBoardTest, WhileItIsHeldNoGameIsLeasedAndLeasesGoOn) {
  GivingRun run(board_, 7, 4);
  const v1::Lease lease = Lease();
  board_.SetHeld("the disk has too little room");
  const auto answer = board_.LeaseGames("cluster", Asking());
  ASSERT_THAT(answer, IsOk());
  EXPECT_FALSE(answer->has_lease());
  EXPECT_EQ(answer->reason(), "the disk has too little room");
  EXPECT_THAT(board_.KeepLease("cluster", Keeping(lease.id())), IsOk());
  board_.SetHeld("");
  EXPECT_TRUE(board_.LeaseGames("cluster", Asking())->has_lease());
}

TEST_F(LeaseBoardTest, ALeaseLastsAsLongAsItIsKept) {
  GivingRun run(board_, 7, 2);
  const v1::Lease lease = Lease();
  EXPECT_EQ(lease.tournament_id(), 7);
  EXPECT_EQ(lease.heartbeat_ms(), 10'000);
  ASSERT_EQ(lease.games_size(), 1);
  for (int beat = 0; beat < 10; ++beat) {
    now_ += std::chrono::seconds(29);
    board_.DropSilentLeases();
    EXPECT_THAT(board_.KeepLease("cluster", Keeping(lease.id())), IsOk());
  }
  now_ += std::chrono::seconds(31);
  board_.DropSilentLeases();
  EXPECT_THAT(board_.KeepLease("cluster", Keeping(lease.id())), IsError(StatusCode::kNotFound, "over"));
  EXPECT_TRUE(WaitFor([&run] { return run.Returned() == std::vector<std::uint32_t>{1}; }));
  EXPECT_THAT(log_,
              ElementsAre(HasSubstr("worker node1 of cluster: its lease of 1 game of tournament 7 is over: nothing")));
}

TEST_F(LeaseBoardTest, ALeaseIsItsUsersAlone) {
  GivingRun run(board_, 7, 2);
  const v1::Lease lease = Lease();
  EXPECT_THAT(board_.KeepLease("other", Keeping(lease.id())), IsError(StatusCode::kNotFound, "another user's"));
  EXPECT_THAT(board_.FindBot("other", lease.id(), "anna"), IsError(StatusCode::kNotFound, "another user's"));
  EXPECT_THAT(board_.FindBot("cluster", lease.id(), "anna"), IsOk());
  EXPECT_THAT(board_.FindBot("cluster", lease.id(), "carl"),
              IsError(StatusCode::kNotFound, "no bot carl in this lease"));
}

TEST_F(LeaseBoardTest, WhatAWorkerGivesBackGoesBackOnceAndTheLeaseEndsWithItsLastGame) {
  GivingRun run(board_, 7, 2);
  const v1::Lease lease = Lease();
  v1::KeepLeaseRequest keep = Keeping(lease.id());
  keep.add_returned_games(1);
  keep.add_returned_games(1);
  keep.add_returned_games(99);
  v1::BotFailure& failure = *keep.add_failures();
  failure.set_bot("ben");
  failure.set_what("its process exited with code 1");
  keep.add_failures()->set_bot("nobody");
  EXPECT_THAT(board_.KeepLease("cluster", keep), IsOk());
  EXPECT_THAT(board_.KeepLease("cluster", Keeping(lease.id())), IsError(StatusCode::kNotFound, "over"));
  EXPECT_TRUE(WaitFor([&run] { return !run.Returned().empty() && !run.Failures().empty(); }));
  EXPECT_THAT(run.Returned(), ElementsAre(1));
  EXPECT_THAT(run.Failures(), ElementsAre("ben on node1: its process exited with code 1"));
}

TEST_F(LeaseBoardTest, WhatIsGivenBackIsNotLostAndTheHostIsToldWhyItCouldNotBePlayed) {
  GivingRun run(board_, 7, 3);
  const v1::Lease lease = Lease();
  v1::KeepLeaseRequest keep = Keeping(lease.id());
  keep.add_returned_games(1);
  keep.set_why_returned("cannot write /work/bots: no space left on device");
  EXPECT_THAT(board_.KeepLease("cluster", keep), IsOk());
  EXPECT_THAT(log_, ElementsAre("worker node1 of cluster has given back 1 game of tournament 7: cannot write "
                                "/work/bots: no space left on device"));
  now_ += std::chrono::minutes(1);
  board_.GiveBack("cluster", Lease().id(), "a bot's files cannot be read");
  Lease();
  now_ += std::chrono::seconds(31);
  board_.DropSilentLeases();
  EXPECT_TRUE(WaitFor([&run] { return run.Returned().size() == 3; }));
  EXPECT_THAT(run.Lost(), ElementsAre(3)) << "of a worker of which nothing was heard";
}

TEST_F(LeaseBoardTest, RunsGetWorkersByTheirPriority) {
  GivingRun light(board_, 1, 1000);
  GivingRun heavy(board_, 2, 1000, /*priority=*/3);
  std::vector<int> leases(3);
  for (int i = 0; i < 40; ++i) ++leases[Lease(1).tournament_id()];
  EXPECT_THAT(leases, ElementsAre(0, 10, 30));
}

TEST_F(LeaseBoardTest, WhatHappensToWorkersIsNoted) {
  GivingRun run(board_, 7, 4);
  v1::LeaseGamesRequest asking = Asking(4);
  asking.mutable_worker()->set_plies_per_second(1234.5);
  const absl::StatusOr<v1::LeaseGamesResponse> response = board_.LeaseGames("cluster", asking);
  ASSERT_THAT(response, IsOk());
  ASSERT_EQ(response->lease().games_size(), 2);
  v1::KeepLeaseRequest keep = Keeping(response->lease().id());
  keep.add_returned_games(1);
  keep.add_failures()->set_bot("ben");
  EXPECT_THAT(board_.KeepLease("cluster", keep), IsOk());
  now_ += std::chrono::seconds(31);
  board_.DropSilentLeases();
  ASSERT_EQ(notes_.size(), 3);
  for (const store::WorkerNote& note : notes_) EXPECT_EQ(note.worker.name, "node1");
  EXPECT_EQ(notes_[0].plies_per_second, 1234);
  EXPECT_EQ(notes_[1].returned_games, 1);
  EXPECT_EQ(notes_[1].bot_faults, 1);
  EXPECT_EQ(notes_[2].returned_games, 1);
  // It was last heard 31 s before its lease was taken for lost; the clock on the wall goes on meanwhile.
  EXPECT_LT(notes_[2].seen, notes_[1].seen);
}

TEST_F(LeaseBoardTest, AWorkerIsNotedBeforeItHasGamesAndWhileItLives) {
  ASSERT_THAT(board_.LeaseGames("cluster", Asking()), IsOk());
  board_.TellOfWorkers();
  ASSERT_EQ(notes_.size(), 1);
  EXPECT_EQ(notes_[0].worker.name, "node1");
  const Micros first = notes_[0].seen;
  // No more often than it has to say that it lives, and nothing of one that has said nothing.
  now_ += std::chrono::seconds(9);
  ASSERT_THAT(board_.LeaseGames("cluster", Asking()), IsOk());
  board_.TellOfWorkers();
  EXPECT_EQ(notes_.size(), 1);
  now_ += std::chrono::seconds(9);
  board_.TellOfWorkers();
  ASSERT_EQ(notes_.size(), 2);
  // It was heard 9 s after the first time, and 9 s before this look; the clock on the wall goes on meanwhile.
  EXPECT_LT(notes_[1].seen, first);
  now_ += std::chrono::seconds(20);
  board_.TellOfWorkers();
  EXPECT_EQ(notes_.size(), 2);
}

TEST_F(LeaseBoardTest, ALeaseEndsWithItsRun) {
  auto run = std::make_unique<GivingRun>(board_, 7, 2);
  const v1::Lease lease = Lease();
  run.reset();
  EXPECT_THAT(board_.KeepLease("cluster", Keeping(lease.id())), IsError(StatusCode::kNotFound, "over"));
  EXPECT_THAT(log_, IsEmpty());
}

TEST_F(LeaseBoardTest, AServerThatEndsAnswersNobody) {
  GivingRun run(board_, 7, 2);
  const v1::Lease lease = Lease();
  board_.Close();
  EXPECT_THAT(board_.LeaseGames("cluster", Asking()).status(), IsError(StatusCode::kUnavailable, "ends"));
  EXPECT_THAT(board_.KeepLease("cluster", Keeping(lease.id())).status(), IsError(StatusCode::kUnavailable, "ends"));
}

}  // namespace
}  // namespace flagfall::arena::cluster
