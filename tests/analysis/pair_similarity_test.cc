#include "arena/analysis/pair_similarity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/analysis/asked_players.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::analysis {
namespace {

constexpr double kExactly = 1e-9;

std::vector<v1::GameRecord> Games(int count) {
  const std::vector<std::string> players = {"random", "sergeant"};
  std::vector<v1::GameRecord> records;
  for (int i = 0; i < count; ++i) {
    records.push_back(bot::RecordOfGame("barrage", players[static_cast<std::size_t>(i % 2)], "sergeant",
                                        static_cast<std::uint64_t>(900 + i)));
  }
  return records;
}

ComparedViews Asked(const std::vector<v1::GameRecord>& records, const std::vector<std::string>& players,
                    int plies_max = 60) {
  ComparedViews compared;
  for (const v1::GameRecord& record : records) EXPECT_THAT(compared.AddGame(record, plies_max), IsOk());
  for (std::size_t i = 0; i < players.size(); ++i) {
    compared.AddBot(bot::AskedTwice(records, players[i], 1 + 2 * i));
  }
  return compared;
}

PairSimilarity PairOf(const ComparedViews& compared, std::size_t first, std::size_t second, double allowed = 0.5) {
  for (const PairSimilarity& pair : ComparePairs(compared, allowed)) {
    if (pair.first == first && pair.second == second) return pair;
  }
  ADD_FAILURE() << "no such pair";
  return {};
}

// Bots that answer the same plies, by their places, at each of Red's first plies.
class Answering {
 public:
  explicit Answering(std::vector<v1::GameRecord> records, int views) : records_(std::move(records)), views_(views) {
    for (const v1::GameRecord& record : records_) EXPECT_THAT(compared_.AddGame(record, 2 * views_ - 1), IsOk());
  }

  // `places`: by the time it is asked, by Red's ply; kNoAnswer answers nothing.
  void Add(const std::vector<std::vector<int>>& places) {
    std::vector<std::vector<GameAnswers>> times;
    for (const std::vector<int>& at : places) {
      std::vector<GameAnswers>& games = times.emplace_back(records_.size());
      for (const ComparedView& view : compared_.views()) {
        if (view.side != Side::kRed) continue;
        const int place = at[static_cast<std::size_t>(view.number / 2)];
        ExamAnswer answer;
        if (place != kNoAnswer) {
          answer.emplace();
          answer->mutable_ply()->set_from(view.legal[static_cast<std::size_t>(place)].from);
          answer->mutable_ply()->set_to(view.legal[static_cast<std::size_t>(place)].to);
        }
        games[view.game][0].push_back({answer});
      }
    }
    compared_.AddBot(times);
  }

  const ComparedViews& compared() const { return compared_; }

