#ifndef SAMPLE_BOTS_CPP_MARSHAL_EVALUATION_H_
#define SAMPLE_BOTS_CPP_MARSHAL_EVALUATION_H_

#include <memory>

#include "referee/rules/board/board_state.h"
#include "sample-bots/cpp/marshal/beliefs.h"
#include "sample-bots/cpp/marshal/expectations.h"
#include "sample-bots/cpp/marshal/places.h"
#include "sample-bots/cpp/marshal/weights.h"

namespace flagfall::bot {

// The value of winning the game.
constexpr double kWinGame = 1000;

// What marshal makes of plies on one board, which has a type for every piece and can be searched, and on which both
// players yet decide by what they know: material, secrets, and how near pieces stand to what they might attack.
class MarshalEvaluation {
 public:
  // `known` is the position as our side knows it. It, `weights` and `chances` must outlive the evaluation.
  MarshalEvaluation(const board::BoardState& known, Side ours, const Chances& chances, const Weights& weights);

  // The board to search: `known` with a type for each hidden piece, by whether it probably moves. These types count for
  // nothing else.
  const board::BoardState& board() const { return board_; }
  static constexpr board::PieceType kMover = board::PieceType::kSergeant;
  static constexpr board::PieceType kStayer = board::PieceType::kBomb;

  // What a ply that R2 allows gains for the side that makes it, and what comes of it, on a board that came of board().
  Expectation Judge(const board::BoardState& board, board::Ply ply) const;

  // What it costs the side to move that it has no legal ply (R5.2). The opponent may have one that we do not know of.
  double LossWithoutPly(const board::BoardState& board) const {
    return board.side_to_move() == us_ ? kWinGame : kLossOfSupposedPlies;
  }

 private:
  static constexpr double kLossOfSupposedPlies = 100;

  bool IsHidden(const board::Piece& piece) const { return piece.side != us_ && !piece.is_revealed; }
  double ValueOf(const board::Piece& piece) const { return expectations_.ValueOf(piece.side, piece.type); }
  double SecretOf(const board::Piece& piece) const { return piece.is_revealed ? 0 : weights_.secrecy * ValueOf(piece); }
  Expectation JudgeAttack(const board::Piece& mover, board::PieceId mover_id, const board::Piece& target,
                          board::PieceId target_id) const;
  Expectation JudgeKnown(const board::Piece& mover, const board::Piece& target) const;

  const Weights& weights_;
  const Side us_;
  const Expectations expectations_;
  const std::unique_ptr<const Places> places_;
  board::BoardState board_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_MARSHAL_EVALUATION_H_
