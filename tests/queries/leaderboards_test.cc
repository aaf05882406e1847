#include "arena/queries/leaderboards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "arena/queries/answer_cache.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::queries {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class LeaderboardsTest : public testing::Test {
 protected:
  v1::GetLeaderboardResponse Ask() {
    const auto response = Leaderboards(*database_, request_);
    EXPECT_THAT(response, IsOk());
    return *response;
  }

  // Each wins once with Red against the next, `count` times.
  void PlayChain(const std::vector<std::string>& bots, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      for (std::size_t bot = 1; bot < bots.size(); ++bot) {
        store::MustStore(*database_, store::ResultOf(tournament_, ++games_, bots[bot - 1], bots[bot]));
        store::MustStore(*database_, store::ResultOf(tournament_, ++games_, bots[bot], bots[bot - 1], v1::RESULT_DRAW));
      }
    }
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  std::int64_t tournament_ = store::Furnish(*database_);
  std::uint32_t games_ = 0;
  v1::GetLeaderboardRequest request_;
};

TEST_F(LeaderboardsTest, ALikelihoodRatingIsOfAllGamesWhateverTheirOrder) {
  PlayChain({"ann", "bob", "cid"}, 10);
  const v1::GetLeaderboardResponse response = Ask();
  ASSERT_EQ(response.bots_size(), 3);
  ASSERT_EQ(response.fits_size(), 1);
  double sum = 0;
  for (const v1::RatedBot& bot : response.bots()) {
    sum += bot.likelihood_elo();
    EXPECT_GT(bot.likelihood_elo_error(), 10);
    EXPECT_EQ(bot.scale(), 0u);
  }
  EXPECT_NEAR(sum, 4500, 1e-6) << "the mean of a scale without anchors is 1500";
  EXPECT_EQ(response.bots(0).bot(), "ann");
  EXPECT_NEAR(response.bots(0).likelihood_elo() - response.bots(1).likelihood_elo(),
              response.bots(1).likelihood_elo() - response.bots(2).likelihood_elo(), 1e-6)
      << "the games are the same from either end";
  EXPECT_GT(response.fits(0).red_advantage_elo(), 0) << "Red never lost";
  EXPECT_THAT(response.fits(0).warning(), IsEmpty());
  EXPECT_EQ(response.fits(0).superiority_size(), 0) << "nobody asked for it";
}

TEST_F(LeaderboardsTest, AnAnchorHoldsItsRating) {
  PlayChain({"ann", "bob"}, 5);
  v1::RatingAnchor& anchor = *request_.add_anchors();
  anchor.set_bot("bob");
  anchor.set_elo(2000);
  const v1::GetLeaderboardResponse response = Ask();
  EXPECT_EQ(response.bots(1).bot(), "bob");
  EXPECT_EQ(response.bots(1).likelihood_elo(), 2000);
  EXPECT_EQ(response.bots(1).likelihood_elo_error(), 0);
  EXPECT_GT(response.bots(0).likelihood_elo(), 2000);
  anchor.set_bot("eve");
  EXPECT_THAT(Leaderboards(*database_, request_),
              IsError(absl::StatusCode::kInvalidArgument, "'eve' has no rated games"));
}

TEST_F(LeaderboardsTest, SuperiorityIsToldByPlaces) {
  PlayChain({"ann", "bob", "cid"}, 10);
  request_.set_superiority(true);
  const v1::PoolFit fit = Ask().fits(0);
  ASSERT_EQ(fit.superiority_size(), 9);
  for (int a = 0; a < 3; ++a) {
    EXPECT_EQ(fit.superiority(4 * a), 0.5);
    for (int b = 0; b < 3; ++b) EXPECT_NEAR(fit.superiority(3 * a + b) + fit.superiority(3 * b + a), 1, 1e-9);
  }
  EXPECT_GT(fit.superiority(1), 0.95);
  EXPECT_GT(fit.superiority(2), fit.superiority(1)) << "two steps apart";
}

TEST_F(LeaderboardsTest, WhatNoGamesConnectIsOnScalesOfItsOwn) {
  PlayChain({"ann", "bob"}, 3);
  PlayChain({"cid", "dot"}, 3);
  request_.set_superiority(true);
  const v1::GetLeaderboardResponse response = Ask();
  EXPECT_EQ(response.fits(0).scales(), 2u);
  EXPECT_THAT(response.fits(0).warning(), HasSubstr("cid"));
  for (int a = 0; a < 4; ++a) {
    for (int b = 0; b < 4; ++b) {
      const bool comparable = a != b && response.bots(a).scale() == response.bots(b).scale();
      EXPECT_EQ(response.fits(0).superiority(4 * a + b) != 0.5, comparable);
    }
  }
}

