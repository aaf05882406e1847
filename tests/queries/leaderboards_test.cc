#include "arena/queries/leaderboards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST_F(LeaderboardsTest, OnlyRulesetsOfTheCatalogueHaveOne) {
  PlayChain({"ann", "bob"}, 1);
  request_.set_ruleset_id("barrage");
  EXPECT_THAT(Ask().bots(), IsEmpty());
  request_.set_ruleset_id("chess");
  EXPECT_THAT(Leaderboards(*database_, request_), IsError(absl::StatusCode::kNotFound, "no ruleset `chess`"));
}

}  // namespace
}  // namespace flagfall::arena::queries
