#ifndef SAMPLE_BOTS_CPP_MARSHAL_BELIEFS_H_
#define SAMPLE_BOTS_CPP_MARSHAL_BELIEFS_H_

#include <array>
#include <vector>

#include "referee/rules/board/board_state.h"
#include "sample-bots/cpp/marshal/weights.h"

namespace flagfall::bot {

// By origin and type: how likely a piece is of that type.
using Chances = std::array<std::array<float, board::kPieceTypes>, board::kSquares>;

// How often each piece has each type in these worlds, which are not none.
Chances ChancesIn(const std::vector<board::BoardState>& worlds);

// What the opponent's plies say of its hidden pieces. A player does not leave its Marshal beside a General that it
// could take, does not take a Captain up to a Major, and does not flee from what it beats. Each ply multiplies the
// weights of the types that would rather not have made it; nothing is ever ruled out.
class Beliefs {
 public:
  // `weights` must outlive it.
  explicit Beliefs(const Weights& weights);

  // Learns from the opponent's last ply, which led to `known`, the position as our side knows it.
  void Observe(const board::BoardState& known, board::Ply last, Side ours);

  // A weight for a hidden piece to be of a type, in the world as far as it has been drawn (worlds.h).
  double LikelihoodOf(const board::BoardState& world, board::PieceType type, board::PieceId id) const;

 private:
  // What the weights of types are multiplied by, by what would become of each in an attack.
  struct Factors;

  void Weigh(board::PieceId id, board::PieceType own, const Factors& factors);
  void ObservePiece(const board::BoardState& known, board::Ply last, board::Square at, Side ours);

  const Weights& weights_;
  // By origin and type.
  std::array<std::array<double, board::kPieceTypes>, board::kSquares> weight_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_MARSHAL_BELIEFS_H_
