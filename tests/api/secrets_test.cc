#include "arena/queries/secrets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "arena/api/home_api.h"
#include "arena/books/book.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::api {
namespace {

constexpr std::uint64_t kSeed = 12345;
constexpr char kBook[] = "ruleset classic\n...";

class SecretsTest : public testing::Test {
 protected:
  void SetUp() override {
    store::Furnish(*database_);
    spec_.set_seed(kSeed);
    spec_.set_book(kBook);
    spec_.set_duplicate(true);
    (*(*spec_.mutable_bot_options())["ann"].mutable_values())["seed"] = "7";
    const auto id = store::CreateTournament(*database_, spec_, store::kPool, Micros(5));
    ASSERT_THAT(id, IsOk());
    tournament_ = *id;
  }

  void SetState(v1::Tournament::State state) {
    ASSERT_THAT(store::SetTournamentState(*database_, tournament_, state, Micros(6)), IsOk());
  }
  v1::TournamentSpec Shown(accounts::Role role) {
    v1::GetTournamentRequest request;
    request.set_id(static_cast<std::uint32_t>(tournament_));
    return HomeApi(*database_, {.role = role}).GetTournament(request)->spec();
  }
  v1::TournamentSpec Listed(accounts::Role role) {
    return HomeApi(*database_, {.role = role}).ListTournaments({})->tournaments(0).spec();
  }

  void Play(std::uint32_t number, std::uint32_t first_of_pair) {
    store::GameResult result = store::ResultOf(tournament_, number);
    result.first_of_pair = first_of_pair;
    ASSERT_THAT(store::MustStore(*database_, result).status, IsOk());
  }
  absl::Status AskForRecord(std::uint32_t number, accounts::Role role) {
    v1::GetGameRecordRequest request;
    request.set_game_id(store::GameIdOf(tournament_, number));
    return HomeApi(*database_, {.role = role}).GetGameRecord(request).status();
  }
  absl::Status AskForView(std::uint32_t number, accounts::Role role) {
    v1::GetGameViewRequest request;
    request.set_game_id(store::GameIdOf(tournament_, number));
    request.set_observer(v1::OBSERVER_ALL);
    return HomeApi(*database_, {.role = role}).GetGameView(request).status();
  }

