#include "arena/analysis/exam_scores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "referee/rules/record.h"
#include "referee/rules/side.h"
#include "tests/rules/sampled_record.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::analysis {
namespace {

using testing::ElementsAre;

constexpr int kAll = std::numeric_limits<int>::max();
constexpr double kNear = 1e-6;

AskedPly Agreed(int number, int legal) { return {.number = number, .legal = legal, .played = 1}; }

AskedPly Otherwise(int number, int legal) { return {.number = number, .legal = legal, .others = {1}}; }

// The values were computed by hand.
TEST(ExamScores, OfOneAnswer) {
  EXPECT_EQ(AgreementOf(Agreed(1, 4)), 1);
  EXPECT_EQ(RankOf(Agreed(1, 4)), 1);
  EXPECT_NEAR(LossBitsOf(Agreed(1, 4)), 0.678072, kNear) << "-log2(1.25 / 2)";
  EXPECT_EQ(AgreementOf(Otherwise(1, 4)), 0);
  EXPECT_EQ(RankOf(Otherwise(1, 4)), 3) << "the middle of the second place to the fourth";
  EXPECT_NEAR(LossBitsOf(Otherwise(1, 4)), 3, kNear) << "-log2(0.25 / 2)";
  EXPECT_EQ(RankOf(Agreed(1, 1)), 1);
  EXPECT_NEAR(LossBitsOf(Agreed(1, 1)), 0, kNear) << "a forced ply is no news";
}

TEST(ExamScores, OfManyAnswersWithTiesAndTrouble) {
  const AskedPly ply{.number = 1, .legal = 5, .played = 2, .others = {2, 3, 1}, .illegal = 1, .missing = 1};
  EXPECT_EQ(ply.Asked(), 10);
  EXPECT_DOUBLE_EQ(AgreementOf(ply), 0.2);
  EXPECT_DOUBLE_EQ(RankOf(ply), 2.5) << "one is before it, and one beside it";
  EXPECT_NEAR(LossBitsOf(ply), 2.321928, kNear) << "-log2(2.2 / 11)";
  // Nobody has answered anything: all places are alike.
  const AskedPly silent{.number = 1, .legal = 5, .missing = 3};
  EXPECT_DOUBLE_EQ(RankOf(silent), GuessedRank(5));
  EXPECT_NEAR(LossBitsOf(silent), 4.321928, kNear) << "-log2(0.2 / 4)";
}

TEST(ExamScores, OfGuessing) {
  EXPECT_DOUBLE_EQ(GuessedAgreement(4), 0.25);
  EXPECT_DOUBLE_EQ(GuessedRank(4), 2.5);
  EXPECT_DOUBLE_EQ(UniformLossBits(4), 2);
  EXPECT_NEAR(GuesserLossBits(2, 1), 1.207519, kNear) << "(-log2(0.25) - log2(0.75)) / 2";
  EXPECT_NEAR(GuesserLossBits(4, 2), 2.516119, kNear) << "9/16 log2(12) + 6/16 log2(2.4) + 1/16 log2(4/3)";
  EXPECT_EQ(GuesserLossBits(1, 3), 0);
  EXPECT_GT(GuesserLossBits(20, 1), UniformLossBits(20));
  // Its frequencies come near to uniform ones.
  EXPECT_NEAR(GuesserLossBits(4, 2000), 2, 0.01);
  // However often it is asked: the chance that it never hits is then below all numbers.
  for (const int legal : {2, 4, 10}) EXPECT_NEAR(GuesserLossBits(legal, 10'000), std::log2(legal), 0.01);
}

TEST(ExamScores, MeansOverPliesHaveErrorsByGame) {
  const std::vector<std::vector<AskedPly>> games = {{Agreed(1, 4), Otherwise(60, 4)}, {Agreed(3, 4)}};
  const ExamFigures all = FiguresOf(games, 1, kAll);
  EXPECT_EQ(all.plies, 3u);
  EXPECT_EQ(all.asked, 3u);
  EXPECT_DOUBLE_EQ(all.legal_plies, 4);
  EXPECT_DOUBLE_EQ(all.agreement.value, 2.0 / 3);
  EXPECT_DOUBLE_EQ(all.agreement.chance, 0.25);
  // Sums 1 and 1, plies 2 and 1: sqrt(2 * ((1 - 4/3)^2 + (1 - 2/3)^2)) / 3.
  EXPECT_NEAR(all.agreement.standard_error.value(), 2.0 / 9, kNear);
  EXPECT_NEAR(all.agreement.difference_standard_error.value(), 2.0 / 9, kNear) << "all plies have the same chance";
  EXPECT_DOUBLE_EQ(all.rank.value, 5.0 / 3);
  EXPECT_DOUBLE_EQ(all.rank.chance, 2.5);
  EXPECT_NEAR(all.loss_bits.value, (2 * 0.678072 + 3) / 3, kNear);
  EXPECT_DOUBLE_EQ(all.loss_bits.chance, 2);
  EXPECT_NEAR(all.guesser_loss_bits, GuesserLossBits(4, 1), kNear);
}

TEST(ExamScores, OfAPartOfTheGames) {
  const std::vector<std::vector<AskedPly>> games = {{Agreed(50, 4), Otherwise(51, 8)}, {Agreed(3, 4)}};
  EXPECT_EQ(FiguresOf(games, 1, 50).plies, 2u);
  const ExamFigures later = FiguresOf(games, 51, kAll);
  EXPECT_EQ(later.plies, 1u);
  EXPECT_DOUBLE_EQ(later.rank.value, 5) << "the middle of the second place to the eighth";
  EXPECT_FALSE(later.rank.standard_error.has_value()) << "one game says nothing of how games differ";
  EXPECT_EQ(FiguresOf(games, 52, kAll).plies, 0u);
  EXPECT_EQ(FiguresOf({}, 1, kAll).agreement.value, 0);
}

// The recorded plies of both sides.
std::array<std::vector<v1::Action>, 2> PliesOf(const v1::GameRecord& record) {
  std::array<std::vector<v1::Action>, 2> plies;
  const std::vector<RecordedAction> actions = AcceptedActions(record).value();
  for (const RecordedAction& action : actions) {
    if (action.action.has_ply()) plies[action.side == v1::SIDE_BLUE ? 1 : 0].push_back(action.action);
  }
  return plies;
}

TEST(AskedPlies, AreCountedBesideTheRecordedOnes) {
  const v1::GameRecord record = SampledRecord("barrage", 3);
  const auto plies = PliesOf(record);
  GameAnswers answers;
  for (const v1::Action& ply : plies[0]) answers[0].push_back({ply, ply});
  const std::vector<AskedPly> asked = AskedPliesOf(record, answers).value();
  ASSERT_EQ(asked.size(), plies[0].size()) << "Blue was not asked";
  for (std::size_t i = 0; i < asked.size(); ++i) {
    EXPECT_EQ(asked[i].number, static_cast<int>(2 * i + 1));
    EXPECT_EQ(asked[i].played, 2);
    EXPECT_EQ(asked[i].Asked(), 2);
  }
}

TEST(AskedPlies, AreOthersOrIllegalOrMissing) {
  const v1::GameRecord record = SampledRecord("barrage", 3);
  const auto plies = PliesOf(record);
  v1::Action off_the_board = plies[0][0];
  off_the_board.mutable_ply()->set_to(1000);
  GameAnswers answers;
  // A game knows which plies are legal; this is one of them that was not played.
  const std::unique_ptr<Game> game = *NewGame(record.ruleset(), record.seed());
  const v1::GivenSetUps set_ups = SetUpsOf(record).value();
  v1::Action set_up;
  *set_up.mutable_set_up() = set_ups.red();
  ASSERT_THAT(game->Act(v1::SIDE_RED, set_up), IsOk());
  *set_up.mutable_set_up() = set_ups.blue();
  ASSERT_THAT(game->Act(v1::SIDE_BLUE, set_up), IsOk());
  const std::vector<v1::Action> legal = game->Legal(v1::SIDE_RED).value();
  v1::Action other = legal[0];
  if (other.ply().SerializeAsString() == plies[0][0].ply().SerializeAsString()) other = legal[1];
  answers[0] = {{other, other, off_the_board, v1::Action(), plies[1][0], std::nullopt, plies[0][0]}};
  const std::vector<AskedPly> asked = AskedPliesOf(record, answers).value();
  ASSERT_EQ(asked.size(), 1u);
  EXPECT_EQ(asked[0].legal, static_cast<int>(legal.size()));
  EXPECT_EQ(asked[0].played, 1);
  EXPECT_THAT(asked[0].others, ElementsAre(2));
  EXPECT_EQ(asked[0].illegal, 3);
  EXPECT_EQ(asked[0].missing, 1);
}

TEST(AskedPlies, OfOtherRulesetsAreNone) {
  EXPECT_THAT(AskedPliesOf(SampledRecord("cards", 1), {}), IsError(absl::StatusCode::kNotFound, "cards"));
}

}  // namespace
}  // namespace flagfall::arena::analysis
