#include "arena/store/tournaments.h"

#include <gtest/gtest.h>

#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

class TournamentsTest : public testing::Test {
 protected:
  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  std::int64_t first_ = Furnish(*database_);
};

TEST_F(TournamentsTest, IsFoundAsCreated) {
  const auto tournament = FindTournament(*database_, first_);
  ASSERT_THAT(tournament, IsOk());
  EXPECT_EQ(tournament->id, 1);
  EXPECT_EQ(tournament->spec.SerializeAsString(), CompleteSpecOf({"ann", "bob", "cid", "dot"}).SerializeAsString());
  EXPECT_EQ(tournament->spec.seed(), 18'000'000'000'000'000'007u) << "all 64 bits";
  EXPECT_EQ(tournament->pool, kPool);
  EXPECT_EQ(tournament->state, v1::Tournament::STATE_RUNNING);
  EXPECT_EQ(tournament->created_time, Micros(2));
}

TEST_F(TournamentsTest, StatesChangeWithTheirTime) {
  for (const v1::Tournament::State state :
       {v1::Tournament::STATE_STOPPED, v1::Tournament::STATE_QUEUED, v1::Tournament::STATE_RUNNING,
        v1::Tournament::STATE_PAUSED, v1::Tournament::STATE_CANCELLED, v1::Tournament::STATE_FINISHED}) {
    ASSERT_THAT(SetTournamentState(*database_, first_, state, Micros(10 + static_cast<int>(state))), IsOk());
    const auto tournament = FindTournament(*database_, first_);
    EXPECT_EQ(tournament->state, state);
    EXPECT_EQ(tournament->updated_time, Micros(10 + static_cast<int>(state)));
    EXPECT_EQ(tournament->created_time, Micros(2));
  }
}

TEST_F(TournamentsTest, WhatIsRunningOrQueuedIsToBePlayed) {
  const auto to_be_played = [this] {
    EXPECT_EQ(CountRunningBefore(*database_, first_ + 1).value(),
              static_cast<std::int64_t>(RunningTournaments(*database_, 10)->size()));
    return RunningTournaments(*database_, 10)->size();
  };
  for (const v1::Tournament::State state : {v1::Tournament::STATE_RUNNING, v1::Tournament::STATE_QUEUED}) {
    ASSERT_THAT(SetTournamentState(*database_, first_, state, Micros(3)), IsOk());
    EXPECT_EQ(to_be_played(), 1u) << v1::Tournament::State_Name(state);
  }
  for (const v1::Tournament::State state : {v1::Tournament::STATE_STOPPED, v1::Tournament::STATE_PAUSED,
                                            v1::Tournament::STATE_CANCELLED, v1::Tournament::STATE_FINISHED}) {
    ASSERT_THAT(SetTournamentState(*database_, first_, state, Micros(4)), IsOk());
    EXPECT_EQ(to_be_played(), 0u) << v1::Tournament::State_Name(state);
  }
}

TEST_F(TournamentsTest, OnePausedWhileItsLastGamesArePlayedIsNotToBePlayed) {
  ASSERT_THAT(NotePause(*database_, first_, Micros(7)), IsOk());
  auto tournament = FindTournament(*database_, first_);
  ASSERT_THAT(tournament, IsOk());
  EXPECT_EQ(tournament->state, v1::Tournament::STATE_PAUSED);
  EXPECT_EQ(tournament->updated_time, Micros(7));
  EXPECT_TRUE(RunningTournaments(*database_, 10)->empty());
  EXPECT_EQ(CountRunningBefore(*database_, first_ + 1).value(), 0);
  ASSERT_THAT(SetTournamentState(*database_, first_, v1::Tournament::STATE_RUNNING, Micros(8)), IsOk());
  ASSERT_THAT(UpdateState(*database_, *tournament), IsOk());
  EXPECT_EQ(tournament->state, v1::Tournament::STATE_RUNNING);
  EXPECT_THAT(NotePause(*database_, 9, Micros(1)), IsError(absl::StatusCode::kNotFound, "no tournament 9"));
}

TEST_F(TournamentsTest, TheErrorOfAStopIsKeptUntilItIsPlayedOn) {
  ASSERT_THAT(SetTournamentState(*database_, first_, v1::Tournament::STATE_STOPPED, Micros(3), "no bwrap"), IsOk());
  EXPECT_EQ(FindTournament(*database_, first_)->error, "no bwrap");
  ASSERT_THAT(SetTournamentState(*database_, first_, v1::Tournament::STATE_RUNNING, Micros(4)), IsOk());
  EXPECT_EQ(FindTournament(*database_, first_)->error, "");
}

