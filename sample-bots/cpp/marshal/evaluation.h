#ifndef SAMPLE_BOTS_CPP_MARSHAL_EVALUATION_H_
#define SAMPLE_BOTS_CPP_MARSHAL_EVALUATION_H_

#include <vector>

#include "sample-bots/cpp/sdk/game_state.h"
#include "sample-bots/cpp/sdk/search.h"

namespace flagfall::bot {

// What counts for marshal: material, secrecy, and how near its pieces stand to pieces that they might attack.
class MarshalEvaluation : public Evaluation {
 public:
  // Attacks on hidden pieces are averaged over `worlds`.
  MarshalEvaluation(const GameState& game, const std::vector<board::BoardState>& worlds);

  double Worth(const board::Piece& piece) const override;
  Judgement Judge(const board::BoardState& world, board::Ply ply) const override;

 private:
  void Lure(Side side, int type, board::Square to, double gain);

  const board::BoardState& board_;
  // The value of an attack, averaged over the worlds, by own type and opposing origin.
  double expected_[board::kPieceTypes][board::kSquares] = {};
  // The value of standing on a square, by side, type and square.
  double place_[2][board::kPieceTypes][board::kSquares] = {};
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_MARSHAL_EVALUATION_H_
