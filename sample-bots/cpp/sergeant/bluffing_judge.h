#ifndef SAMPLE_BOTS_CPP_SERGEANT_BLUFFING_JUDGE_H_
#define SAMPLE_BOTS_CPP_SERGEANT_BLUFFING_JUDGE_H_

#include <array>

#include "flagfall/v1/game.pb.h"
#include "referee/rules/random.h"
#include "sample-bots/cpp/sdk/bluffing.h"
#include "sample-bots/cpp/sdk/game_state.h"

namespace flagfall::bot {

// How far the opponent's word is to be believed, from what came of calling it.
class Trust {
 public:
  void Learn(const GameState& game, const Events& events);

  // How likely it is to be true, before anything else is known.
  double In(v1::BluffCall what) const { return truths_[what] / said_[what]; }

 private:
  // By v1::BluffCall. Before the first call: as if two words of three had been true.
  std::array<double, 4> truths_ = {2, 2, 2, 2};
  std::array<double, 4> said_ = {3, 3, 3, 3};
};

// Decides in `bluffing` after the set-up. Weighs what each piece may be (TypeChances) with how far the opponent is
// trusted, and takes what brings most on average. It moves as its pieces may, tells the truth as a rule, and lies now
// and then of a piece that might be what it is said to be.
class BluffingJudge {
 public:
  BluffingJudge(const GameState& game, const Trust& trust, Random& random);

  v1::Action Choose(v1::DecisionKind kind) const;

 private:
  using Chances = std::array<double, board::kPieceTypes>;
  struct Option {
    v1::Action action;
    double value = -1e9;
  };

  // To DECISION_KIND_PLY, _DEFENCE and _CALL.
  v1::Action Play() const;
  v1::Action Defend() const;
  v1::Action AnswerDeclaration() const;

  Option BestAttack(board::Ply ply) const;
  // What the truth brings, and the best lie.
  Option TrueDeclaration() const;
  Option BestLie() const;

  // The likely types of an opposing piece of which its owner says that it is `claim`.
  Chances Believe(board::PieceId id, board::PieceType claim, v1::BluffCall what) const;
  // How likely the ply was a movement bluff.
  double ChanceOfMovementBluff(board::PieceId id, board::Ply ply) const;
  // Whether, for all that the opponent knows, the own piece may be of that type.
  bool MightBe(board::PieceId own, board::PieceType type) const;
  board::PieceType TypeOf(board::PieceId id) const { return game_.board().PieceOf(id).type; }
  const v1::BluffingContest& contest() const { return game_.view().bluffing().contest(); }

  const GameState& game_;
  const Trust& trust_;
  Random& random_;
  // By origin, of opposing pieces on the board.
  std::array<Chances, board::kSquares> chances_{};
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SERGEANT_BLUFFING_JUDGE_H_
