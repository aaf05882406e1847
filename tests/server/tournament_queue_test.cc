#include "arena/server/tournament_queue.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "arena/store/tournaments.h"
#include "tests/server/tournament_queue_fixture.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::server {
namespace {

using absl::StatusCode;

class TournamentQueueTest : public TournamentQueueFixture {};

TEST_F(TournamentQueueTest, AnErrorOfOneTournamentStopsThatOneAlone) {
  auto watcher = feed_.Watch(static_cast<std::uint32_t>(first_)).value();
  std::stop_source stop;
  absl::Status status;
  std::thread runner([&] { status = Run(stop.get_token()); });
  AwaitState(second_, v1::Tournament::STATE_STOPPED);
  AwaitState(first_, v1::Tournament::STATE_STOPPED);
  const auto event = watcher.Next(std::chrono::steady_clock::now() + std::chrono::minutes(10));
  ASSERT_THAT(event, IsOk());
  EXPECT_EQ((*event)->ended(), v1::Tournament::STATE_STOPPED);
  stop.request_stop();
  runner.join();
  EXPECT_THAT(status, IsOk());
  EXPECT_EQ(begun_, 2);
}

TEST_F(TournamentQueueTest, ALedgerThatFailsEndsTheRunAndLeavesTournamentsRunning) {
  // So that what was played cannot be read.
  ASSERT_THAT(database_->Execute("ALTER TABLE games RENAME TO gone"), IsOk());
  EXPECT_FALSE(Run(std::stop_token()).ok());
  EXPECT_GE(begun_, 1);
  EXPECT_EQ(StateOf(first_), v1::Tournament::STATE_RUNNING);
  EXPECT_EQ(StateOf(second_), v1::Tournament::STATE_RUNNING);
  EXPECT_TRUE(queue_.Playing().empty()) << "who waits for its end would wait for ever";
  // What it has played is rated as it is cancelled.
  ASSERT_THAT(database_->Execute("ALTER TABLE gone RENAME TO games"), IsOk());
  EXPECT_THAT(queue_.Cancel(first_), IsOk());
}

TEST_F(TournamentQueueTest, SoManyArePlayedAtOnceAndTheNextWhenOneIsOver) {
  LetGamesLast();
  std::vector<std::int64_t> ids = {first_, second_};
  while (ids.size() <= TournamentQueue::kAtOnceMax) {
    ids.push_back(
        store::CreateTournament(*database_, store::CompleteSpecOf({"ann", "bob"}), store::kPool, Micros(4)).value());
  }
  std::stop_source stop;
  std::thread runner([&] { EXPECT_THAT(Run(stop.get_token()), IsOk()); });
  for (std::size_t i = 0; i < TournamentQueue::kAtOnceMax; ++i) AwaitPlaying(ids[i]);
  EXPECT_FALSE(queue_.Playing().contains(ids.back()));
  EXPECT_THAT(queue_.Cancel(second_), IsOk());
  AwaitPlaying(ids.back());
  stop.request_stop();
  runner.join();
}

TEST_F(TournamentQueueTest, OneChallengeOfEachChallengerIsPlayedBesideTournaments) {
  LetGamesLast();
  const auto create = [&](const std::string& challenger) {
    v1::TournamentSpec spec = store::CompleteSpecOf({"ann", "bob"});
    spec.set_challenger(challenger);
    return store::CreateTournament(*database_, spec, store::kPool, Micros(4)).value();
  };
  const std::int64_t amys = create("amy");
  const std::int64_t amys_next = create("amy");
  std::vector<std::int64_t> others;
  for (const char* user : {"ben", "cat", "dan", "eve"}) others.push_back(create(user));
  const std::int64_t third =
      store::CreateTournament(*database_, store::CompleteSpecOf({"ann", "bob"}), store::kPool, Micros(5)).value();
  std::stop_source stop;
  std::thread runner([&] { EXPECT_THAT(Run(stop.get_token()), IsOk()); });
  // The last of four challenges begins when all that come before it have begun.
  AwaitPlaying(others[2]);
  EXPECT_EQ(queue_.Playing(), (std::set<std::int64_t>{first_, second_, amys, others[0], others[1], others[2], third}));
  EXPECT_THAT(queue_.Cancel(amys), IsOk());
  AwaitPlaying(amys_next);
  EXPECT_FALSE(queue_.Playing().contains(others[3]));
  stop.request_stop();
  runner.join();
}

// A tournament of ann and dot that begins a day later.
v1::TournamentSpec Tomorrows() {
  v1::TournamentSpec spec;
  for (const char* name : {"ann", "dot"}) spec.add_bots(name);
  spec.mutable_ruleset()->set_id("classic");
  spec.mutable_start_time()->set_seconds(24 * 3600);
  return spec;
}

TEST_F(TournamentQueueTest, WhatIsScheduledIsPlayedWhenItsTimeHasCome) {
  LetGamesLast();
  std::stop_source stop;
  std::thread runner([&] { EXPECT_THAT(Run(stop.get_token()), IsOk()); });
  AwaitPlaying(first_);
  AwaitPlaying(second_);
  const auto id = queue_.Create(Tomorrows());
  ASSERT_THAT(id, IsOk());
  EXPECT_EQ(StateOf(*id), v1::Tournament::STATE_SCHEDULED);
  EXPECT_THAT(queue_.Pause(*id), IsError(StatusCode::kFailedPrecondition, "is scheduled; only one that is queued"));
  EXPECT_THAT(queue_.Resume(*id), IsError(StatusCode::kFailedPrecondition, "is scheduled; only one that was paused"));
  auto watcher = feed_.Watch(static_cast<std::uint32_t>(*id)).value();
  now_us_ = std::int64_t{24 * 3600} * 1'000'000;
  AwaitPlaying(*id);
  const auto event = watcher.Next(std::chrono::steady_clock::now() + std::chrono::minutes(10));
  ASSERT_THAT(event, IsOk());
  EXPECT_EQ((*event)->notice(), "entries are closed: 2 bots");
  stop.request_stop();
  runner.join();
}

TEST_F(TournamentQueueTest, WhatIsScheduledIsCancelledAndScheduledAgain) {
  const auto id = queue_.Create(Tomorrows());
  ASSERT_THAT(id, IsOk());
  auto watcher = feed_.Watch(static_cast<std::uint32_t>(*id)).value();
  ASSERT_THAT(queue_.Cancel(*id), IsOk());
  EXPECT_EQ(StateOf(*id), v1::Tournament::STATE_CANCELLED);
  const auto event = watcher.Next(std::chrono::steady_clock::now());
  ASSERT_THAT(event, IsOk());
  ASSERT_TRUE(event->has_value());
  EXPECT_EQ((*event)->ended(), v1::Tournament::STATE_CANCELLED);
  ASSERT_THAT(queue_.Resume(*id), IsOk());
  EXPECT_EQ(StateOf(*id), v1::Tournament::STATE_SCHEDULED) << "its time has not come";
  EXPECT_THAT(queue_.StopSeries(1), IsError(StatusCode::kNotFound, "no series 1"));
}

TEST_F(TournamentQueueTest, SelectorsOfOneThatBeginsAtOnceAreResolvedAtOnce) {
  v1::TournamentSpec spec = Tomorrows();
  spec.clear_start_time();
  spec.clear_bots();
  spec.add_bots("dot");
  spec.add_bots("all");
  const auto id = queue_.Create(spec);
  ASSERT_THAT(id, IsOk());
  EXPECT_EQ(StateOf(*id), v1::Tournament::STATE_QUEUED);
  MutexLock lock(database_->access());
  const auto tournament = store::FindTournament(*database_, *id);
  ASSERT_THAT(tournament, IsOk());
  EXPECT_EQ(std::vector<std::string>(tournament->spec.bots().begin(), tournament->spec.bots().end()),
            (std::vector<std::string>{"dot", "ann", "bob", "cid"}));
}

}  // namespace
}  // namespace flagfall::arena::server