  std::vector<v1::ExportGamesResponse> Exported(accounts::Role role) {
    std::vector<v1::ExportGamesResponse> games;
    EXPECT_THAT(HomeApi(*database_, {.role = role})
                    .ExportGames({},
                                 [&](const v1::ExportGamesResponse& game) {
                                   games.push_back(game);
                                   return absl::OkStatus();
                                 }),
                IsOk());
    return games;
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  v1::TournamentSpec spec_ = store::CompleteSpecOf({"ann", "bob"});
  std::int64_t tournament_ = 0;
};

TEST_F(SecretsTest, SeedBookAndOptionsAreTheHostsUntilTheTournamentIsFinished) {
  for (const v1::Tournament::State state : {v1::Tournament::STATE_RUNNING, v1::Tournament::STATE_STOPPED}) {
    SetState(state);
    for (const v1::TournamentSpec& told : {Shown(accounts::Role::kAnonymous), Listed(accounts::Role::kAnonymous)}) {
      EXPECT_EQ(told.seed(), 0u);
      EXPECT_EQ(told.book(), queries::kOwnBook);
      EXPECT_EQ(told.bot_options_size(), 0);
    }
    EXPECT_EQ(Shown(accounts::Role::kHost).bot_options_size(), 1);
    EXPECT_EQ(Shown(accounts::Role::kHost).seed(), kSeed);
    EXPECT_EQ(Shown(accounts::Role::kHost).book(), kBook);
    EXPECT_EQ(Listed(accounts::Role::kHost).seed(), kSeed);
  }
  SetState(v1::Tournament::STATE_FINISHED);
  EXPECT_EQ(Shown(accounts::Role::kAnonymous).seed(), kSeed);
  EXPECT_EQ(Shown(accounts::Role::kAnonymous).book(), kBook);
  EXPECT_EQ(Listed(accounts::Role::kAnonymous).seed(), kSeed);
  EXPECT_EQ(Shown(accounts::Role::kAnonymous).bot_options_size(), 1);
}

// It may name folders, programs and bots' own words.
TEST_F(SecretsTest, WhyATournamentHasStoppedIsToldToTheHostAlone) {
  ASSERT_THAT(store::SetTournamentState(*database_, tournament_, v1::Tournament::STATE_STOPPED, Micros(6),
                                        "cannot make the folder /home/zoe/logs"),
              IsOk());
  v1::GetTournamentRequest request;
  request.set_id(static_cast<std::uint32_t>(tournament_));
  for (const auto role : {accounts::Role::kAnonymous, accounts::Role::kBot, accounts::Role::kOwner}) {
    HomeApi api(*database_, {.role = role});
    EXPECT_EQ(api.GetTournament(request)->error(), "");
    EXPECT_EQ(api.ListTournaments({})->tournaments(0).error(), "");
  }
  HomeApi host(*database_, {.role = accounts::Role::kHost});
  EXPECT_EQ(host.GetTournament(request)->error(), "cannot make the folder /home/zoe/logs");
  SetState(v1::Tournament::STATE_QUEUED);
  EXPECT_EQ(host.GetTournament(request)->error(), "") << "it is to be played on";
}

TEST_F(SecretsTest, AnOwnerIsToldWhyAChallengeOfTheOwnersHasStoppedButNotWhereTheHostKeepsThings) {
  v1::TournamentSpec spec = store::FindTournament(*database_, tournament_)->spec;
  spec.set_challenger("ann");
  spec.set_rated(false);
  const absl::StatusOr<std::int64_t> id =
      store::CreateTournament(*database_, spec, "classic", Micros(5), v1::Tournament::STATE_QUEUED);
  ASSERT_THAT(id, IsOk());
  ASSERT_THAT(store::SetTournamentState(*database_, *id, v1::Tournament::STATE_STOPPED, Micros(6),
                                        "cannot make the folder /home/zoe/logs: it is there"),
              IsOk());
  v1::GetTournamentRequest request;
  request.set_id(static_cast<std::uint32_t>(*id));
  HomeApi ann(*database_, {.role = accounts::Role::kOwner, .user = "ann"});
  EXPECT_EQ(ann.GetTournament(request)->error(), "cannot make the folder ...: it is there");
  EXPECT_EQ(ann.ListTournaments({})->tournaments(0).error(), "cannot make the folder ...: it is there");
  EXPECT_EQ(ann.GetTournament(request)->spec().seed(), 0) << "all else is kept back";
  for (const char* const other : {"", "ben"}) {
    HomeApi api(*database_, {.role = accounts::Role::kOwner, .user = other});
    EXPECT_EQ(api.GetTournament(request)->error(), "") << other;
  }
}

TEST(HideMachines, LeavesOthersTheNumberOfGamesThatWaitAndTheChallengerTheReason) {
  v1::TournamentEvent event;
  event.mutable_waiting()->set_games(4);
  event.mutable_waiting()->set_reason("ann could not be played: /home/host/bots/ann/python3 is no file");
  v1::TournamentEvent told = event;
  queries::HideMachines(told, /*is_challenger=*/true);
  EXPECT_EQ(told.waiting().reason(), "ann could not be played: ... is no file");
  queries::HideMachines(told, /*is_challenger=*/false);
  EXPECT_EQ(told.waiting().reason(), "");
  EXPECT_EQ(told.waiting().games(), 4u);
  event.set_notice("ann: /home/host/bots/ann/run did not start");
  queries::HideMachines(event, /*is_challenger=*/true);
  EXPECT_EQ(event.notice(), "ann: ... did not start");
}

TEST(WithoutPaths, LeavesAllElse) {
  EXPECT_EQ(queries::WithoutPaths("/etc/x: no, '/a b' and (/c) or a/b, 1 / 2; x=/d/e"),
            "...: no, '... b' and (...) or a/b, 1 / 2; x=...");
  EXPECT_EQ(queries::WithoutPaths(""), "");
  EXPECT_EQ(queries::WithoutPaths("/"), "/");
}

TEST_F(SecretsTest, AListHoldsNoBooks) {
  SetState(v1::Tournament::STATE_FINISHED);
  EXPECT_EQ(Listed(accounts::Role::kAnonymous).book(), queries::kOwnBook);
  EXPECT_EQ(Listed(accounts::Role::kHost).book(), queries::kOwnBook);
}

TEST_F(SecretsTest, TheStandardBookIsNoSecretAndNeitherIsThatThereIsNone) {
  v1::Tournament tournament;
  queries::HideUntilFinished(tournament);
  EXPECT_EQ(tournament.spec().book(), "");
  tournament.mutable_spec()->set_book(books::kStandardBook);
  queries::HideUntilFinished(tournament);
  EXPECT_EQ(tournament.spec().book(), books::kStandardBook);
}

TEST_F(SecretsTest, WhyGamesWaitTellsOfTheHostsMachines) {
  v1::Tournament tournament;
  tournament.mutable_waiting()->set_games(4);
  tournament.mutable_waiting()->set_reason("no worker has 2 GiB");
  queries::HideUntilFinished(tournament);
  EXPECT_EQ(tournament.waiting().games(), 4u);
  EXPECT_EQ(tournament.waiting().reason(), "");
}

TEST_F(SecretsTest, TheRecordOfAPairsFirstGameIsTheHostsUntilTheSecondIsOver) {
  Play(1, 0);
  Play(3, 0);
  Play(4, 3);
  for (const accounts::Role role : {accounts::Role::kAnonymous, accounts::Role::kHost}) {
    const auto code = role == accounts::Role::kHost ? absl::StatusCode::kOk : absl::StatusCode::kFailedPrecondition;
    EXPECT_EQ(AskForRecord(1, role).code(), code);
    EXPECT_THAT(AskForRecord(3, role), IsOk()) << "another pair's";
    EXPECT_THAT(AskForRecord(4, role), IsOk());
  }
  EXPECT_THAT(AskForRecord(1, accounts::Role::kAnonymous),
              IsError(absl::StatusCode::kFailedPrecondition, "game 2-1 is the first of a duplicate pair"));
  EXPECT_THAT(AskForView(1, accounts::Role::kAnonymous),
              IsError(absl::StatusCode::kFailedPrecondition, "duplicate pair"));
  Play(2, 1);
  EXPECT_THAT(AskForRecord(1, accounts::Role::kAnonymous), IsOk());
}

TEST_F(SecretsTest, AnExportLeavesOutTheRecordsThatCannotBeAskedFor) {
  Play(3, 0);
  Play(4, 3);
  Play(1, 0);
  for (const v1::ExportGamesResponse& game : Exported(accounts::Role::kHost)) {
    EXPECT_TRUE(game.has_record());
    EXPECT_EQ(game.withheld(), "");
  }
  const std::vector<v1::ExportGamesResponse> games = Exported(accounts::Role::kAnonymous);
  ASSERT_EQ(games.size(), 3u);
  EXPECT_EQ(games[0].game().game_id(), store::GameIdOf(tournament_, 1)) << "the newest first";
  EXPECT_FALSE(games[0].has_record());
  EXPECT_THAT(games[0].withheld(), testing::HasSubstr("is the first of a duplicate pair"));
  EXPECT_TRUE(games[1].has_record());
  EXPECT_TRUE(games[2].has_record());
}

TEST_F(SecretsTest, WhatNoGameCanBePlayedWithAnyMoreIsPublic) {
  Play(1, 0);
  SetState(v1::Tournament::STATE_STOPPED);
  EXPECT_EQ(AskForRecord(1, accounts::Role::kAnonymous).code(), absl::StatusCode::kFailedPrecondition);
  SetState(v1::Tournament::STATE_FINISHED);
  EXPECT_THAT(AskForRecord(1, accounts::Role::kAnonymous), IsOk())
      << "a knockout's match may end in the middle of a pair";
}

TEST_F(SecretsTest, ThereMustBeSuchAGame) {
  EXPECT_EQ(AskForRecord(9, accounts::Role::kAnonymous).code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace flagfall::arena::api