// The running rating depends on the order of the games, and is slow to leave 1500: who lost the first of them to a
// stronger bot is behind in it, though the games together say the opposite.
TEST_F(LeaderboardsTest, PlacesAreByLikelihoodAndNotByTheRunningRating) {
  // cid beats whomever he meets; ann meets him alone, and wins a game of four.
  const auto play = [&](const char* red, const char* blue, int count) {
    for (int i = 0; i < count; ++i) store::MustStore(*database_, store::ResultOf(tournament_, ++games_, red, blue));
  };
  play("cid", "bob", 40);
  play("bob", "dot", 60);
  for (int i = 0; i < 10; ++i) {
    play("ann", "cid", 1);
    play("cid", "ann", 3);
  }
  const v1::GetLeaderboardResponse response = Ask();
  std::map<std::string, v1::RatedBot> bots;
  for (const v1::RatedBot& bot : response.bots()) bots[bot.bot()] = bot;
  ASSERT_GT(bots["bob"].elo(), bots["ann"].elo()) << "the running ratings have it the other way round";
  EXPECT_GT(bots["ann"].likelihood_elo(), bots["bob"].likelihood_elo());
  EXPECT_LT(bots["ann"].place(), bots["bob"].place());
  for (int i = 0; i < response.bots_size(); ++i) EXPECT_EQ(response.bots(i).place(), static_cast<unsigned>(i) + 1);
  EXPECT_FALSE(bots["ann"].is_provisional());

  // What one bot is told of its place is the same.
  for (const auto& [name, ranked] : bots) {
    v1::Bot bot;
    v1::RatedBot& rated = *bot.add_ratings();
    rated.set_pool(store::kPool);
    rated.set_bot(name);
    ASSERT_THAT(AddPlaces(*database_, NewLeaderboard, bot), IsOk());
    EXPECT_EQ(rated.place(), ranked.place());
    EXPECT_EQ(rated.likelihood_elo(), ranked.likelihood_elo());
  }
}

// Leaderboards as a server keeps them for GetBot and for the pages of bots.
class KeptLeaderboardsTest : public LeaderboardsTest {
 protected:
  // What the bot is told of its place in the pool.
  v1::RatedBot PlaceOf(const std::string& name) {
    v1::Bot bot;
    v1::RatedBot& rated = *bot.add_ratings();
    rated.set_pool(store::kPool);
    rated.set_bot(name);
    EXPECT_THAT(AddPlaces(*database_, source_, bot), IsOk());
    return bot.ratings(0);
  }

  // Changes with the ledger.
  std::int64_t ledger_ = 1;
  int made_ = 0;
  // Time stands still, so that nothing is given out for the time that it took.
  AnswerCache<v1::GetLeaderboardResponse> kept_{1 << 20, [](const auto& response) { return response.ByteSizeLong(); },
                                                [] { return std::chrono::steady_clock::time_point(); }};
  const LeaderboardSource source_ = [this](store::Database& database, const std::string& pool) {
    return kept_.Get(pool, Freshness::kLedger, ledger_, [&] {
      ++made_;
      return NewLeaderboard(database, pool);
    });
  };
};

TEST_F(KeptLeaderboardsTest, OneFitTellsEveryBotItsPlaceUntilTheLedgerChanges) {
  PlayChain({"ann", "bob", "cid"}, 5);
  EXPECT_EQ(PlaceOf("ann").place(), 1U);
  EXPECT_EQ(PlaceOf("cid").place(), 3U);
  const double before = PlaceOf("ann").likelihood_elo();
  EXPECT_EQ(before, Ask().bots(0).likelihood_elo());
  EXPECT_EQ(made_, 1) << "the likelihood of a pool is fitted once for all of its bots";
  PlayChain({"ann", "bob"}, 20);
  EXPECT_EQ(PlaceOf("ann").likelihood_elo(), before) << "the ledger is not known to have changed";
  ++ledger_;
  EXPECT_NE(PlaceOf("ann").likelihood_elo(), before);
  EXPECT_EQ(PlaceOf("ann").likelihood_elo(), Ask().bots(0).likelihood_elo());
  EXPECT_EQ(made_, 2);
}

TEST_F(KeptLeaderboardsTest, ABotThatTheKeptOneDoesNotKnowYetStaysWithoutAPlace) {
  PlayChain({"ann", "bob"}, 5);
  EXPECT_EQ(PlaceOf("ann").place(), 1U);
  PlayChain({"cid", "ann"}, 5);
  EXPECT_EQ(PlaceOf("cid").place(), 0U);
  EXPECT_EQ(PlaceOf("cid").likelihood_elo(), 0);
  ++ledger_;
  EXPECT_GT(PlaceOf("cid").place(), 0U);
}

