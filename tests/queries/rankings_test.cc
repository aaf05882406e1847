#include "arena/queries/rankings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "arena/queries/leaderboards.h"
#include "arena/rating/payoffs.h"
#include "arena/store/encounters.h"
#include "arena/store/ratings.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::queries {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class RankingsTest : public testing::Test {
 protected:
  // Stores a pair of games, the first bot having Red in the first one, with what that bot makes of each.
  void PlayPair(const std::string& a, const std::string& b, v1::Result first, v1::Result second) {
    store::MustStore(*database_, store::ResultOf(tournament_, ++games_, a, b, first));
    store::GameResult other = store::ResultOf(tournament_, games_ + 1, b, a, second);
    other.first_of_pair = games_++;
    store::MustStore(*database_, other);
  }
  // Three pairs of four are won by the first bot, the fourth is lost.
  void PlayCircle(int rounds) {
    for (int i = 0; i < 4 * rounds; ++i) {
      for (const auto& [winner, loser] : {std::pair("ann", "bob"), std::pair("bob", "cid"), std::pair("cid", "ann")}) {
        if (i % 4 == 3) {
          PlayPair(winner, loser, v1::RESULT_BLUE_WINS, v1::RESULT_RED_WINS);
        } else {
          PlayPair(winner, loser, v1::RESULT_RED_WINS, v1::RESULT_BLUE_WINS);
        }
      }
    }
  }

  v1::GetLeaderboardResponse Ask() {
    const auto response = Leaderboards(*database_, request_);
    EXPECT_THAT(response, IsOk());
    return response.value_or(v1::GetLeaderboardResponse());
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  std::int64_t tournament_ = store::Furnish(*database_);
  std::uint32_t games_ = 0;
  v1::GetLeaderboardRequest request_;
};

TEST_F(RankingsTest, ACircleIsLevelByBothRankings) {
  PlayCircle(3);
  for (const v1::RankMethod method : {v1::RANK_METHOD_ALPHA, v1::RANK_METHOD_NASH}) {
    request_.set_rank(method);
    const v1::GetLeaderboardResponse response = Ask();
    ASSERT_EQ(response.rankings_size(), 1);
    const v1::PoolRanking& ranking = response.rankings(0);
    EXPECT_EQ(ranking.pool(), "classic");
    EXPECT_EQ(ranking.method(), method);
    EXPECT_EQ(ranking.resamples(), 1000u);
    ASSERT_EQ(ranking.bots_size(), 3);
    for (const v1::CircleRank& bot : ranking.bots()) {
      EXPECT_EQ(bot.place(), 1u);
      EXPECT_NEAR(bot.share().value(), 1.0 / 3, 1e-9);
      EXPECT_LE(bot.share().low(), bot.share().value());
      EXPECT_EQ(bot.games(), 48u);
      EXPECT_NEAR(bot.likelihood_elo(), 1500, 1e-6);
    }
    EXPECT_EQ(ranking.bots(0).bot(), "ann") << "by name where places are the same";
    EXPECT_THAT(ranking.left_out(), IsEmpty());
    EXPECT_EQ(Ask().SerializeAsString(), response.SerializeAsString()) << "the same ledger gives the same table";
  }
}

TEST_F(RankingsTest, ACircleIsNotWhatTheRatingsForetell) {
  PlayCircle(10);
  request_.set_residuals(true);
  const v1::GetLeaderboardResponse response = Ask();
  ASSERT_EQ(response.residuals_size(), 1);
  const v1::PoolResiduals& residuals = response.residuals(0);
  EXPECT_EQ(residuals.pairs_met(), 3u);
  // Both games of each pair ended alike.
  EXPECT_GT(residuals.variance_ratio(), 1.8);
  ASSERT_EQ(residuals.pairs_size(), 3);
  for (const v1::PairResidual& pair : residuals.pairs()) {
    EXPECT_EQ(pair.games(), 80u);
    EXPECT_EQ(pair.points(), 60);
    EXPECT_NEAR(pair.expected_points(), 40, 1e-6);
    EXPECT_GT(pair.z(), 3);
    EXPECT_LT(pair.adjusted_p(), 0.1);
  }
  EXPECT_EQ(residuals.adjusted_p(), residuals.p()) << "there is one pool";
  const auto page = ResidualsPage(*database_, "classic");
  ASSERT_THAT(page, IsOk());
  EXPECT_EQ(page->SerializeAsString(), residuals.SerializeAsString());
}

