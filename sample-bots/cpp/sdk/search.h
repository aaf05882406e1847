#ifndef SAMPLE_BOTS_CPP_SDK_SEARCH_H_
#define SAMPLE_BOTS_CPP_SDK_SEARCH_H_

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

#include "referee/rules/board/board_state.h"

// Looking ahead. A bot brings its own judgement of a single ply; the search adds up what lines of plies bring in one
// world (worlds.h), and a choice is made over many of them:
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

// The gain of a ply that wins the game: more than all others together.
constexpr double kWin = 1000;

// What a ply brings, in units of the bot's choice.
struct Judgement {
  // To the side that makes it.
  double gain = 0;
  // Whether nothing is to be looked at beyond it: it wins the game, or what follows hangs on what is not known.
  bool ends_line = false;
};

// A bot's judgement of positions, by the pieces on the board, and of plies, by what they change.
class Evaluation {
 public:
  virtual ~Evaluation() = default;

  // What a piece on the board, of known type, is worth to its owner: where it stands, and known or not.
  virtual double Worth(const board::Piece& piece) const = 0;

  // What the ply, legal in the world, brings at once. Unless a bot knows better: the change in the worth of the mover
  // and of what it attacks, after all that the ply makes public (R2.4, R2.5); the capture of the Flag is a win.
  virtual Judgement Judge(const board::BoardState& world, board::Ply ply) const;
};

struct Depth {
  // Plies looked ahead, the first included.
  int plies = 3;
  // So many plies of attacks alone are looked at beyond these, which nobody has to make (quiescence).
  int attacks = 2;
};

// What the ply is worth to the side to move: its gain, less that of the best answer, plus that of the best answer to
// that, and so on. A side without a legal ply has lost (R5.2), as far as `depth.plies` reach. By alpha-beta.
double ValueOf(board::Ply ply, const board::BoardState& world, const Evaluation& evaluation, Depth depth);

struct Choice {
  board::Ply ply;
  // Averaged over the worlds.
  double value = 0;
  // In which it was valued.
  std::size_t worlds = 0;
};

// The best ply on average over the worlds. All plies are valued in the same worlds, one after the other; the worse half
// is dropped again and again on the way, so that the time is spent on those that are hard to tell apart. Comes back
// once `stop_at` has passed, if need be with some of the plies looked at in one world only. `plies` is not empty.
Choice ChooseOverWorlds(const board::PlyList& plies, const std::vector<board::BoardState>& worlds,
                        std::chrono::steady_clock::time_point stop_at,
                        const std::function<double(const board::BoardState& world, board::Ply ply)>& value);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_SEARCH_H_
