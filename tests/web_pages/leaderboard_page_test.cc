#include "arena/web_pages/leaderboard_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/store/bots.h"
#include "arena/store/tournaments.h"
#include "arena/web_pages/host_status.h"
#include "arena/web_pages/site_page.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::web_pages {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class LeaderboardPageTest : public testing::Test {
 protected:
  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  std::int64_t tournament_ = store::Furnish(*database_);
};

TEST_F(LeaderboardPageTest, HasTrendsTimesAndTheFit) {
  for (std::uint32_t game = 1; game <= 30; ++game) store::MustStore(*database_, store::ResultOf(tournament_, game));
  store::MustStore(*database_, store::ResultOf(tournament_, 31, "bob", "cid"));
  const auto page = LeaderboardPage(*database_, store::kPool);
  ASSERT_THAT(page, IsOk());
  EXPECT_EQ(page->pool().name(), "classic");
  EXPECT_EQ(page->pool().bots(), 3u);
  EXPECT_EQ(page->pool().games(), 31u);
  ASSERT_EQ(page->rows_size(), 3);
  const v1::LeaderboardRow& first = page->rows(0);
  EXPECT_EQ(first.rated().bot(), "ann");
  EXPECT_EQ(first.trend_size(), kTrendGames) << "of 30 games the newest";
  EXPECT_NEAR(first.trend(kTrendGames - 1), first.rated().elo(), 0.5);
  EXPECT_LT(first.trend(0), first.trend(kTrendGames - 1));
  EXPECT_EQ(first.last_played_time().seconds(), 1'700'000'030);
  EXPECT_EQ(first.version(), "1.0");
  EXPECT_EQ(first.state(), v1::Bot::STATE_READY);
  EXPECT_TRUE(first.rated().has_likelihood_elo());
  EXPECT_EQ(page->fit().scales(), 1u);
  EXPECT_THAT(LeaderboardPage(*database_, "chess"), IsError(absl::StatusCode::kNotFound, "there are: classic"));
}

TEST_F(LeaderboardPageTest, ASiteHasItsPoolsThoseOfDefaultRulesFirst) {
  store::MustStore(*database_, store::ResultOf(tournament_, 1));
  const auto other =
      store::CreateTournament(*database_, store::CompleteSpecOf({"ann", "bob"}), "barrage[chase=off]", Micros(3));
  ASSERT_THAT(other, IsOk());
  store::MustStore(*database_, store::ResultOf(*other, 1));
  const auto site = SiteOf(*database_, {.version = "1.2", .delay_seconds = 2});
  ASSERT_THAT(site, IsOk());
  EXPECT_EQ(site->title(), "Flagfall");
  std::vector<std::string> names;
  for (const v1::Pool& pool : site->pools()) names.push_back(pool.name());
  EXPECT_THAT(names, ElementsAre("classic", "barrage[chase=off]"));
  EXPECT_EQ(site->pools(1).ruleset_id(), "barrage");
  EXPECT_EQ(site->bots(), 4u);
  EXPECT_EQ(site->games(), 2u);
  EXPECT_EQ(site->tournaments(), 2u);
}

TEST_F(LeaderboardPageTest, AHostHasItsQueueAndItsTroubles) {
  ASSERT_THAT(store::CountFault(*database_, "bob", "it died", 3), IsOk());
  ASSERT_THAT(store::SuspendBot(*database_, "cid", "being mended"), IsOk());
  const auto status = LedgerStatus(*database_, {tournament_});
  ASSERT_THAT(status, IsOk());
  ASSERT_EQ(status->queue_size(), 1);
  EXPECT_TRUE(status->queue(0).is_playing());
  EXPECT_EQ(status->queue(0).games_total(), 60u);
  ASSERT_EQ(status->faults_size(), 2);
  EXPECT_EQ(status->faults(0).bot(), "bob");
  EXPECT_EQ(status->faults(1).suspended_reason(), "being mended");
  ASSERT_THAT(store::SetTournamentState(*database_, tournament_, v1::Tournament::STATE_FINISHED, Micros(9)), IsOk());
  EXPECT_THAT(LedgerStatus(*database_, {})->queue(), IsEmpty());
}

TEST(RateMeter, IsOfTheLastWindow) {
  RateMeter meter(std::chrono::seconds(10));
  EXPECT_EQ(meter.PerSecond(), 0);
  meter.Note(100, std::chrono::seconds(0));
  EXPECT_EQ(meter.PerSecond(), 0);
  for (int second = 1; second <= 30; ++second) {
    meter.Note(100 + (second <= 20 ? 0 : 5u * static_cast<unsigned>(second - 20)), std::chrono::seconds(second));
  }
  EXPECT_EQ(meter.PerSecond(), 5);
}

}  // namespace
}  // namespace flagfall::arena::web_pages
