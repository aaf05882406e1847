#include "arena/web_pages/bot_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/rating/elo.h"
#include "arena/web_pages/thinned.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::web_pages {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class BotPageTest : public testing::Test {
 protected:
  void Play(const std::string& red, const std::string& blue, v1::Result result,
            v1::Reason reason = v1::REASON_FLAG_CAPTURED) {
    store::MustStore(*database_, store::ResultOf(tournament_, ++games_, red, blue, result, reason));
  }
  v1::BotPage Page(const std::string& name) {
    const auto page = BotPageOf(*database_, name);
    EXPECT_THAT(page, IsOk());
    return *page;
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  std::int64_t tournament_ = store::Furnish(*database_);
  std::uint32_t games_ = 0;
};

TEST_F(BotPageTest, CountsByColourOpponentAndReason) {
  Play("ann", "bob", v1::RESULT_RED_WINS);
  Play("ann", "bob", v1::RESULT_DRAW, v1::REASON_DRAW_AGREED);
  Play("bob", "ann", v1::RESULT_RED_WINS, v1::REASON_OUT_OF_TIME);
  Play("bob", "ann", v1::RESULT_RED_WINS, v1::REASON_OUT_OF_TIME);
  Play("cid", "ann", v1::RESULT_RED_WINS, v1::REASON_RESIGNED);
  Play("cid", "dot", v1::RESULT_RED_WINS);
  const v1::BotPage page = Page("ann");
  ASSERT_EQ(page.records_size(), 1);
  const v1::BotRecord& record = page.records(0);
  EXPECT_EQ(record.ruleset_id(), "classic");
  EXPECT_EQ(record.as_red().wins(), 1u);
  EXPECT_EQ(record.as_red().draws(), 1u);
  EXPECT_EQ(record.as_blue().losses(), 3u);
  ASSERT_EQ(record.opponents_size(), 2);
  EXPECT_EQ(record.opponents(0).bot(), "bob") << "whom it met most comes first";
  EXPECT_EQ(record.opponents(0).tally().losses(), 2u);
  EXPECT_EQ(record.opponents(1).bot(), "cid");
  ASSERT_EQ(record.losses_size(), 2);
  EXPECT_EQ(record.losses(0).reason(), v1::REASON_OUT_OF_TIME);
  EXPECT_EQ(record.losses(0).games(), 2u);
  EXPECT_EQ(record.losses(1).reason(), v1::REASON_RESIGNED);
  EXPECT_EQ(record.wins(0).reason(), v1::REASON_FLAG_CAPTURED);
  EXPECT_EQ(record.draws(0).reason(), v1::REASON_DRAW_AGREED);
  EXPECT_EQ(record.spending().games(), 5u);
  EXPECT_THAT(page.bot().folder(), IsEmpty());
  EXPECT_EQ(page.versions_size(), 1);
}

TEST_F(BotPageTest, ARatingHistoryEndsWhereTheLeaderboardIs) {
  for (int i = 0; i < 7; ++i) Play("ann", i % 2 == 0 ? "bob" : "cid", v1::RESULT_RED_WINS);
  const v1::BotPage page = Page("ann");
  ASSERT_EQ(page.histories_size(), 1);
  const v1::RatingHistory& history = page.histories(0);
  EXPECT_THAT(history.games(), ElementsAre(1, 2, 3, 4, 5, 6, 7));
  EXPECT_EQ(history.elo(6), page.bot().ratings(0).elo());
  EXPECT_EQ(history.seconds(0), 1'700'000'001u);
  EXPECT_THAT(history.error(), IsEmpty()) << "the running rating makes no claim of an interval";
}

TEST_F(BotPageTest, ABotWithoutGamesHasAPage) {
  const v1::BotPage page = Page("dot");
  EXPECT_THAT(page.records(), IsEmpty());
  EXPECT_THAT(page.histories(), IsEmpty());
  EXPECT_THAT(BotPageOf(*database_, "eve"), IsError(absl::StatusCode::kNotFound, "eve"));
}

TEST(RatingHistory, ALongHistoryIsThinnedAndItsEndKept) {
  std::vector<store::RatingStep> steps(5000, {.before = rating::kStartRating,
                                              .after = rating::kStartRating,
                                              .opponent_before = rating::kStartRating,
                                              .k = 16});
  steps.back().after = rating::kStartRating + rating::kMicrosPerElo;
  const v1::RatingHistory history = HistoryOf("classic", steps);
  EXPECT_EQ(history.elo_size(), static_cast<int>(kHistoryPoints));
  EXPECT_EQ(history.games(0), 1u);
  EXPECT_EQ(history.games(history.games_size() - 1), 5000u);
  EXPECT_EQ(history.elo(history.elo_size() - 1), 1501);
}

TEST(Thinned, RisesFromTheFirstToTheLast) {
  EXPECT_THAT(Thinned(0, 4), IsEmpty());
  EXPECT_THAT(Thinned(3, 4), ElementsAre(0, 1, 2));
  EXPECT_THAT(Thinned(4, 4), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(Thinned(5, 4), ElementsAre(0, 1, 2, 4));
  EXPECT_THAT(Thinned(101, 3), ElementsAre(0, 50, 100));
}

}  // namespace
}  // namespace flagfall::arena::web_pages
