#include "arena/server/tournament_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "arena/store/bots.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::server {
namespace {

using absl::StatusCode;

// Two tournaments of bots that cannot be started, which is of no importance where nothing comes so far.
class TournamentQueueTest : public testing::Test {
 protected:
  void SetUp() override {
    first_ = store::Furnish(*database_);
    second_ =
        store::CreateTournament(*database_, store::CompleteSpecOf({"ann", "bob"}), store::kPool, Micros(3)).value();
    // Where the logs' folder should be is a file.
    options_.logs_folder = dir_.Write("logs", "");
    options_.state_when_stopped = v1::Tournament::STATE_RUNNING;
  }

  v1::Tournament::State StateOf(std::int64_t id) {
    MutexLock lock(database_->access());
    return store::FindTournament(*database_, id)->state;
  }

  void AwaitState(std::int64_t id, v1::Tournament::State state) {
    while (StateOf(id) != state) std::this_thread::yield();
  }

  void AwaitPlaying(std::int64_t id) {
    while (!queue_.Playing().contains(id)) std::this_thread::yield();
  }

  // From now on the bots can be started, and never dial in, so that games wait for them.
  void LetGamesLast() {
    for (const char* name : {"ann", "bob", "cid", "dot"}) {
      v1::BotManifest manifest = store::ManifestOf(name);
      manifest.clear_command();
      for (const char* word : {"/bin/sleep", "1000000"}) manifest.add_command(word);
      EXPECT_THAT(store::UpdateBot(*database_, manifest, dir_.path()), IsOk());
    }
    options_.supervisor_path = FLAGFALL_SUPERVISOR;
    options_.logs_folder = dir_.At("output");
    options_.no_show_after = std::chrono::hours(1);
  }

  void Note(const std::string& line) {
    begun_ += absl::EndsWith(line, " begins");
    cancelled_ += absl::EndsWith(line, " was cancelled");
  }

  absl::Status Run(const std::stop_token& stop) { return queue_.Run(options_, stop); }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  TournamentFeed feed_;
  // The time since 1970 as the queue knows it.
  std::atomic<std::int64_t> now_us_ = 1'000'000;
  TournamentQueue queue_{*database_,
                         feed_,
                         nullptr,
                         [this](const std::string& line) { Note(line); },
                         /*descriptors_for_others=*/0,
                         [this] { return Micros(now_us_); }};
  runner::RunOptions options_;
  std::int64_t first_ = 0;
  std::int64_t second_ = 0;
  std::atomic<int> begun_ = 0;
  std::atomic<int> cancelled_ = 0;
};

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

TEST_F(TournamentQueueTest, WhatWasStoppedIsPlayedOnWhenAHostWishesIt) {
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

TEST_F(TournamentQueueTest, ResumeWaitsUntilThoseWhoWatchAreToldOfTheEnd) {
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

TEST_F(TournamentQueueTest, WhatWaitsIsCancelledAndResumed) {
  EXPECT_THAT(queue_.Resume(first_), IsError(StatusCode::kFailedPrecondition, "is running"));
  ASSERT_THAT(queue_.Cancel(first_), IsOk());
  EXPECT_EQ(StateOf(first_), v1::Tournament::STATE_CANCELLED);
  EXPECT_THAT(queue_.Cancel(first_), IsOk()) << "it is what was wished";
  ASSERT_THAT(queue_.Resume(first_), IsOk());
  EXPECT_EQ(StateOf(first_), v1::Tournament::STATE_QUEUED);
  EXPECT_THAT(queue_.Cancel(77), IsError(StatusCode::kNotFound, "no tournament 77"));
  EXPECT_THAT(queue_.Resume(77), IsError(StatusCode::kNotFound, "no tournament 77"));
}

TEST_F(TournamentQueueTest, WhatIsPlayingIsStoppedByACancelAndCanBePlayedOn) {
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

TEST_F(TournamentQueueTest, WhatWaitsIsPausedAndResumed) {
  ASSERT_THAT(queue_.Pause(first_), IsOk());
  EXPECT_EQ(StateOf(first_), v1::Tournament::STATE_PAUSED);
  EXPECT_THAT(queue_.Pause(first_), IsOk()) << "it is what was wished";
  ASSERT_THAT(queue_.Resume(first_), IsOk());
  EXPECT_EQ(StateOf(first_), v1::Tournament::STATE_QUEUED);
  ASSERT_THAT(queue_.Cancel(first_), IsOk());
  EXPECT_THAT(queue_.Pause(first_), IsError(StatusCode::kFailedPrecondition, "is cancelled"));
  EXPECT_THAT(queue_.Pause(77), IsError(StatusCode::kNotFound, "no tournament 77"));
}

TEST_F(TournamentQueueTest, APauseWhoseLastGamesAreCutOffOutlivesTheServer) {
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

TEST_F(TournamentQueueTest, WhatIsFinishedIsNeitherCancelledNorResumed) {
  ASSERT_THAT(store::SetTournamentState(*database_, first_, v1::Tournament::STATE_FINISHED, Micros(4)), IsOk());
  EXPECT_THAT(queue_.Cancel(first_), IsError(StatusCode::kFailedPrecondition, "is finished"));
  EXPECT_THAT(queue_.Resume(first_), IsError(StatusCode::kFailedPrecondition, "is finished"));
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