 private:
  std::vector<v1::GameRecord> records_;
  int views_;
  ComparedViews compared_;
};

// The values were computed by hand.
TEST(PairSimilarity, IsWhereAgreementLiesBetweenOthersAndSelf) {
  Answering answering(Games(1), 2);
  answering.Add({{0, 0}, {0, 0}});
  answering.Add({{0, 0}, {0, 1}});
  answering.Add({{0, 1}, {1, 1}});
  const PairSimilarity pair = PairOf(answering.compared(), 0, 1);
  EXPECT_EQ(pair.views, 2U);
  EXPECT_EQ(pair.units, 1U);
  EXPECT_NEAR(pair.agreement, (1 + 0.5) / 2, kExactly);
  EXPECT_NEAR(pair.self, (1 + 0.5) / 2, kExactly) << "the second disagrees with itself in the second view";
  const std::vector<ComparedView>& views = answering.compared().views();
  const double chance = 1.0 / static_cast<double>(views[2].legal.size());
  // With the third, both agree in half of the answers of the first view; in the second the first one never, and the
  // other one in half.
  EXPECT_NEAR(pair.others, (0.5 + std::max(chance, 0.25)) / 2, kExactly);
  EXPECT_NEAR(pair.chance, (1.0 / static_cast<double>(views[0].legal.size()) + chance) / 2, kExactly);
  EXPECT_NEAR(pair.same_seed, (1 + 0.5) / 2, kExactly);
  EXPECT_NEAR(*pair.similarity, 1, kExactly);
  EXPECT_FALSE(pair.standard_error.has_value()) << "of one unit";
}

TEST(PairSimilarity, LeavesOutViewsWithoutAnswers) {
  Answering answering(Games(1), 3);
  answering.Add({{0, 0, kNoAnswer}, {0, 0, 0}});
  answering.Add({{0, 1, 0}, {0, 1, 0}});
  answering.Add({{1, kNoAnswer, 1}, {1, kNoAnswer, 1}});
  const ComparedViews& compared = answering.compared();
  EXPECT_EQ(PairOf(compared, 0, 1).views, 1U) << "in the second nobody else answered, in the third the first only once";
  EXPECT_EQ(PairOf(compared, 0, 2).views, 1U);
  EXPECT_EQ(PairOf(compared, 1, 2).views, 2U) << "one answer of another bot is enough";
}

TEST(PairSimilarity, OfBotsThatAnswerNothingIsNone) {
  Answering answering(Games(1), 1);
  for (int bot = 0; bot < 3; ++bot) answering.Add({{kNoAnswer}, {kNoAnswer}});
  for (const PairSimilarity& pair : ComparePairs(answering.compared())) {
    EXPECT_EQ(pair.views, 0U);
    EXPECT_EQ(pair.adjusted_p, 1);
  }
}

// All do the same, or all draw lots: nothing tells one bot from the other.
TEST(PairSimilarity, IsNoEvidenceWhereNobodyDiffers) {
  Answering answering(Games(40), 1);
  for (int bot = 0; bot < 4; ++bot) answering.Add({{0}, {0}});
  for (const PairSimilarity& pair : ComparePairs(answering.compared())) {
    EXPECT_EQ(pair.agreement, 1);
    EXPECT_FALSE(pair.similarity.has_value());
    EXPECT_EQ(pair.p, 1);
    EXPECT_TRUE(pair.weighing.empty());
  }
}

TEST(PairSimilarity, NamesTheViewsThatWeighMost) {
  Answering answering(Games(8), 2);
  answering.Add({{0, 1}, {0, 1}});
  answering.Add({{0, 1}, {0, 1}});
  answering.Add({{0, 0}, {0, 0}});
  const PairSimilarity pair = PairOf(answering.compared(), 0, 1);
  ASSERT_EQ(pair.weighing.size(), 5U);
  std::size_t game = 99;
  for (const WeighingView& weighing : pair.weighing) {
    const ComparedView& view = answering.compared().views()[weighing.view];
    EXPECT_EQ(view.number, 3) << "where the third one does something else";
    EXPECT_EQ(weighing.ply, view.legal[1]);
    EXPECT_NE(view.game, game) << "each of another game";
    game = view.game;
    EXPECT_NEAR(weighing.weight, 1 - 1.0 / static_cast<double>(view.legal.size()), kExactly);
  }
}

TEST(PairSimilarity, FindsACopyWithOtherSeeds) {
  const ComparedViews compared = Asked(Games(60), {"sergeant", "random", "sergeant"});
  const std::vector<PairSimilarity> pairs = ComparePairs(compared);
  EXPECT_EQ(pairs[0].first, 0U);
  EXPECT_EQ(pairs[0].second, 2U);
  EXPECT_LT(pairs[0].adjusted_p, 1e-4);
  EXPECT_NEAR(*pairs[0].similarity, 1, 0.1);
  EXPECT_LT(*pairs[0].standard_error, 0.1);
  for (std::size_t i = 1; i < pairs.size(); ++i) {
    EXPECT_EQ(pairs[i].adjusted_p, 1) << pairs[i].first << " " << pairs[i].second;
    EXPECT_LT(pairs[i].similarity.value_or(0), 0.1);
  }
}

TEST(PairSimilarity, FindsACopyThatMakesAPlyInTenAtRandom) {
  const PairSimilarity pair = PairOf(Asked(Games(60), {"sergeant", "sergeant/0.1", "random"}), 0, 1);
  EXPECT_LT(pair.adjusted_p, 1e-4);
  EXPECT_NEAR(*pair.similarity, 1, 0.1) << "it is itself as often as can be";
}

TEST(PairSimilarity, OfBotsOfTheirOwnIsNoEvidence) {
  const ComparedViews compared = Asked(Games(12), {"sergeant", "random", "marshal"}, 30);
  for (const PairSimilarity& pair : ComparePairs(compared)) {
    EXPECT_GT(pair.adjusted_p, 0.5) << pair.first << " " << pair.second;
    EXPECT_LT(pair.similarity.value_or(0), kSimilarityAllowed);
  }
}

TEST(PairSimilarity, IsHeldAgainstWhatIsAllowed) {
  const ComparedViews compared = Asked(Games(20), {"sergeant", "sergeant", "random"}, 40);
  EXPECT_LT(PairOf(compared, 0, 1, 0.3).p, PairOf(compared, 0, 1, 0.7).p);
  EXPECT_EQ(PairOf(compared, 0, 1, 0.99).similarity, PairOf(compared, 0, 1, 0).similarity);
}

}  // namespace
}  // namespace flagfall::arena::analysis
