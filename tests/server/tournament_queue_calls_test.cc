#include "arena/server/tournament_queue.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <thread>

#include "arena/store/tournaments.h"
#include "tests/server/tournament_queue_fixture.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::server {
namespace {

using absl::StatusCode;

class TournamentQueueCallsTest : public TournamentQueueFixture {};

TEST_F(TournamentQueueCallsTest, WhatWasStoppedIsPlayedOnWhenAHostWishesIt) {
  std::stop_source stop;
  std::thread runner([&] { EXPECT_THAT(Run(stop.get_token()), IsOk()); });
  AwaitState(first_, v1::Tournament::STATE_STOPPED);
  AwaitState(second_, v1::Tournament::STATE_STOPPED);
  while (!queue_.Playing().empty()) std::this_thread::yield();
  // It fails once more, having been tried.
  auto watcher = feed_.Watch(static_cast<std::uint32_t>(first_)).value();
  EXPECT_THAT(queue_.Resume(first_), IsOk());
  const auto event = watcher.Next(std::chrono::steady_clock::now() + std::chrono::minutes(10));
  ASSERT_THAT(event, IsOk());
  EXPECT_EQ((*event)->ended(), v1::Tournament::STATE_STOPPED);
  stop.request_stop();
  runner.join();
  EXPECT_EQ(begun_, 3);
}

TEST_F(TournamentQueueCallsTest, ResumeWaitsUntilThoseWhoWatchAreToldOfTheEnd) {
  auto watcher = feed_.Watch(static_cast<std::uint32_t>(first_)).value();
  std::stop_source stop;
  std::thread runner([&] { EXPECT_THAT(Run(stop.get_token()), IsOk()); });
  AwaitState(first_, v1::Tournament::STATE_STOPPED);
  EXPECT_THAT(queue_.Resume(first_), IsOk());
  const auto event = watcher.Next(std::chrono::steady_clock::now());
  ASSERT_THAT(event, IsOk());
  ASSERT_TRUE(event->has_value());
  EXPECT_EQ((*event)->ended(), v1::Tournament::STATE_STOPPED);
  stop.request_stop();
  runner.join();
}

TEST_F(TournamentQueueCallsTest, WhatWaitsIsCancelledAndResumed) {
  EXPECT_THAT(queue_.Resume(first_), IsError(StatusCode::kFailedPrecondition, "is running"));
  ASSERT_THAT(queue_.Cancel(first_), IsOk());
  EXPECT_EQ(StateOf(first_), v1::Tournament::STATE_CANCELLED);
  EXPECT_THAT(queue_.Cancel(first_), IsOk()) << "it is what was wished";
  ASSERT_THAT(queue_.Resume(first_), IsOk());
  EXPECT_EQ(StateOf(first_), v1::Tournament::STATE_QUEUED);
  EXPECT_THAT(queue_.Cancel(77), IsError(StatusCode::kNotFound, "no tournament 77"));
  EXPECT_THAT(queue_.Resume(77), IsError(StatusCode::kNotFound, "no tournament 77"));
}

TEST_F(TournamentQueueCallsTest, WhatIsPlayingIsStoppedByACancelAndCanBePlayedOn) {
  LetGamesLast();
  std::stop_source stop;
  absl::Status status;
  std::thread runner([&] { status = Run(stop.get_token()); });
  AwaitPlaying(first_);
  AwaitPlaying(second_);
  auto watcher = feed_.Watch(static_cast<std::uint32_t>(first_)).value();
  EXPECT_THAT(queue_.Cancel(first_), IsOk());
  EXPECT_EQ(StateOf(first_), v1::Tournament::STATE_CANCELLED);
  auto told = v1::Tournament::STATE_UNSPECIFIED;
  while (told == v1::Tournament::STATE_UNSPECIFIED) {
    const auto event = watcher.Next(std::chrono::steady_clock::now() + std::chrono::minutes(10));
    ASSERT_THAT(event, IsOk());
    told = (*event)->ended();
  }
  EXPECT_EQ(told, v1::Tournament::STATE_CANCELLED);
  EXPECT_EQ(queue_.Playing(), std::set<std::int64_t>{second_}) << "the other one is played on";
  EXPECT_THAT(queue_.Resume(first_), IsOk());
  AwaitPlaying(first_);
  stop.request_stop();
  runner.join();
  EXPECT_THAT(status, IsOk());
  EXPECT_EQ(StateOf(first_), v1::Tournament::STATE_RUNNING) << "it waits for the server to be back";
  EXPECT_EQ(begun_, 3);
  EXPECT_EQ(cancelled_, 1);
}

TEST_F(TournamentQueueCallsTest, ACancelMayLeaveRunningGamesToTheirEnd) {
  ASSERT_THAT(queue_.Cancel(second_, RunningGames::kPlayedOut), IsOk());
  EXPECT_EQ(StateOf(second_), v1::Tournament::STATE_CANCELLED) << "none of its games has begun";
  LetGamesLast();
  std::stop_source stop;
  std::thread runner([&] { EXPECT_THAT(Run(stop.get_token()), IsOk()); });
  AwaitPlaying(first_);
  // It is running in the ledger from the beginning on.
  AwaitBots();
  for (int i = 0; i < 2; ++i) EXPECT_THAT(queue_.Cancel(first_, RunningGames::kPlayedOut), IsOk());
  EXPECT_EQ(StateOf(first_), v1::Tournament::STATE_PAUSED);
  EXPECT_EQ(queue_.Playing(), std::set<std::int64_t>{first_}) << "its game waits for a bot and so does not end";
  EXPECT_THAT(queue_.Resume(first_), IsError(StatusCode::kFailedPrecondition, "are still being played"));
  // A host need not wait.
  EXPECT_THAT(queue_.Cancel(first_), IsOk());
  EXPECT_EQ(StateOf(first_), v1::Tournament::STATE_CANCELLED);
  stop.request_stop();
  runner.join();
  EXPECT_EQ(cancelled_, 1);
}

TEST_F(TournamentQueueCallsTest, WhatWaitsIsPausedAndResumed) {
  ASSERT_THAT(queue_.Pause(first_), IsOk());
  EXPECT_EQ(StateOf(first_), v1::Tournament::STATE_PAUSED);
  EXPECT_THAT(queue_.Pause(first_), IsOk()) << "it is what was wished";
  ASSERT_THAT(queue_.Resume(first_), IsOk());
  EXPECT_EQ(StateOf(first_), v1::Tournament::STATE_QUEUED);
  ASSERT_THAT(queue_.Cancel(first_), IsOk());
  EXPECT_THAT(queue_.Pause(first_), IsError(StatusCode::kFailedPrecondition, "is cancelled"));
  EXPECT_THAT(queue_.Pause(77), IsError(StatusCode::kNotFound, "no tournament 77"));
}

TEST_F(TournamentQueueCallsTest, APauseWhoseLastGamesAreCutOffOutlivesTheServer) {
  LetGamesLast();
  std::stop_source stop;
  std::thread runner([&] { EXPECT_THAT(Run(stop.get_token()), IsOk()); });
  AwaitPlaying(first_);
  AwaitPlaying(second_);
  // Its first game waits for a bot and so does not end.
  while (begun_ < 2 || StateOf(first_) != v1::Tournament::STATE_RUNNING) std::this_thread::yield();
  EXPECT_THAT(queue_.Pause(first_), IsOk());
  stop.request_stop();
  runner.join();
  EXPECT_EQ(StateOf(first_), v1::Tournament::STATE_PAUSED);
  EXPECT_EQ(StateOf(second_), v1::Tournament::STATE_RUNNING);
  std::stop_source again;
  std::thread later([&] { EXPECT_THAT(Run(again.get_token()), IsOk()); });
  AwaitPlaying(second_);
  EXPECT_EQ(queue_.Playing(), std::set<std::int64_t>{second_});
  again.request_stop();
  later.join();
}

TEST_F(TournamentQueueCallsTest, WhatIsFinishedIsNeitherCancelledNorResumed) {
  ASSERT_THAT(store::SetTournamentState(*database_, first_, v1::Tournament::STATE_FINISHED, Micros(4)), IsOk());
  EXPECT_THAT(queue_.Cancel(first_), IsError(StatusCode::kFailedPrecondition, "is finished"));
  EXPECT_THAT(queue_.Resume(first_), IsError(StatusCode::kFailedPrecondition, "is finished"));
}

}  // namespace
}  // namespace flagfall::arena::server
