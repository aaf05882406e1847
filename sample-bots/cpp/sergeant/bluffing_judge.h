#ifndef SAMPLE_BOTS_CPP_SERGEANT_BLUFFING_JUDGE_H_
#define SAMPLE_BOTS_CPP_SERGEANT_BLUFFING_JUDGE_H_

#include <array>

#include "flagfall/v1/game.pb.h"
#include "referee/rules/random.h"
#include "sample-bots/cpp/sdk/bluffing.h"
#include "sample-bots/cpp/sdk/game_state.h"

namespace flagfall::bot {

// How much the opponent's claims can be trusted, judged by the results of earlier calls.
class Trust {
 public:
  void Learn(const GameState& game, const Events& events);

  // The probability that a claim of that kind is true, before anything else is known.
  double In(v1::BluffCall what) const { return truths_[what] / said_[what]; }

 private:
  // By v1::BluffCall. They begin as if two of three claims had been true.
  std::array<double, 4> truths_ = {2, 2, 2, 2};
  std::array<double, 4> said_ = {3, 3, 3, 3};
};

// Decides in `bluffing` after the set-up. It combines the likely types of each piece (TypeChances) with its trust in
// the opponent, and takes the action with the best average. It moves its pieces as their types allow, usually tells the
// truth, and now and then lies about a piece that might be what it claims.
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

  // Answers DECISION_KIND_PLY, _DEFENCE and _CALL.
  v1::Action Play() const;
  v1::Action Defend() const;
  v1::Action AnswerDeclaration() const;

  Option BestAttack(board::Ply ply) const;
  // The values of telling the truth and of the best lie.
  Option TrueDeclaration() const;
  Option BestLie() const;

  // The probabilities of the types of an opposing piece whose owner claims that it is `claim`.
  Chances Believe(board::PieceId id, board::PieceType claim, v1::BluffCall what) const;
  // The probability that the ply was a movement bluff.
  double ChanceOfMovementBluff(board::PieceId id, board::Ply ply) const;
  // Whether the own piece may be of that type as far as the opponent knows.
  bool MightBe(board::PieceId own, board::PieceType type) const;
  // The result of such an attack by this game's rules (R6.8).
  board::AttackResult Combat(board::PieceType attacker, std::uint32_t tokens, board::PieceType defender) const {
    return bluffing::Combat(attacker, tokens, defender, game_.rules().eleven_beats_spy);
  }
  board::PieceType TypeOf(board::PieceId id) const { return game_.board().PieceOf(id).type; }
  const v1::BluffingContest& contest() const { return game_.view().bluffing().contest(); }

  const GameState& game_;
  const Trust& trust_;
  Random& random_;
  // The probabilities of the types of the opposing pieces on the board, by origin.
  std::array<Chances, board::kSquares> chances_{};
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SERGEANT_BLUFFING_JUDGE_H_
