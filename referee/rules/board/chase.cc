#include "referee/rules/board/chase.h"

#include <algorithm>

namespace flagfall::board {
namespace {

constexpr std::uint8_t kTurnsMax = 255;

bool KeepsWholeGame(const BoardRules& rules) {
  return rules.chase == ChaseKind::kPositionRepetition && rules.chase_scope == ChaseScope::kGame;
}

}  // namespace

void Chase::Begin(const BoardRules& rules) {
  *this = Chase();
  if (KeepsWholeGame(rules)) RestartHistory();
}

void Chase::OnMove(const BoardRules& rules, Side mover, PieceId piece, Ply ply, Bitboard threatened) {
  if (rules.chase == ChaseKind::kOff) return;
  ++now_;
  Run& own = runs_[IndexOf(mover)];
  Run& opposing = runs_[IndexOf(OpponentOf(mover))];
  const bool was_open = own.is_open() || opposing.is_open();
  if (Contains(opposing.threatened, ply.from)) {
    Evade(opposing, ply);
  } else {
    opposing = Run();
  }
  Threaten(own, threatened);
  last_plies_[IndexOf(mover)] = ply;
  Remember(rules, piece, ply, was_open);
}

void Chase::OnAttack(const BoardRules& rules, Side attacker, Ply ply, Bitboard threatened) {
  if (rules.chase == ChaseKind::kOff) return;
  ++now_;
  runs_ = {};
  Threaten(runs_[IndexOf(attacker)], threatened);
  last_plies_[IndexOf(attacker)] = ply;
  // What was captured never comes back: no position from before can either.
  if (threatened != 0 || KeepsWholeGame(rules)) RestartHistory();
}

void Chase::OnUnanswered(Side side) {
  Run& run = runs_[IndexOf(side)];
  if (run.threatened != 0) run = Run();
}

void Chase::Evade(Run& run, Ply ply) {
  run.threatened = 0;
  run.evaders = (run.evaders & ~BitOf(ply.from)) | BitOf(ply.to);
  const bool again = run.last_evader == ply.from;
  run.last_evader_turns = again ? std::min<std::uint8_t>(run.last_evader_turns, kTurnsMax - 1) + 1 : 1;
  run.last_evader = ply.to;
}

void Chase::Threaten(Run& run, Bitboard threatened) {
  if (run.evaders == 0 || threatened == 0) run = Run{.began = now_};
  run.threatened = threatened;
}

void Chase::Remember(const BoardRules& rules, PieceId piece, Ply ply, bool was_open) {
  if (rules.chase != ChaseKind::kPositionRepetition) return;
  if (was_open || KeepsWholeGame(rules)) {
    key_ = key_.Moved(piece, ply.from, ply.to);
    if (runs_[0].is_open() || runs_[1].is_open() || KeepsWholeGame(rules)) history_.Put(key_, now_);
  } else if (runs_[0].is_open() || runs_[1].is_open()) {
    RestartHistory();
  }
}

void Chase::RestartHistory() {
  key_ = PositionKey();
  history_.Clear();
  history_.Put(key_, now_);
}

bool Chase::Bars(const BoardRules& rules, Side side, PieceId piece, Ply ply) const {
  const Run& run = runs_[IndexOf(side)];
  const Bitboard near = kNeighbours[ply.to];
  if ((near & run.evaders) == 0) return false;
  switch (rules.chase) {
    case ChaseKind::kOff:
      return false;
    case ChaseKind::kConsecutiveTurns:
      return run.last_evader_turns >= rules.chase_turns_max && Contains(near, run.last_evader);
    case ChaseKind::kPositionRepetition: {
      const Ply last = last_plies_[IndexOf(side)];
      if (ply.from == last.to && ply.to == last.from) return false;  // R4.7
      const auto stood = history_.LastTime(key_.Moved(piece, ply.from, ply.to));
      return stood.has_value() && (rules.chase_scope == ChaseScope::kGame || *stood >= run.began);
    }
  }
  return false;
}

}  // namespace flagfall::board
