#include "tests/support/slow_game.h"

#include <algorithm>
#include <set>

#include "referee/base/check.h"
#include "tests/support/slow_bars.h"

namespace flagfall::slow {
namespace {

// The clause of R4 that the ply breaks, or "".
std::string BrokenChaseClause(const Rules& rules, const History& history, const Ply& ply, int& excused) {
  if (rules.chase == "consecutive-turns")
    return R4_8_ThreatensOnceTooOften(history, ply, rules.chase_turns) ? "R4.8" : "";
  if (rules.chase != "position-repetition") return "";
  if (!R4_6_RepeatsPosition(history, ply, rules.chase_scope == "game")) return "";
  if (!R4_7_IsReturn(history, ply)) return "R4.6";
  ++excused;
  return "";
}

// Fills in the legal and the barred plies.
void SortPlies(const Rules& rules, const History& history, Judgement& judgement) {
  for (const Ply& ply : R2_Plies(history.pieces, history.Now(), history.RedToMove())) {
    if (R3_2_CrossesTooOften(history, ply, rules.two_squares)) {
      judgement.barred.push_back({ply, "R3.2"});
      continue;
    }
    if (rules.two_squares_piece && R3_6_MustRest(history, ply, rules.two_squares)) {
      judgement.barred.push_back({ply, "R3.6"});
      continue;
    }
    const std::string clause = BrokenChaseClause(rules, history, ply, judgement.excused);
    if (clause.empty()) {
      judgement.legal.push_back(ply);
    } else {
      judgement.barred.push_back({ply, clause});
    }
  }
}

bool R5_1_FlagWasCaptured(const History& history) {
  return !history.turns.empty() && history.turns.back().IsAttack() &&
         history.pieces[history.turns.back().victim].type == 'F';
}

// R5.3 as it stands for classic and barrage: the last ply took both pieces off, and nobody can move.
bool R5_3_ExchangeLeftNobodyToMove(const History& history) {
  if (history.turns.empty()) return false;
  const Turn& last = history.turns.back();
  return !last.mover_survived && !last.victim_survived && R2_Plies(history.pieces, history.Now(), true).empty() &&
         R2_Plies(history.pieces, history.Now(), false).empty();
}

// R5.3 as battle and duel have it in its place: only Bombs and Flags are left.
bool R5_3_NoMovablePieceIsLeft(const History& history) {
  return std::all_of(history.Now().begin(), history.Now().end(),
                     [&](int piece) { return piece == kNobody || !R2_2_IsMovable(history.pieces[piece]); });
}

bool R5_3_IsDraw(const Rules& rules, const History& history) {
  const bool by_pieces = rules.ruleset == "battle" || rules.ruleset == "duel";
  return by_pieces ? R5_3_NoMovablePieceIsLeft(history) : R5_3_ExchangeLeftNobodyToMove(history);
}

void Decide(const Rules& rules, const History& history, Judgement& judgement) {
  const std::string mover_loses = history.RedToMove() ? "blue_wins" : "red_wins";
  if (R5_1_FlagWasCaptured(history)) {
    judgement.result = mover_loses;
    judgement.reason = "flag_captured";
    return;
  }
  SortPlies(rules, history, judgement);
  if (R5_3_IsDraw(rules, history)) {
    judgement.result = "draw";
    judgement.reason = "both_immobile";
  } else if (judgement.legal.empty()) {
    judgement.result = mover_loses;
    judgement.reason = "no_legal_ply";
  }
}

std::vector<PieceState> StatesOf(const History& history) {
  const std::vector<bool> revealed = R2_6_Revealed(history);
  std::vector<PieceState> states;
  for (std::size_t i = 0; i < history.pieces.size(); ++i) {
    const Piece& piece = history.pieces[i];
    states.push_back({piece.red, piece.type, piece.origin, kNobody, 0, 0, false, revealed[i]});
  }
  for (int square = 0; square < kSquares; ++square) {
    if (history.Now()[square] != kNobody) states[history.Now()[square]].square = square;
  }
  for (std::size_t t = 0; t < history.turns.size(); ++t) {
    const Turn& turn = history.turns[t];
    const int number = static_cast<int>(t) + 1;
    states[turn.mover].has_moved = true;
    // Whoever goes, goes on the square of the fight.
    if (!turn.mover_survived) states[turn.mover].removal_square = turn.ply.to;
    if (!turn.mover_survived) states[turn.mover].removal_ply = number;
    if (turn.IsAttack() && !turn.victim_survived) {
      states[turn.victim].removal_square = turn.ply.to;
      states[turn.victim].removal_ply = number;
    }
  }
  return states;
}

}  // namespace

Rules RulesOf(const std::string& ruleset) {
  Rules rules{.ruleset = ruleset, .army = R1_2_Army(ruleset), .zone_rows = ruleset == "duel" ? 3 : 4};
  if (ruleset == "classic" || ruleset == "barrage") return rules;
  FLAGFALL_CHECK(ruleset == "battle" || ruleset == "duel");
  rules.two_squares = 2;
  rules.chase = "consecutive-turns";
  return rules;
}

Judgement Judge(const Rules& rules, const std::vector<Piece>& pieces, const std::vector<Ply>& plies) {
  return JudgeHistory(rules, PlayOut(pieces, plies));
}

Judgement JudgeHistory(const Rules& rules, const History& history) {
  Judgement judgement;
  judgement.red_to_move = history.RedToMove();
  judgement.pieces = StatesOf(history);
  Decide(rules, history, judgement);
  return judgement;
}

std::string R1_2_Army(const std::string& ruleset) {
  if (ruleset == "duel") return "FS22339MBB";
  if (ruleset == "barrage") return "FS2239MB";
  return "FS2222222233333444455556666777889MBBBBBB";
}

bool R1_3_IsSetUp(const Rules& rules, bool red, const std::vector<Piece>& pieces) {
  const int rows = rules.zone_rows;
  std::string types;
  std::set<int> squares;
  for (const Piece& piece : pieces) {
    const int row = piece.origin / 10 + 1;
    if (red ? row > rows : row <= 10 - rows) return false;
    types.push_back(piece.type);
    squares.insert(piece.origin);
  }
  std::string army = rules.army;
  std::sort(types.begin(), types.end());
  std::sort(army.begin(), army.end());
  return types == army && squares.size() == pieces.size();
}

}  // namespace flagfall::slow
