#include "sample-bots/environment/observation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "referee/rules/board_game/board_game.h"
#include "referee/rules/board_game/follow_position.h"
#include "sample-bots/environment/ply_number.h"

namespace flagfall::environment {
namespace {

using board::BoardRules;
using board::BoardState;
using board::PieceType;
using board::Placement;
using board::Ply;
using board::Square;

Square At(const std::string& name) { return *board::ParseSquare(name); }
Ply PlyAt(const std::string& name) { return *board::ParsePly(name); }

std::vector<Placement> Pieces(const std::vector<std::pair<std::string, PieceType>>& pieces) {
  std::vector<Placement> placements;
  for (const auto& [square, type] : pieces) placements.push_back({.square = At(square), .type = type});
  return placements;
}

// A game of few pieces, with all that an observation needs.
class StudyGame {
 public:
  // Red: Flag a1, Scout b4, Miner e4, Bomb j1. Blue: Flag j10, Scout b7, Marshal f7.
  StudyGame() {
    BoardRules rules = BoardRules::Duel();
    rules.army = {};
    for (const PieceType type :
         {PieceType::kFlag, PieceType::kScout, PieceType::kMiner, PieceType::kBomb, PieceType::kMarshal}) {
      rules.army[static_cast<std::size_t>(type)] = 1;
    }
    state_ = BoardState::Free(
        rules,
        Pieces(
            {{"a1", PieceType::kFlag}, {"b4", PieceType::kScout}, {"e4", PieceType::kMiner}, {"j1", PieceType::kBomb}}),
        Pieces({{"j10", PieceType::kFlag}, {"b7", PieceType::kScout}, {"f7", PieceType::kMarshal}}));
  }

  void Make(const std::string& ply) {
    state_.Make(PlyAt(ply));
    recent_.Add(PlyAt(ply));
  }

  // The planes of the square of that name that are not 0, as the side sees it: {plane, value}.
  std::vector<std::pair<int, int>> Shown(Side side, const std::string& square) const {
    std::vector<std::uint8_t> out(kObservationBytes, 99);
    Observe(state_, recent_, side, out.data());
    const std::size_t first = std::size_t{kPlanes} * SeenBy(side, At(square));
    std::vector<std::pair<int, int>> shown;
    for (int plane = 0; plane < kPlanes; ++plane) {
      if (out[first + plane] != 0) shown.emplace_back(plane, out[first + plane]);
    }
    return shown;
  }

