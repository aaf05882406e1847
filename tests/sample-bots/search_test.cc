#include "sample-bots/cpp/sdk/search.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace flagfall::bot {
namespace {

using board::BoardState;
using board::Placement;
using board::Ply;
using board::SquareAt;

constexpr Depth kOnePly = {.plies = 1, .attacks = 0};
constexpr double kSecret = 0.5;

// Ranks and places count, and a bit more while the type is secret.
class RanksAndPlaces : public Evaluation {
 public:
  double Worth(const board::Piece& piece) const override {
    return static_cast<int>(piece.type) + 0.01 * piece.square + (piece.is_revealed ? 0 : kSecret);
  }
};

// The definition of ValueOf, followed to the letter.
double PlainValue(const BoardState& world, Ply ply, const Evaluation& evaluation, int plies, int attacks) {
  const Judgement judgement = evaluation.Judge(world, ply);
  if (judgement.ends_line || plies <= 1 - attacks) return judgement.gain;
  BoardState next = world;
  next.Make(ply);
  board::PlyList answers;
  next.LegalPlies(answers);
  const bool attacks_only = plies <= 1;
  double best = attacks_only ? 0 : answers.empty() ? -kWin : -1e9;
  for (const Ply answer : answers) {
    if (attacks_only && next.PieceAt(answer.to) == board::kNoPiece) continue;
    best = std::max(best, PlainValue(next, answer, evaluation, plies - 1, attacks));
  }
  return judgement.gain - best;
}

// A few pieces of each side near each other.
BoardState RandomStudy(std::mt19937_64& random) {
  std::vector<board::Square> squares;
  for (int file = 0; file < 4; ++file) {
    for (int row = 0; row < 4; ++row) squares.push_back(SquareAt(file, row));
  }
  std::shuffle(squares.begin(), squares.end(), random);
  std::vector<Placement> sides[2];
  for (int i = 0; i < 8; ++i) {
    const int type = i < 2 ? 12 : std::uniform_int_distribution<int>(1, 11)(random);
    sides[i % 2].push_back({.square = squares[i], .type = static_cast<board::PieceType>(type)});
  }
  return BoardState::Free(board::BoardRules(), sides[0], sides[1]);
}

TEST(SearchTest, LeavesOutNothingThatCounts) {
  std::mt19937_64 random(21);
  const RanksAndPlaces evaluation;
  int compared = 0;
  for (int study = 0; study < 60; ++study) {
    const BoardState world = RandomStudy(random);
    const Depth depth = {.plies = 1 + study % 3, .attacks = study % 4};
    board::PlyList plies;
    world.LegalPlies(plies);
    for (const Ply ply : plies) {
      const double expected = PlainValue(world, ply, evaluation, depth.plies, depth.attacks);
      ASSERT_NEAR(ValueOf(ply, world, evaluation, depth), expected, 1e-9) << "study " << study << " of seed 21";
      ++compared;
    }
  }
  EXPECT_GT(compared, 200);
}

TEST(SearchTest, SeesTheRecaptureBeyondItsDepth) {
  const BoardState world =
      BoardState::Free(board::BoardRules(), {{{SquareAt(0, 0), board::PieceType::kMajor}}},
                       {{{SquareAt(0, 1), board::PieceType::kSergeant}, {SquareAt(0, 2), board::PieceType::kMarshal}}});
  const Ply takes = {.from = SquareAt(0, 0), .to = SquareAt(0, 1)};
  EXPECT_GT(ValueOf(takes, world, RanksAndPlaces(), kOnePly), 0);
  EXPECT_LT(ValueOf(takes, world, RanksAndPlaces(), {.plies = 1, .attacks = 1}), 0);
}

TEST(SearchTest, TheFlagAndTheLastMovablePieceWin_R5_1_R5_2) {
  const BoardState world =
      BoardState::Free(board::BoardRules(), {{{SquareAt(0, 0), board::PieceType::kMajor}}},
                       {{{SquareAt(0, 1), board::PieceType::kFlag}, {SquareAt(1, 0), board::PieceType::kSergeant}}});
  for (const board::Square target : {SquareAt(0, 1), SquareAt(1, 0)}) {
    EXPECT_GE(ValueOf({.from = SquareAt(0, 0), .to = target}, world, RanksAndPlaces(), {.plies = 2}), kWin);
  }
}

TEST(EvaluationTest, WhatAPlyMakesPublicCounts_R2_4_R2_5) {
  const BoardState world = BoardState::Free(
      board::BoardRules(), {{{SquareAt(0, 0), board::PieceType::kScout}, {SquareAt(1, 0), board::PieceType::kMajor}}},
      {{{SquareAt(1, 1), board::PieceType::kMarshal}, {SquareAt(9, 9), board::PieceType::kFlag}}});
  const RanksAndPlaces evaluation;
  const auto gain = [&](int file, int row, int to_file, int to_row) {
    return evaluation.Judge(world, {.from = SquareAt(file, row), .to = SquareAt(to_file, to_row)}).gain;
  };
  EXPECT_NEAR(gain(0, 0, 0, 1), 0.1, 1e-9);
  EXPECT_NEAR(gain(0, 0, 0, 2), 0.2 - kSecret, 1e-9);
  // The Major is lost with its secret, but the Marshal is known.
  EXPECT_NEAR(gain(1, 0, 1, 1), -(7 + 0.01 + kSecret) + kSecret, 1e-9);
}

class ChoiceTest : public testing::Test {
 protected:
  ChoiceTest() {
    for (board::Square to = 1; to <= 8; ++to) plies_.push_back({.from = 0, .to = to});
    // Told apart by the side to move.
    for (int i = 0; i < 20; ++i) {
      worlds_.push_back(BoardState(board::BoardRules(), i % 2 == 0 ? Side::kRed : Side::kBlue));
    }
  }

  board::PlyList plies_;
  std::vector<BoardState> worlds_;
  const std::chrono::steady_clock::time_point never_ = std::chrono::steady_clock::time_point::max();
};

TEST_F(ChoiceTest, IsTheBestOnAverage) {
  const Choice choice = ChooseOverWorlds(plies_, worlds_, never_, [](const BoardState& world, Ply ply) {
    if (ply.to == 3) return 1.0;
    return ply.to == 5 ? (world.side_to_move() == Side::kRed ? 4.0 : -1.0) : 0.0;
  });
  EXPECT_EQ(choice.ply.to, 5);
  EXPECT_EQ(choice.worlds, worlds_.size());
  EXPECT_NEAR(choice.value, 1.5, 1e-9);
}

TEST_F(ChoiceTest, SpendsItsTimeOnTheBetterHalf) {
  std::map<board::Square, int> valued;
  ChooseOverWorlds(plies_, worlds_, never_, [&](const BoardState&, Ply ply) {
    ++valued[ply.to];
    return static_cast<double>(ply.to);
  });
  for (board::Square to = 1; to <= 4; ++to) EXPECT_LT(valued[to], valued[5]);
  EXPECT_LT(valued[5], valued[8]);
}

TEST_F(ChoiceTest, ComesBackWhenTimeIsUp) {
  int valued = 0;
  const auto value = [&](const BoardState&, Ply ply) {
    ++valued;
    return static_cast<double>(ply.to);
  };
  const Choice choice = ChooseOverWorlds(plies_, worlds_, std::chrono::steady_clock::time_point::min(), value);
  EXPECT_EQ(valued, 1);
  EXPECT_EQ(choice.ply.to, 1);
  EXPECT_EQ(choice.value, 1);
}

}  // namespace
}  // namespace flagfall::bot