TEST_F(TournamentsTest, UnknownOnesAreNotFound) {
  EXPECT_THAT(FindTournament(*database_, 9), IsError(absl::StatusCode::kNotFound, "no tournament 9"));
  EXPECT_THAT(SetTournamentState(*database_, 9, v1::Tournament::STATE_STOPPED, Micros(1)),
              IsError(absl::StatusCode::kNotFound, "no tournament 9"));
}

TEST_F(TournamentsTest, ABotThatTheHomeDoesNotKnowIsRefusedAndNothingIsKept) {
  EXPECT_THAT(CreateTournament(*database_, CompleteSpecOf({"ann", "eve"}), kPool, Micros(3)),
              IsError(absl::StatusCode::kNotFound, "'eve'"));
  EXPECT_EQ(ListTournaments(*database_, std::nullopt, 10)->size(), 1u);
}

TEST_F(TournamentsTest, AreListedNewestFirstByPages) {
  for (int i = 2; i <= 5; ++i) {
    ASSERT_THAT(CreateTournament(*database_, CompleteSpecOf({"ann", "bob"}), kPool, Micros(i)), IsOk());
  }
  const auto first = ListTournaments(*database_, std::nullopt, 3);
  ASSERT_THAT(first, IsOk());
  ASSERT_EQ(first->size(), 3u);
  EXPECT_EQ(first->front().id, 5);
  const auto second = ListTournaments(*database_, first->back().id, 3);
  ASSERT_THAT(second, IsOk());
  ASSERT_EQ(second->size(), 2u);
  EXPECT_EQ(second->back().id, 1);
}

TEST_F(TournamentsTest, ChallengesAreListedApartAndCountedByTheirChallenger) {
  const auto create = [&](const std::string& challenger, std::uint32_t games, int at) {
    v1::TournamentSpec spec = CompleteSpecOf({"ann", "bob"});
    spec.set_challenger(challenger);
    spec.set_games(games);
    return CreateTournament(*database_, spec, kPool, Micros(at), v1::Tournament::STATE_QUEUED).value();
  };
  const std::int64_t amys = create("amy", 10, 100);
  const std::int64_t bens = create("ben", 20, 101);
  const std::int64_t amys_next = create("amy", 30, 102);
  const auto ids = [](const absl::StatusOr<std::vector<Tournament>>& tournaments) {
    std::vector<std::int64_t> ids;
    for (const Tournament& tournament : *tournaments) ids.push_back(tournament.id);
    return ids;
  };
  using Ids = std::vector<std::int64_t>;
  EXPECT_EQ(ids(RunningTournaments(*database_, 9)), (Ids{first_, amys, bens, amys_next}));
  EXPECT_EQ(ids(RunningWithoutChallenges(*database_, 9)), (Ids{first_}));
  EXPECT_EQ(ids(NextChallenges(*database_, 9)), (Ids{amys, bens})) << "one of each challenger";
  EXPECT_EQ(ids(NextChallenges(*database_, 1)), (Ids{amys}));

  EXPECT_EQ(CountChallenges(*database_, "amy", Micros(0))->open, 2);
  EXPECT_EQ(CountChallenges(*database_, "amy", Micros(0))->games_since, 40);
  EXPECT_EQ(CountChallenges(*database_, "amy", Micros(101))->games_since, 30);
  EXPECT_EQ(CountChallenges(*database_, "cid", Micros(0))->games_since, 0);
  ASSERT_THAT(SetTournamentState(*database_, amys, v1::Tournament::STATE_CANCELLED, Micros(200)), IsOk());
  EXPECT_EQ(ids(NextChallenges(*database_, 9)), (Ids{bens, amys_next}));
  EXPECT_EQ(CountChallenges(*database_, "amy", Micros(0))->open, 1);
  EXPECT_EQ(CountChallenges(*database_, "amy", Micros(0))->games_since, 40) << "also those that were not played";

  EXPECT_THAT(CheckTournaments(*database_), IsOk());
  ASSERT_THAT(database_->Prepare("UPDATE tournaments SET challenger = 'ben' WHERE challenger = 'amy'").Run(), IsOk());
  EXPECT_THAT(CheckTournaments(*database_),
              IsError(absl::StatusCode::kDataLoss, "its challenger is not that of its spec"));
}

}  // namespace
}  // namespace flagfall::arena::store
