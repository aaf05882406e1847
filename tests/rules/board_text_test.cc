#include "referee/rules/board_game/board_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/board_view.h"
#include "tests/rules/study.h"

namespace flagfall {
namespace {

using testing::HasSubstr;
using testing::Not;

v1::BoardView ViewOf(v1::Observer observer) {
  BoardWorld world;
  world.state = board::Study(board::BoardRules::Classic(), "a4=5 b4=2 j1=F", "a5=3 b9=6 j10=F");
  world.play_begun = true;
  for (const char* ply : {"a4-a5", "b9-b8", "b4-b7"}) {
    const board::PlyReport report = world.state.Make(board::PlyOf(ply));
    world.last_ply = board::PlyOf(ply);
    if (report.target == board::kNoPiece) continue;
    world.removal_squares[report.target] = board::PlyOf(ply).to;
    world.removal_plies[report.target] = world.state.ply_count();
  }
  return ToProto(KnowledgeOf(world, observer));
}

TEST(DrawBoard, AsRedSeesIt) {
  EXPECT_EQ(DrawBoard(ViewOf(v1::OBSERVER_RED), {}),
            "     a   b   c   d   e   f   g   h   i   j  \n"
            "10   .   .   .   .   .   .   .   .   .  (?) \n"
            " 9   .   .   .   .   .   .   .   .   .   .  \n"
            " 8   .  (?)  .   .   .   .   .   .   .   .  \n"
            " 7   .  [2]* .   .   .   .   .   .   .   .  \n"
            " 6   .   .  ~~~ ~~~  .   .  ~~~ ~~~  .   .  \n"
            " 5  [5]* .  ~~~ ~~~  .   .  ~~~ ~~~  .   .  \n"
            " 4   .   .   .   .   .   .   .   .   .   .  \n"
            " 3   .   .   .   .   .   .   .   .   .   .  \n"
            " 2   .   .   .   .   .   .   .   .   .   .  \n"
            " 1   .   .   .   .   .   .   .   .   .  [F] \n"
            "red has lost:  nothing\n"
            "blue has lost: 3\n"
            "ply 3 was b4-b7; blue to move\n");
}

TEST(DrawBoard, OthersSeeWhatTheyMay) {
  EXPECT_THAT(DrawBoard(ViewOf(v1::OBSERVER_BLUE), {}), HasSubstr("(6)"));
  EXPECT_THAT(DrawBoard(ViewOf(v1::OBSERVER_BLUE), {}), Not(HasSubstr("[F]")));
  EXPECT_THAT(DrawBoard(ViewOf(v1::OBSERVER_SPECTATOR), {}), Not(HasSubstr("F")));
  EXPECT_THAT(DrawBoard(ViewOf(v1::OBSERVER_ALL), {}), Not(HasSubstr("?")));
}

TEST(DrawBoard, InColour) {
  EXPECT_THAT(DrawBoard(ViewOf(v1::OBSERVER_RED), {.in_colour = true}), HasSubstr("\x1b[1m\x1b[31m[5]*\x1b[0m"));
  EXPECT_THAT(DrawBoard(ViewOf(v1::OBSERVER_RED), {}), Not(HasSubstr("\x1b")));
}

TEST(DrawBoard, TheMarshalCanBeRankOne_R1_7) {
  const DrawStyle style{.ranks = RankOrder::kHighIs1};
  EXPECT_THAT(DrawBoard(ViewOf(v1::OBSERVER_RED), style), HasSubstr(" 5  [6]* ")) << "a Lieutenant";
  EXPECT_THAT(DrawBoard(ViewOf(v1::OBSERVER_RED), style), HasSubstr(" 7   .  [9]* ")) << "a Scout";
  EXPECT_THAT(DrawBoard(ViewOf(v1::OBSERVER_RED), style), HasSubstr("blue has lost: 8\n")) << "a Miner";
  EXPECT_THAT(DrawBoard(ViewOf(v1::OBSERVER_RED), style), HasSubstr("[F]"));
  EXPECT_EQ(TypeWord(v1::PIECE_TYPE_MARSHAL, style.ranks), "1");
  EXPECT_EQ(TypeWord(v1::PIECE_TYPE_SPY, style.ranks), "S");
  EXPECT_EQ(TypeWord(v1::PIECE_TYPE_BOMB, style.ranks), "B");
  EXPECT_EQ(TypeWord(v1::PIECE_TYPE_MARSHAL), "M") << "as in records and texts";
}

TEST(DrawBoard, AnyViewAtAllCanBeDrawn) {
  v1::BoardView view;
  view.add_pieces()->set_square(4000000000);
  view.mutable_pieces(0)->set_type(static_cast<v1::PieceType>(77));
  view.mutable_last_ply()->set_from(100);
  EXPECT_THAT(DrawBoard(view, {.in_colour = true}), HasSubstr("ply 0\n"));
}

}  // namespace
}  // namespace flagfall
