#ifndef SAMPLE_BOTS_CPP_SERGEANT_PIECE_JUDGE_H_
#define SAMPLE_BOTS_CPP_SERGEANT_PIECE_JUDGE_H_

#include <functional>

#include "referee/rules/board/board_state.h"
#include "sample-bots/cpp/sdk/game_state.h"

namespace flagfall::bot {

// What a piece is worth: a Scout 3, a Marshal 40.
double ValueOf(board::PieceType type);

// Judges plies of one position of a game on a board by rules of thumb.
class PieceJudge {
 public:
  // How likely, in proportion, it is that the opposing piece is of that type.
  using Weight = std::function<double(board::PieceId other, board::PieceType type)>;

  PieceJudge(const GameState& game, Weight weight) : game_(game), weight_(std::move(weight)) {}

  // How good the ply is: what it wins, what it brings nearer and what it leaves in danger.
  double Score(board::Ply ply) const;

 private:
  const board::Piece& PieceAt(board::Square square) const {
    return game_.board().PieceOf(game_.board().PieceAt(square));
  }
  // What a fight with the piece on the square is worth to us, averaged over what that may be.
  double Expected(const board::Piece& own, board::Square at, bool other_attacks) const;
  // How much the piece would like to stand on the square: near something that is worth attacking.
  double Appeal(const board::Piece& own, board::Square square) const;
  // What the piece may lose on the square to the opposing pieces next to it.
  double Danger(const board::Piece& own, board::Square square, board::Square from) const;

  const GameState& game_;
  const Weight weight_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SERGEANT_PIECE_JUDGE_H_
