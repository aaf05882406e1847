#ifndef SAMPLE_BOTS_CPP_SDK_SEARCH_H_
#define SAMPLE_BOTS_CPP_SDK_SEARCH_H_

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

#include "referee/rules/board/board_state.h"

// Looking ahead. A bot brings its own judgement of a single ply; the search adds up the gains along lines of plies in
// one world (worlds.h), and the choice is made over many worlds:
//
//   class MyEvaluation : public Evaluation {
//     double Worth(const board::Piece& piece) const override { return kWorth[static_cast<int>(piece.type)]; }
//   };
//
//   const MyEvaluation evaluation;
//   const Choice best = ChooseOverWorlds(game.LegalPlies(), worlds, stop_at,
//                                        [&](const board::BoardState& world, board::Ply ply) {
//                                          return ValueOf(ply, world, evaluation, {.plies = 3});
//                                        });
namespace flagfall::bot {

// The gain of a ply that wins the game, which is more than all other gains together.
constexpr double kWin = 1000;

// The value of a ply, in units of the bot's choice.
struct Judgement {
  // For the side that makes the ply.
  double gain = 0;
  // Whether the search stops here, because the ply wins the game or because what follows depends on what is not known.
  bool ends_line = false;
};

// A bot's judgement of positions, by the pieces on the board, and of plies, by what they change.
class Evaluation {
 public:
  virtual ~Evaluation() = default;

  // The worth of a piece on the board, of known type, to its owner. It may depend on the square and on whether the
  // opponent knows the type.
  virtual double Worth(const board::Piece& piece) const = 0;

  // The immediate gain of the ply, which is legal in the world. The default is the change in the worth of the mover and
  // of the piece that it attacks, after everything that the ply makes public (R2.4, R2.5); capturing the Flag is a win.
  virtual Judgement Judge(const board::BoardState& world, board::Ply ply) const;
};

struct Depth {
  // Plies looked ahead, the first included.
  int plies = 3;
  // Beyond these, so many further plies of which only attacks are looked at, and which nobody has to make (quiescence).
  int attacks = 2;
};

// The value of the ply for the side to move: its gain, less the gain of the best answer, plus that of the best answer
// to it, and so on, by alpha-beta. Within `depth.plies`, a side without a legal ply has lost (R5.2).
double ValueOf(board::Ply ply, const board::BoardState& world, const Evaluation& evaluation, Depth depth);

struct Choice {
  board::Ply ply;
  // Averaged over the worlds.
  double value = 0;
  // The number of worlds in which the ply was valued.
  std::size_t worlds = 0;
};

// The best ply on average over the worlds. All plies are valued in the same worlds, one after the other; the worse half
// is dropped again and again on the way, so that the time is spent on those that are hard to tell apart. It returns
// once `stop_at` has passed, if need be with some of the plies valued in one world only. `plies` must not be empty.
Choice ChooseOverWorlds(const board::PlyList& plies, const std::vector<board::BoardState>& worlds,
                        std::chrono::steady_clock::time_point stop_at,
                        const std::function<double(const board::BoardState& world, board::Ply ply)>& value);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_SEARCH_H_
