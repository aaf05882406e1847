#include "sample-bots/cpp/marshal/evaluation.h"

namespace flagfall::bot {

using board::AttackResult;
using board::BoardState;
using board::Piece;
using board::PieceId;
using board::PieceType;
using board::Square;

MarshalEvaluation::MarshalEvaluation(const BoardState& known, Side ours, const Chances& chances, const Weights& weights)
    : weights_(weights),
      us_(ours),
      expectations_(known, ours, chances, weights),
      places_(PlacesOf(known, ours, chances, expectations_, weights)),
      board_(known) {
  board::ForEach(known.OccupiedBy(OpponentOf(us_)), [&](Square at) {
    const PieceId id = known.PieceAt(at);
    if (!IsHidden(known.PieceOf(id))) return;
    const float stays =
        chances[id][static_cast<int>(PieceType::kBomb)] + chances[id][static_cast<int>(PieceType::kFlag)];
    board_.SetType(id, stays > 0.5f ? kStayer : kMover);
  });
}

Expectation MarshalEvaluation::Judge(const BoardState& board, board::Ply ply) const {
  const PieceId mover_id = board.PieceAt(ply.from);
  const PieceId target_id = board.PieceAt(ply.to);
  const Piece& mover = board.PieceOf(mover_id);
  const double from = (*places_)[mover_id][ply.from];
  const double step = (*places_)[mover_id][ply.to] - from;
  if (target_id == board::kNoPiece) {
    // A long ply proves a Scout (R2.4).
    const bool proves = !IsHidden(mover) && board::LineOf(ply).length > 1;
    return {.gain = step - (proves ? SecretOf(mover) : 0), .effect = Effect::kMoves};
  }
  Expectation attack = JudgeAttack(mover, mover_id, board.PieceOf(target_id), target_id);
  // What stands well is the dearer to lose.
  if (attack.effect == Effect::kAttackerWins) attack.gain += step;
  if (attack.effect == Effect::kDefenderWins) attack.gain -= from;
  return attack;
}

Expectation MarshalEvaluation::JudgeAttack(const Piece& mover, PieceId mover_id, const Piece& target,
                                           PieceId target_id) const {
  if (IsHidden(mover)) return expectations_.OfTheirAttack(mover_id, target);
  if (!IsHidden(target)) return JudgeKnown(mover, target);
  Expectation attack = expectations_.OfOurAttack(mover.type, target_id);
  attack.gain -= SecretOf(mover);
  return attack;
}

// We know both types. The opponent may have to guess ours.
Expectation MarshalEvaluation::JudgeKnown(const Piece& mover, const Piece& target) const {
  if (target.type == PieceType::kFlag) {
    return {.gain = mover.side == us_ ? kWinGame : weights_.flag_loss, .effect = Effect::kEndsGame};
  }
  const bool is_guess = mover.side != us_ && !target.is_revealed;
  if (is_guess && expectations_.TheirHope(mover.type, target) < -weights_.daring) return {.effect = Effect::kNever};
  const double secrets = SecretOf(target) - SecretOf(mover);
  switch (board::Attack(mover.type, target.type)) {
    case AttackResult::kAttackerWins:
      return {.gain = secrets + ValueOf(target), .effect = Effect::kAttackerWins};
    case AttackResult::kBothRemoved:
      return {.gain = secrets + ValueOf(target) - ValueOf(mover), .effect = Effect::kBothRemoved};
    case AttackResult::kDefenderWins:
    case AttackResult::kNone:
      break;
  }
  return {.gain = secrets - ValueOf(mover), .effect = Effect::kDefenderWins};
}

}  // namespace flagfall::bot
