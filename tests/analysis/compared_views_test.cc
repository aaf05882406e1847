#include "arena/analysis/compared_views.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "referee/rules/board_game/board_play.h"
#include "tests/analysis/asked_players.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::analysis {
namespace {

using testing::ElementsAre;

constexpr int kAllPlies = std::numeric_limits<int>::max();

v1::GameRecord Sample(std::uint64_t seed) { return bot::RecordOfGame("barrage", "sergeant", "random", seed); }

v1::Action PlyAction(board::Ply ply) {
  v1::Action action;
  action.mutable_ply()->set_from(ply.from);
  action.mutable_ply()->set_to(ply.to);
  return action;
}

// Both sides' set-ups, as actions at the beginning of the record.
void SwapTypes(v1::Side side, v1::PieceType one, v1::PieceType other, v1::GameRecord& record) {
  for (v1::RecordEntry& entry : *record.mutable_entries()) {
    if (entry.side() != side || !entry.acted().action().has_set_up()) continue;
    for (v1::Placement& placement : *entry.mutable_acted()->mutable_action()->mutable_set_up()->mutable_placements()) {
      if (placement.type() == one) {
        placement.set_type(other);
      } else if (placement.type() == other) {
        placement.set_type(one);
      }
    }
  }
}

TEST(ComparedViews, AreOfEachPlyWithItsLegalPlies) {
  const v1::GameRecord record = Sample(1);
  ComparedViews compared;
  ASSERT_THAT(compared.AddGame(record, kAllPlies), IsOk());
  ASSERT_EQ(compared.views().size(), record.plies());
  int number = 0;
  for (const ComparedView& view : compared.views()) {
    EXPECT_EQ(view.number, ++number);
    EXPECT_EQ(view.side, number % 2 == 1 ? Side::kRed : Side::kBlue);
    EXPECT_GE(view.legal.size(), 1U);
  }
  EXPECT_EQ(compared.GameId(0), "g1");
}

TEST(ComparedViews, EndWhereTheyAreToldTo) {
  ComparedViews compared;
  ASSERT_THAT(compared.AddGame(Sample(1), 7), IsOk());
  EXPECT_EQ(compared.views().size(), 7U);
}

TEST(ComparedViews, OfGamesThatBeginAlikeCountOnce) {
  v1::GameRecord record = Sample(1);
  ComparedViews compared;
  ASSERT_THAT(compared.AddGame(record, 10), IsOk());
  ASSERT_THAT(compared.AddGame(record, 14), IsOk());
  EXPECT_EQ(compared.views().size(), 14U) << "ten were known";
  EXPECT_EQ(compared.views().back().game, 1U);
  ASSERT_THAT(compared.AddGame(Sample(2), 10), IsOk());
  EXPECT_EQ(compared.views().size(), 24U);
  EXPECT_EQ(compared.units(), 2U) << "the same set-ups are one unit";
  EXPECT_EQ(compared.UnitOf(1), compared.UnitOf(0));
  EXPECT_NE(compared.UnitOf(2), compared.UnitOf(0));
}

// What is hidden from a player does not make its view another one.
TEST(ComparedViews, AreEqualWhereOnlyHiddenTypesDiffer) {
  v1::GameRecord record = Sample(1);
  ComparedViews compared;
  ASSERT_THAT(compared.AddGame(record, 1), IsOk());
  SwapTypes(v1::SIDE_BLUE, v1::PIECE_TYPE_FLAG, v1::PIECE_TYPE_BOMB, record);
  ASSERT_THAT(compared.AddGame(record, 1), IsOk());
  EXPECT_EQ(compared.views().size(), 1U) << "Red has not seen what Blue has behind its lines";
  EXPECT_EQ(compared.units(), 2U);
  SwapTypes(v1::SIDE_RED, v1::PIECE_TYPE_FLAG, v1::PIECE_TYPE_BOMB, record);
  ASSERT_THAT(compared.AddGame(record, 1), IsOk());
  EXPECT_EQ(compared.views().size(), 2U) << "it knows its own";
}

TEST(ComparedViews, TakeLegalAnswersAlone) {
  const v1::GameRecord record = Sample(1);
  ComparedViews compared;
  ASSERT_THAT(compared.AddGame(record, 6), IsOk());
  const std::vector<ComparedView>& views = compared.views();
  v1::Action resigns;
  GameAnswers first;
  first[0] = {{PlyAction(views[0].legal[1])}, {PlyAction({.from = 42, .to = 43})}, {PlyAction(views[4].legal[0])}};
  first[1] = {{resigns}, {std::nullopt}};
  GameAnswers second;
  second[0] = {{PlyAction(views[0].legal[0])}};
  const std::vector<std::vector<GameAnswers>> times = {{first}, {second}};
  compared.AddBot(times);
  ASSERT_EQ(compared.bots(), 1U);
  EXPECT_THAT(views[0].answers[0], ElementsAre(1, 0));
  EXPECT_THAT(views[1].answers[0], ElementsAre(kNoAnswer, kNoAnswer)) << "no ply";
  EXPECT_THAT(views[2].answers[0], ElementsAre(kNoAnswer, kNoAnswer)) << "an illegal ply";
  EXPECT_THAT(views[3].answers[0], ElementsAre(kNoAnswer, kNoAnswer)) << "none came";
  EXPECT_THAT(views[4].answers[0], ElementsAre(0, kNoAnswer));
  EXPECT_THAT(views[5].answers[0], ElementsAre(kNoAnswer, kNoAnswer)) << "it was not asked";
}

TEST(ComparedViews, AreOfBoardGames) {
  v1::GameRecord record;
  record.mutable_ruleset()->set_id("cards");
  ComparedViews compared;
  EXPECT_THAT(compared.AddGame(record, kAllPlies), IsError(absl::StatusCode::kNotFound, "cards"));
  EXPECT_EQ(compared.games(), 0U);
}

}  // namespace
}  // namespace flagfall::arena::analysis
