#ifndef SAMPLE_BOTS_CPP_SERGEANT_PIECE_JUDGE_H_
#define SAMPLE_BOTS_CPP_SERGEANT_PIECE_JUDGE_H_

#include <functional>

#include "referee/rules/board/board_state.h"
#include "sample-bots/cpp/sdk/game_state.h"

namespace flagfall::bot {

// The worth of a piece: 3 for a Scout, 40 for a Marshal.
double ValueOf(board::PieceType type);

// Judges plies of one position of a game on a board by rules of thumb.
class PieceJudge {
 public:
  // A weight for how likely the opposing piece is of that type.
  using Weight = std::function<double(board::PieceId other, board::PieceType type)>;

  PieceJudge(const GameState& game, Weight weight) : game_(game), weight_(std::move(weight)) {}

  // The value of the ply, by what it wins, what it comes nearer to and what it leaves in danger.
  double Score(board::Ply ply) const;

 private:
  const board::Piece& PieceAt(board::Square square) const {
    return game_.board().PieceOf(game_.board().PieceAt(square));
  }
  // The value to us of a fight with the piece on the square, averaged over its possible types.
  double Expected(const board::Piece& own, board::Square at, bool other_attacks) const;
  // The value for the piece of standing on the square, which is high near a piece worth attacking.
  double Appeal(const board::Piece& own, board::Square square) const;
  // The loss that the piece risks on the square by the opposing pieces next to it.
  double Danger(const board::Piece& own, board::Square square, board::Square from) const;

  const GameState& game_;
  const Weight weight_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SERGEANT_PIECE_JUDGE_H_