TEST_F(KeptLeaderboardsTest, AnErrorOfTheLeaderboardIsTheAnswersAndIsNotKept) {
  v1::Bot bot;
  bot.add_ratings()->set_pool("no such pool");
  EXPECT_THAT(AddPlaces(*database_, source_, bot), IsError(absl::StatusCode::kNotFound, "no pool"));
  EXPECT_THAT(AddPlaces(*database_, source_, bot), IsError(absl::StatusCode::kNotFound, "no pool"));
  EXPECT_EQ(made_, 2);
}

// Two bots with the same rating: the one that played more is known better, and stands first.
TEST_F(LeaderboardsTest, TheLowerEndOfTheIntervalDecidesBetweenEquals) {
  for (int i = 0; i < 30; ++i) PlayChain({"dot", "bob"}, 1);
  for (const char* red : {"dot", "bob"}) {
    for (int i = 0; i < 60; ++i) {
      store::MustStore(*database_, store::ResultOf(tournament_, ++games_, red, "cid", v1::RESULT_DRAW));
      store::MustStore(*database_, store::ResultOf(tournament_, ++games_, "cid", red, v1::RESULT_DRAW));
    }
  }
  store::MustStore(*database_, store::ResultOf(tournament_, ++games_, "ann", "cid", v1::RESULT_DRAW));
  store::MustStore(*database_, store::ResultOf(tournament_, ++games_, "cid", "ann", v1::RESULT_DRAW));
  const v1::GetLeaderboardResponse response = Ask();
  for (int i = 1; i < response.bots_size(); ++i) {
    const v1::RatedBot &ahead = response.bots(i - 1), &behind = response.bots(i);
    const double lead = std::round(10 * ahead.likelihood_elo()) - std::round(10 * behind.likelihood_elo());
    EXPECT_GE(lead, 0);
    if (lead > 0) continue;
    EXPECT_GE(ahead.likelihood_elo() - ahead.likelihood_elo_error(),
              behind.likelihood_elo() - behind.likelihood_elo_error() - 0.1);
  }
  std::vector<std::string> order;
  for (const v1::RatedBot& bot : response.bots()) order.push_back(bot.bot());
  const auto at = [&](const char* bot) { return std::find(order.begin(), order.end(), bot) - order.begin(); };
  EXPECT_LT(at("cid"), at("ann")) << "the same rating, of 242 games and of 2";
}

TEST_F(LeaderboardsTest, SaysHowManyGamesNobodyPlayedAreInTheRatings) {
  PlayChain({"ann", "bob"}, 1);
  const auto unplayed = [](std::int64_t tournament, std::uint32_t number) {
    store::GameResult game =
        store::ResultOf(tournament, number, "ann", "bob", v1::RESULT_RED_WINS, v1::REASON_FORFEIT_NO_SHOW);
    game.record.set_plies(0);
    return game;
  };
  store::MustStore(*database_, unplayed(tournament_, 3));
  EXPECT_EQ(Ask().fits(0).unplayed_rated(), 1u) << "a tournament from before";
  v1::TournamentSpec spec = store::CompleteSpecOf({"ann", "bob"});
  spec.set_rate_forfeits(false);
  const auto id = store::CreateTournament(*database_, spec, store::kPool, Micros(3));
  ASSERT_THAT(id, IsOk());
  const v1::GetLeaderboardResponse before = Ask();
  store::MustStore(*database_, unplayed(*id, 1));
  store::MustStore(*database_, unplayed(*id, 2));
  const v1::GetLeaderboardResponse after = Ask();
  EXPECT_EQ(after.fits(0).unplayed_rated(), 1u);
  EXPECT_EQ(after.fits(0).unplayed_left_out(), 2u);
  EXPECT_EQ(after.bots(0).elo(), before.bots(0).elo());
  EXPECT_EQ(after.bots(0).likelihood_elo(), before.bots(0).likelihood_elo());
  EXPECT_EQ(after.bots(0).games(), before.bots(0).games());
}

TEST_F(LeaderboardsTest, ABotWithFewGamesIsMarked) {
  PlayChain({"ann", "bob"}, 14);
  EXPECT_TRUE(Ask().bots(0).is_provisional()) << "28 games";
  PlayChain({"ann", "bob"}, 1);
  EXPECT_FALSE(Ask().bots(0).is_provisional());
}

TEST_F(LeaderboardsTest, OnlyRulesetsOfTheCatalogueHaveOne) {
  PlayChain({"ann", "bob"}, 1);
  request_.set_ruleset_id("barrage");
  EXPECT_THAT(Ask().bots(), IsEmpty());
  request_.set_ruleset_id("chess");
  EXPECT_THAT(Leaderboards(*database_, request_), IsError(absl::StatusCode::kNotFound, "no ruleset `chess`"));
}

}  // namespace
}  // namespace flagfall::arena::queries
