#include "arena/web_pages/head_to_head.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/rating/elo.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::web_pages {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class HeadToHeadTest : public testing::Test {
 protected:
  void Play(const std::string& red, const std::string& blue, v1::Result result,
            v1::Reason reason = v1::REASON_FLAG_CAPTURED) {
    store::MustStore(*database_, store::ResultOf(tournament_, ++games_, red, blue, result, reason));
  }
  v1::HeadToHead Of(const std::string& bot, const std::string& opponent) {
    const auto page = HeadToHeadOf(*database_, bot, opponent);
    EXPECT_THAT(page, IsOk());
    return page.value_or(v1::HeadToHead());
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  std::int64_t tournament_ = store::Furnish(*database_);
  std::uint32_t games_ = 0;
};

TEST_F(HeadToHeadTest, TellsSidesReasonsAndTheCourse) {
  Play("ann", "bob", v1::RESULT_RED_WINS);
  Play("bob", "ann", v1::RESULT_DRAW, v1::REASON_DRAW_AGREED);
  Play("ann", "cid", v1::RESULT_RED_WINS);
  Play("ann", "bob", v1::RESULT_BLUE_WINS, v1::REASON_OUT_OF_TIME);
  Play("bob", "ann", v1::RESULT_BLUE_WINS);
  const v1::HeadToHead page = Of("ann", "bob");
  EXPECT_EQ(page.bot(), "ann");
  EXPECT_EQ(page.opponent(), "bob");
  ASSERT_EQ(page.records_size(), 1);
  const v1::HeadToHeadRecord& record = page.records(0);
  EXPECT_EQ(record.ruleset_id(), "classic");
  EXPECT_EQ(record.as_red().wins(), 1u);
  EXPECT_EQ(record.as_red().losses(), 1u);
  EXPECT_EQ(record.as_blue().wins(), 1u);
  EXPECT_EQ(record.as_blue().draws(), 1u);
  EXPECT_EQ(record.wins(0).games(), 2u);
  EXPECT_EQ(record.losses(0).reason(), v1::REASON_OUT_OF_TIME);
  EXPECT_THAT(record.course().points(), ElementsAre(1, 1.5, 1.5, 2.5));
  EXPECT_THAT(record.course().games(), ElementsAre(1u, 2u, 3u, 4u));
  const rating::EloEstimate ahead = rating::EstimateElo({.wins = 2, .draws = 1, .losses = 1});
  EXPECT_EQ(record.elo(), ahead.difference);
  EXPECT_EQ(record.elo_error(), ahead.error);
}

TEST_F(HeadToHeadTest, IsTheOtherWayRoundForTheOpponent) {
  Play("ann", "bob", v1::RESULT_RED_WINS);
  Play("bob", "ann", v1::RESULT_RED_WINS);
  Play("ann", "bob", v1::RESULT_RED_WINS);
  const v1::HeadToHeadRecord ours = Of("ann", "bob").records(0);
  const v1::HeadToHeadRecord theirs = Of("bob", "ann").records(0);
  EXPECT_EQ(ours.as_red().wins(), theirs.as_blue().losses());
  EXPECT_EQ(ours.as_blue().losses(), theirs.as_red().wins());
  EXPECT_DOUBLE_EQ(ours.elo(), -theirs.elo());
  EXPECT_THAT(theirs.course().points(), ElementsAre(0, 1, 1));
}

TEST_F(HeadToHeadTest, OfBotsThatHaveNotMetIsEmpty) {
  Play("ann", "cid", v1::RESULT_RED_WINS);
  EXPECT_THAT(Of("ann", "bob").records(), IsEmpty());
}

TEST_F(HeadToHeadTest, NeedsTwoBots) {
  EXPECT_THAT(HeadToHeadOf(*database_, "ann", "eve"), IsError(absl::StatusCode::kNotFound, "eve"));
  EXPECT_THAT(HeadToHeadOf(*database_, "eve", "ann"), IsError(absl::StatusCode::kNotFound, "eve"));
  EXPECT_THAT(HeadToHeadOf(*database_, "ann", "ann"), IsError(absl::StatusCode::kInvalidArgument, "name two bots"));
}

}  // namespace
}  // namespace flagfall::arena::web_pages