 private:
  BoardState state_;
  RecentPlies recent_;
};

constexpr int Of(int first, PieceType type) { return first + static_cast<int>(type) - 1; }

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(Observation, ShowsOwnTypesAndWhatHiddenOnesMayBe) {
  const StudyGame game;
  EXPECT_THAT(game.Shown(Side::kRed, "e4"), ElementsAre(Pair(Of(kOwnTypes, PieceType::kMiner), 1)));
  EXPECT_THAT(
      game.Shown(Side::kRed, "b7"),
      ElementsAre(Pair(Of(kPossibleTypes, PieceType::kScout), 1), Pair(Of(kPossibleTypes, PieceType::kMiner), 1),
                  Pair(Of(kPossibleTypes, PieceType::kMarshal), 1), Pair(Of(kPossibleTypes, PieceType::kBomb), 1),
                  Pair(Of(kPossibleTypes, PieceType::kFlag), 1)));
  EXPECT_THAT(game.Shown(Side::kRed, "a5"), IsEmpty());
  EXPECT_THAT(game.Shown(Side::kBlue, "b7"), ElementsAre(Pair(Of(kOwnTypes, PieceType::kScout), 1)));
}

TEST(Observation, WhatHasMovedIsNoBombAndNoFlag) {
  StudyGame game;
  game.Make("e4-e5");
  EXPECT_THAT(
      game.Shown(Side::kBlue, "e5"),
      ElementsAre(Pair(Of(kPossibleTypes, PieceType::kScout), 1), Pair(Of(kPossibleTypes, PieceType::kMiner), 1),
                  Pair(Of(kPossibleTypes, PieceType::kMarshal), 1), Pair(kOpposingMoved, 1), Pair(kLastPlies, 2)));
}

TEST(Observation, ALongPlyShowsAScoutAndLeavesItOutOfWhatIsHidden) {
  StudyGame game;
  game.Make("b4-b6");
  EXPECT_THAT(game.Shown(Side::kBlue, "b6"),
              ElementsAre(Pair(Of(kPublicTypes, PieceType::kScout), 1), Pair(kOpposingMoved, 1),
                          Pair(kOpposingRevealed, 1), Pair(kLastPlies, 2)));
  EXPECT_THAT(game.Shown(Side::kRed, "b6"), ElementsAre(Pair(Of(kOwnTypes, PieceType::kScout), 1), Pair(kOwnMoved, 1),
                                                        Pair(kOwnRevealed, 1), Pair(kLastPlies, 2)));
  EXPECT_THAT(
      game.Shown(Side::kBlue, "e4"),
      ElementsAre(Pair(Of(kPossibleTypes, PieceType::kMiner), 1), Pair(Of(kPossibleTypes, PieceType::kMarshal), 1),
                  Pair(Of(kPossibleTypes, PieceType::kBomb), 1), Pair(Of(kPossibleTypes, PieceType::kFlag), 1)));
  // The squares on the way straight back, with the boundaries crossed once.
  EXPECT_THAT(game.Shown(Side::kRed, "b5"), ElementsAre(Pair(kOwnTwoSquares, 1)));
  EXPECT_THAT(game.Shown(Side::kRed, "b4"), ElementsAre(Pair(kLastPlies, 1), Pair(kOwnTwoSquares, 1)));
  EXPECT_THAT(game.Shown(Side::kBlue, "b5"), ElementsAre(Pair(kOpposingTwoSquares, 1)));
}

TEST(Observation, ShowsTheLastFourPliesTheLatestFirst) {
  StudyGame game;
  for (const char* ply : {"e4-d4", "f7-f6", "d4-c4", "f6-f5", "c4-c3"}) game.Make(ply);
  EXPECT_THAT(game.Shown(Side::kRed, "c4"),
              ElementsAre(Pair(kLastPlies, 1), Pair(kLastPlies + 2, 2), Pair(kOwnTwoSquares, 1)));
  EXPECT_THAT(game.Shown(Side::kRed, "f6"),
              ElementsAre(Pair(kLastPlies + 1, 1), Pair(kLastPlies + 3, 2), Pair(kOpposingTwoSquares, 1)));
  EXPECT_THAT(game.Shown(Side::kRed, "e4"), IsEmpty());
}

TEST(Observation, CountsTheCrossingsOfABoundary_R3_2) {
  StudyGame game;
  for (const char* ply : {"e4-d4", "f7-f6", "d4-e4", "f6-f7", "e4-d4"}) game.Make(ply);
  EXPECT_THAT(game.Shown(Side::kRed, "e4"), ::testing::Contains(Pair(kOwnTwoSquares, 3)));
  EXPECT_THAT(game.Shown(Side::kBlue, "e4"), ::testing::Contains(Pair(kOpposingTwoSquares, 3)));
}

TEST(Observation, ShowsWhoHasEvadedInAChase_R4_4) {
  StudyGame game;
  for (const char* ply : {"e4-e5", "f7-f6", "e5-f5", "f6-f7", "f5-f6"}) game.Make(ply);
  // The Marshal has evaded once from the Miner, which has come next to it again.
  EXPECT_THAT(game.Shown(Side::kRed, "f7"), ::testing::Contains(Pair(kOwnChase, 1)));
  EXPECT_THAT(game.Shown(Side::kBlue, "f7"), ::testing::Contains(Pair(kOpposingChase, 1)));
  game.Make("f7-f8");
  EXPECT_THAT(game.Shown(Side::kRed, "f8"), ::testing::Contains(Pair(kOwnChase, 2)));
}

TEST(PlyNumber, NumbersEveryPlyAndBack) {
  EXPECT_EQ(PlyNumberOf(PlyAt("a4-a5")), 614);
  std::vector<bool> taken(kPlyNumbers);
  for (int from = 0; from < board::kSquares; ++from) {
    for (int to = 0; to < board::kSquares; ++to) {
      const Ply ply = {.from = static_cast<Square>(from), .to = static_cast<Square>(to)};
      const bool is_straight =
          board::FileOf(ply.from) == board::FileOf(ply.to) || board::RowOf(ply.from) == board::RowOf(ply.to);
      if (from == to || !is_straight) continue;
      const int number = PlyNumberOf(ply);
      ASSERT_FALSE(taken[number]) << board::PlyName(ply);
      taken[number] = true;
      ASSERT_EQ(PlyOfNumber(number), ply);
      ASSERT_EQ(TurnedPlyNumber(number), PlyNumberOf(SeenBy(Side::kBlue, ply)));
      ASSERT_EQ(TurnedPlyNumber(TurnedPlyNumber(number)), number);
    }
  }
}

}  // namespace
}  // namespace flagfall::environment
