#ifndef SAMPLE_BOTS_CPP_MARSHAL_SEARCH_H_
#define SAMPLE_BOTS_CPP_MARSHAL_SEARCH_H_

#include <array>
#include <vector>

#include "sample-bots/cpp/sdk/game_state.h"

namespace flagfall::bot {

// Looks ahead in one world by alpha-beta. What counts is material, secrecy, and how near one's pieces stand to what
// they might attack.
class Search {
 public:
  Search(const GameState& game, const std::vector<board::BoardState>& worlds);

  // What the ply is worth to the side to move in the world, looking `depth` plies ahead, this one included.
  double Value(const board::BoardState& world, board::Ply ply, int depth) const;

 private:
  double Best(const board::BoardState& world, int depth, double alpha, double beta) const;
  double Gain(const board::BoardState& world, board::Ply ply) const;
  double Worth(const board::Piece& piece) const;

  const board::BoardState& board_;
  const board::Side side_;
  // By own type and opposing origin: what an attack is worth, averaged over the worlds.
  std::array<std::array<double, board::kSquares>, board::kPieceTypes> expected_{};
  // By side, type and square: how good it is to stand there.
  std::array<std::array<std::array<double, board::kSquares>, board::kPieceTypes>, 2> place_{};
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_MARSHAL_SEARCH_H_
