#ifndef SAMPLE_BOTS_CPP_MARSHAL_EVALUATION_H_
#define SAMPLE_BOTS_CPP_MARSHAL_EVALUATION_H_

#include <vector>

#include "sample-bots/cpp/sdk/game_state.h"
#include "sample-bots/cpp/sdk/search.h"

namespace flagfall::bot {

// What counts for marshal: material, secrecy, and how near pieces stand to what they might attack.
class MarshalEvaluation : public Evaluation {
 public:
  // `worlds`: over which attacks on what is hidden are averaged.
  MarshalEvaluation(const GameState& game, const std::vector<board::BoardState>& worlds);

  double Worth(const board::Piece& piece) const override;
  Judgement Judge(const board::BoardState& world, board::Ply ply) const override;

 private:
  void Lure(Side side, int type, board::Square to, double gain);

  const board::BoardState& board_;
  // By own type and opposing origin: what an attack is worth, averaged over the worlds.
  double expected_[board::kPieceTypes][board::kSquares] = {};
  // By side, type and square: how good it is to stand there.
  double place_[2][board::kPieceTypes][board::kSquares] = {};
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_MARSHAL_EVALUATION_H_
