// Games that no worker can play: what is told of them, and when they are tried again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "arena/cluster/lease_troubles.h"
#include "arena/cluster/present_workers.h"
#include "tests/cluster/lease_board_fixture.h"
#include "tests/support/status_matchers.h"
#include "tests/support/wait.h"

namespace flagfall::arena::cluster {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
constexpr int kAnna = 0;
constexpr int kBen = 1;

class WaitingGames : public LeaseBoardTest {
 protected:
  static v1::LeaseGamesRequest AskingAs(const std::string& name) {
    v1::LeaseGamesRequest request = Asking(/*games_free=*/1);
    request.mutable_worker()->set_name(name);
    return request;
  }
  static v1::LeaseGamesRequest AskingWithoutSandbox(const std::string& name) {
    v1::LeaseGamesRequest request = AskingAs(name);
    request.mutable_worker()->set_without_sandbox("bwrap is not installed");
    return request;
  }

  v1::LeaseGamesResponse Ask(const v1::LeaseGamesRequest& request) {
    const absl::StatusOr<v1::LeaseGamesResponse> response = board_.LeaseGames("cluster", request);
    EXPECT_THAT(response, IsOk());
    return response.ok() ? *response : v1::LeaseGamesResponse();
  }

  void GiveBack(const v1::Lease& lease, const std::string& why, const std::string& bot = "") {
    v1::KeepLeaseRequest request = Keeping(lease.id());
    for (const v1::LeasedGame& game : lease.games()) request.add_returned_games(game.number());
    request.set_why_returned(why);
    request.set_bot_at_fault(bot);
    EXPECT_THAT(board_.KeepLease("cluster", request), IsOk());
  }

  // By then all workers have asked.
  void LetWorkersBeKnown() { now_ += seconds(20); }

