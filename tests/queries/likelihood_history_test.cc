#include "arena/queries/likelihood_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "arena/queries/leaderboards.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::queries {
namespace {

using testing::ElementsAre;

class LikelihoodHistoryTest : public testing::Test {
 protected:
  void Play(const std::string& red, const std::string& blue, v1::Result result) {
    store::MustStore(*database_, store::ResultOf(tournament_, ++games_, red, blue, result));
  }
  v1::LikelihoodHistory Of(const std::string& bot) {
    const auto moments = NewMoments(*database_, store::kPool);
    EXPECT_THAT(moments, IsOk());
    if (!moments.ok()) return {};
    EXPECT_LE((*moments)->moments.size(), kMomentsMax);
    return LikelihoodHistoryOf(**moments, store::kPool, bot).value_or(v1::LikelihoodHistory());
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  std::int64_t tournament_ = store::Furnish(*database_);
  std::uint32_t games_ = 0;
};

TEST_F(LikelihoodHistoryTest, EndsWithTheRatingOfTheLeaderboard) {
  for (int i = 0; i < 100; ++i) {
    Play("ann", "bob", i % 3 == 0 ? v1::RESULT_BLUE_WINS : v1::RESULT_RED_WINS);
    if (i >= 50) Play("cid", "ann", v1::RESULT_DRAW);
  }
  const auto board = LeaderboardOf(*database_, store::kPool);
  ASSERT_THAT(board, IsOk());
  for (const v1::RatedBot& rated : board->bots()) {
    const v1::LikelihoodHistory history = Of(rated.bot());
    ASSERT_GT(history.elo_size(), 10);
    EXPECT_EQ(history.error_size(), history.elo_size());
    EXPECT_EQ(history.seconds_size(), history.elo_size());
    EXPECT_EQ(history.games(history.games_size() - 1), rated.games());
    EXPECT_NEAR(history.elo(history.elo_size() - 1), rated.likelihood_elo(), 1e-6);
    EXPECT_NEAR(history.error(history.error_size() - 1), rated.likelihood_elo_error(), 1e-6);
    EXPECT_TRUE(std::is_sorted(history.games().begin(), history.games().end()));
  }
  // More games make it surer.
  const v1::LikelihoodHistory ann = Of("ann");
  EXPECT_GT(ann.error(1), 2 * ann.error(ann.error_size() - 1));
  EXPECT_GT(Of("ann").elo_size(), Of("cid").elo_size()) << "who came later has a shorter history";
}

TEST_F(LikelihoodHistoryTest, MomentsStayWhereTheyAre) {
  for (int i = 0; i < 40; ++i) Play("ann", "bob", v1::RESULT_RED_WINS);
  const v1::LikelihoodHistory before = Of("ann");
  for (int i = 0; i < 8; ++i) Play("ann", "bob", v1::RESULT_DRAW);
  const v1::LikelihoodHistory after = Of("ann");
  for (int i = 0; i + 1 < before.elo_size(); ++i) {
    EXPECT_EQ(before.games(i), after.games(i));
    EXPECT_EQ(before.elo(i), after.elo(i));
  }
}

TEST_F(LikelihoodHistoryTest, FewGamesAreAMomentEach) {
  Play("ann", "bob", v1::RESULT_RED_WINS);
  Play("bob", "ann", v1::RESULT_DRAW);
  EXPECT_THAT(Of("ann").games(), ElementsAre(1u, 2u));
}

TEST_F(LikelihoodHistoryTest, WhoHasNoRatedGamesHasNone) {
  EXPECT_THAT(NewMoments(*database_, store::kPool), IsError(absl::StatusCode::kNotFound, "classic"));
  Play("ann", "bob", v1::RESULT_RED_WINS);
  const auto moments = NewMoments(*database_, store::kPool);
  ASSERT_THAT(moments, IsOk());
  EXPECT_THAT(LikelihoodHistoryOf(**moments, store::kPool, "cid"), IsError(absl::StatusCode::kNotFound, "cid"));
}

TEST_F(LikelihoodHistoryTest, APoolThatIsTooLargeSaysSo) {
  const v1::LikelihoodHistory history =
      LikelihoodHistoryOf({.moments = {}, .left_out = "too large"}, store::kPool, "ann")
          .value_or(v1::LikelihoodHistory());
  EXPECT_EQ(history.left_out(), "too large");
}

}  // namespace
}  // namespace flagfall::arena::queries