TEST_F(RankingsTest, RatingsBesideARankingHaveTheAnchors) {
  PlayCircle(3);
  request_.set_rank(v1::RANK_METHOD_NASH);
  v1::RatingAnchor& anchor = *request_.add_anchors();
  anchor.set_bot("ann");
  anchor.set_elo(2000);
  const v1::GetLeaderboardResponse response = Ask();
  ASSERT_EQ(response.rankings_size(), 1);
  for (const v1::CircleRank& bot : response.rankings(0).bots()) EXPECT_NEAR(bot.likelihood_elo(), 2000, 1e-6);
  anchor.set_bot("zoe");
  EXPECT_THAT(Leaderboards(*database_, request_), IsError(absl::StatusCode::kInvalidArgument, "'zoe' has no rated"));
}

TEST_F(RankingsTest, APageHasBothRankings) {
  PlayCircle(1);
  store::MustStore(*database_, store::ResultOf(tournament_, ++games_, "dot", "ann"));
  const auto page = RankingsPage(*database_, "classic");
  ASSERT_THAT(page, IsOk());
  ASSERT_EQ(page->rankings_size(), 2);
  EXPECT_THAT(page->rankings(0).left_out(), ElementsAre("dot")) << "has met ann only";
  EXPECT_EQ(page->rankings(1).method(), v1::RANK_METHOD_NASH);
  EXPECT_THAT(RankingsPage(*database_, "chess"), IsError(absl::StatusCode::kNotFound, "there are: classic"));
  EXPECT_THAT(ResidualsPage(*database_, "chess"), IsError(absl::StatusCode::kNotFound, "there are: classic"));
}

TEST_F(RankingsTest, NothingIsAskedForInVain) {
  request_.set_alpha(2);
  EXPECT_THAT(Leaderboards(*database_, request_), IsError(absl::StatusCode::kInvalidArgument, "without rank alpha"));
  request_.set_rank(v1::RANK_METHOD_ALPHA);
  request_.set_alpha(-1);
  EXPECT_THAT(Leaderboards(*database_, request_),
              IsError(absl::StatusCode::kInvalidArgument, "alpha is -1; it must be above 0"));
  request_.clear_alpha();
  request_.set_rank(static_cast<v1::RankMethod>(7));
  EXPECT_THAT(Leaderboards(*database_, request_), IsError(absl::StatusCode::kInvalidArgument, "rank is 7"));
  request_.clear_rank();
  request_.set_residuals(true);
  request_.add_anchors()->set_bot("ann");
  EXPECT_THAT(Leaderboards(*database_, request_), IsError(absl::StatusCode::kInvalidArgument, "without anchors"));
}

TEST_F(RankingsTest, SamplesAreThePairsOfTheLedger) {
  PlayPair("ann", "bob", v1::RESULT_RED_WINS, v1::RESULT_DRAW);
  PlayPair("bob", "ann", v1::RESULT_RED_WINS, v1::RESULT_RED_WINS);
  store::MustStore(*database_, store::ResultOf(tournament_, ++games_, "bob", "ann"));
  // A game of a pair is by itself where its other game was not played and so is not rated.
  v1::TournamentSpec spec = store::CompleteSpecOf({"ann", "bob"});
  spec.set_rate_forfeits(false);
  const auto other = store::CreateTournament(*database_, spec, store::kPool, Micros(3));
  ASSERT_THAT(other, IsOk());
  store::GameResult unplayed =
      store::ResultOf(*other, 1, "ann", "bob", v1::RESULT_BLUE_WINS, v1::REASON_FORFEIT_NO_SHOW);
  unplayed.record.set_plies(0);
  store::MustStore(*database_, unplayed);
  store::GameResult second = store::ResultOf(*other, 2, "bob", "ann", v1::RESULT_DRAW);
  second.first_of_pair = 1;
  store::MustStore(*database_, second);
  const auto scores = store::PoolScoresOf(*database_, "classic");
  ASSERT_THAT(scores, IsOk());
  const auto encounters = store::EncountersOf(*database_, "classic", scores->bots);
  ASSERT_THAT(encounters, IsOk());
  ASSERT_EQ(encounters->size(), 1u);
  const rating::Encounter& both = encounters->front();
  EXPECT_EQ(scores->bots[both.a], "ann");
  std::int64_t rated = 0;
  for (const rating::PairScore& score : scores->scores) rated += score.tally.Games();
  EXPECT_EQ(rated, 6);
  EXPECT_EQ(both.Games(), rated);
  // Of ann: a win and a draw; a loss and a win.
  EXPECT_THAT(both.pairs.pairs, ElementsAre(0, 0, 1, 1, 0));
  EXPECT_EQ(both.pairs.one_each, 1);
  EXPECT_EQ(both.games.losses, 1);
  EXPECT_EQ(both.games.draws, 1);
}

}  // namespace
}  // namespace flagfall::arena::queries