  // What the run is told now of the workers that there are.
  coordinator::MachinesSeen Told(GivingRun& run) {
    const int before = run.TimesTold();
    board_.TellOfWorkers();
    EXPECT_TRUE(WaitFor([&] { return run.TimesTold() > before; }));
    return run.Seen();
  }
  // Whether it is told nothing, as what it was told before still holds.
  bool IsToldNothing(GivingRun& run) {
    const int before = run.TimesTold();
    board_.TellOfWorkers();
    // The run takes events in their order, and has answered this one.
    Ask(AskingAs("another"));
    return run.TimesTold() == before;
  }
};

TEST_F(WaitingGames, ARunIsToldWhichBotsNoWorkerCanPlayAndWhy) {
  GivingRun run(board_, 7, 2);
  EXPECT_FALSE(Ask(AskingWithoutSandbox("node1")).has_lease());
  board_.TellOfWorkers();
  now_ += seconds(19);
  board_.TellOfWorkers();
  EXPECT_EQ(run.TimesTold(), 0) << "others may not have asked yet";
  now_ += seconds(1);
  const coordinator::MachinesSeen seen = Told(run);
  EXPECT_EQ(seen.cannot_play, std::set<std::set<int>>{{kBen}});
  EXPECT_EQ(seen.why, "ben needs a strict sandbox, and the worker has none: bwrap is not installed");
}

TEST_F(WaitingGames, AWorkerThatCanPlayThemEndsThat) {
  GivingRun run(board_, 7, 2);
  Ask(AskingWithoutSandbox("node1"));
  LetWorkersBeKnown();
  Told(run);
  EXPECT_TRUE(Ask(AskingAs("node2")).has_lease());
  const coordinator::MachinesSeen seen = Told(run);
  EXPECT_EQ(seen.cannot_play, std::set<std::set<int>>{{}});
  EXPECT_THAT(seen.why, IsEmpty());
  EXPECT_TRUE(IsToldNothing(run));
}

TEST_F(WaitingGames, WhereNoWorkerAsksNobodyCanPlay) {
  GivingRun run(board_, 7, 2);
  LetWorkersBeKnown();
  coordinator::MachinesSeen seen = Told(run);
  EXPECT_THAT(seen.cannot_play, IsEmpty());
  EXPECT_EQ(seen.why, "no worker asks for games");
  // One that comes and goes again.
  Ask(AskingAs("node1"));
  EXPECT_EQ(Told(run).cannot_play, std::set<std::set<int>>{{}});
  now_ += seconds(31);
  EXPECT_EQ(Told(run).why, "no worker asks for games");
}

TEST_F(WaitingGames, AWorkerThatAHostDoesNotTrustIsNoneThatCanPlay) {
  GivingRun run(board_, 7, 2);
  Ask(AskingAs("node1"));
  board_.SetSuspected({{{.user = "cluster", .name = "node1"}, "it lied"}});
  LetWorkersBeKnown();
  Ask(AskingAs("node1"));
  EXPECT_EQ(Told(run).why, "no worker asks for games");
}

TEST_F(WaitingGames, TheMemoryOfABotHasToFitIntoTheWorker) {
  struct Row {
    const char* name;
    std::uint64_t memory;
    std::uint64_t bot_memory;
    const char* reason;
  };
  for (const Row& row :
       {Row{"unknown", 0, 0, ""}, Row{"as much", 2 * kGiB, 2 * kGiB, ""},
        Row{"small", 3 * kGiB / 2, 4 * kGiB, "ben asks for 2 GiB of memory, and the worker has 1.5 GiB"},
        Row{"stingy", 64 * kGiB, kGiB,
            "ben gets 2 GiB of memory at the server, and the worker gives a bot 1 GiB at most (--bot-memory-max)"}}) {
    GivingRun run(board_, 7, 2);
    v1::LeaseGamesRequest request = AskingAs(row.name);
    request.mutable_worker()->set_memory_bytes(row.memory);
    request.mutable_worker()->set_bot_memory_bytes_max(row.bot_memory);
    const v1::LeaseGamesResponse response = Ask(request);
    EXPECT_EQ(response.has_lease(), std::string(row.reason).empty()) << row.name;
    EXPECT_THAT(response.reason(), HasSubstr(row.reason)) << row.name;
  }
}

TEST_F(WaitingGames, WhatAWorkerCouldNotPlayItGetsAgainAfterPausesThatGrow) {
  GivingRun run(board_, 7, 10);
  for (const minutes pause : {minutes(1), minutes(2), minutes(4), minutes(8), minutes(16), minutes(16)}) {
    const v1::LeaseGamesResponse given = Ask(AskingAs("node1"));
    ASSERT_TRUE(given.has_lease()) << pause.count();
    GiveBack(given.lease(), "the disk is full");
    now_ += pause - seconds(1);
    const v1::LeaseGamesResponse refused = Ask(AskingAs("node1"));
    EXPECT_FALSE(refused.has_lease()) << pause.count();
    EXPECT_EQ(refused.reason(),
              "this worker cannot play tournament 7: games could not be played by the worker: the disk is full");
    now_ += seconds(1);
  }
}

TEST_F(WaitingGames, ThatNoWorkerCouldPlayThemIsToldUntilOneHas) {
  GivingRun run(board_, 7, 10);
  for (const char* name : {"node1", "node2"}) GiveBack(Ask(AskingAs(name)).lease(), "no such file", "anna");
  LetWorkersBeKnown();
  Ask(AskingAs("node1"));
  Ask(AskingAs("node2"));
  EXPECT_EQ(Told(run).cannot_play, std::set<std::set<int>>{{kAnna}});
  EXPECT_EQ(run.Seen().why, "anna could not be played by the worker: no such file");
  // They are tried again, which alone says nothing.
  now_ += minutes(1);
  Ask(AskingAs("node2"));
  EXPECT_TRUE(Ask(AskingAs("node1")).has_lease());
  EXPECT_EQ(Told(run).cannot_play, std::set<std::set<int>>{{kAnna}}) << "counted anew";
}

TEST_F(WaitingGames, AWorkerThatIsStartedAnewIsTriedAtOnce) {
  GivingRun run(board_, 7, 10);
  v1::LeaseGamesRequest request = AskingAs("node1");
  request.mutable_worker()->set_process_id(1);
  GiveBack(Ask(request).lease(), "the disk is full");
  EXPECT_FALSE(Ask(request).has_lease());
  request.mutable_worker()->set_process_id(2);
  EXPECT_TRUE(Ask(request).has_lease());
  request.mutable_worker()->set_process_id(1);
  EXPECT_FALSE(Ask(request).has_lease()) << "another one of the same name changes nothing for it";
}

TEST(LeaseTroubles, AGameThatWasPlayedEndsThem) {
  const WorkerProcess worker{.name = {.user = "cluster", .name = "node1"}, .id = 1};
  LeaseTroubles troubles;
  const auto now = [&troubles, &worker](Micros time) {
    Refusal refusal;
    troubles.AddTo(worker, time, refusal);
    return refusal;
  };
  troubles.NoteGivenBack(worker, kAnna, "no such file", Micros(0));
  troubles.NoteGivenBack(worker, std::nullopt, "the disk is full", Micros(0));
  EXPECT_TRUE(troubles.NoteUnreadable(kBen, "permission denied", Micros(0)));
  EXPECT_FALSE(troubles.NoteUnreadable(kBen, "permission denied", Micros(0)));
  EXPECT_EQ(now(seconds(1)).all, "games could not be played by the worker: the disk is full");
  EXPECT_EQ(now(seconds(1)).bots.size(), 2U);
  troubles.NotePlayed({.name = worker.name, .id = 2}, kAnna, 3);
  EXPECT_EQ(now(seconds(1)).bots.size(), 2U);
  troubles.NotePlayed(worker, kAnna, kBen);
  EXPECT_TRUE(now(seconds(1)).IsEmpty());
}

TEST(PresentWorkers, GoWhenNothingIsHeardOfThem) {
  PresentWorkers present(seconds(30));
  const WorkerProcess first{.name = {.user = "cluster", .name = "node1"}, .id = 1};
  const WorkerProcess second{.name = first.name, .id = 2};
  present.NoteAsking(first, v1::Worker(), Micros(0));
  present.NoteAsking(second, v1::Worker(), Micros(0));
  present.NoteHeard(first, seconds(20));
  present.NoteHeard({.name = first.name, .id = 3}, seconds(20));
  EXPECT_EQ(present.At(seconds(30)).size(), 2U);
  EXPECT_EQ(present.At(seconds(50)).size(), 1U);
  EXPECT_THAT(present.At(seconds(51)), IsEmpty());
}

}  // namespace
}  // namespace flagfall::arena::cluster
