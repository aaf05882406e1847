#include "sample-bots/cpp/sergeant/piece_judge.h"

#include <algorithm>

#include "sample-bots/cpp/sdk/distance.h"

namespace flagfall::bot {
namespace {

using board::Piece;
using board::PieceType;
using board::Square;

// By PieceType.
constexpr double kValue[board::kPieceTypes] = {0, 8, 3, 7, 4, 6, 9, 14, 20, 30, 40, 6, 300};

// What an attack wins, less what it loses.
double Exchange(PieceType attacker, PieceType defender) {
  const board::AttackResult result = board::Attack(attacker, defender);
  return (result != board::AttackResult::kDefenderWins ? ValueOf(defender) : 0) -
         (result != board::AttackResult::kAttackerWins ? ValueOf(attacker) : 0);
}

}  // namespace

double ValueOf(PieceType type) { return kValue[static_cast<int>(type)]; }

double PieceJudge::Score(board::Ply ply) const {
  const Piece& own = PieceAt(ply.from);
  double score = Appeal(own, ply.to) - Appeal(own, ply.from) + Danger(own, ply.from, ply.from);
  if (game_.board().PieceAt(ply.to) == board::kNoPiece) return score - Danger(own, ply.to, ply.from);
  return Expected(own, ply.to, false) + (own.is_revealed ? 0 : -0.05 * ValueOf(own.type)) + 1;
}

double PieceJudge::Expected(const Piece& own, Square at, bool other_attacks) const {
  double sum = 0;
  double count = 0;
  for (int i = 1; i < board::kPieceTypes; ++i) {
    const auto type = static_cast<PieceType>(i);
    if (other_attacks && !board::IsMovable(type)) continue;
    const double weight = weight_(game_.board().PieceAt(at), type);
    sum += weight * (other_attacks ? -Exchange(type, own.type) : Exchange(own.type, type));
    count += weight;
  }
  return count > 0 ? sum / count : 0;
}

double PieceJudge::Appeal(const Piece& own, Square square) const {
  double best = 0;
  board::ForEach(game_.board().OccupiedBy(game_.opponent()), [&](Square at) {
    const double curiosity = PieceAt(at).type == PieceType::kUnknown && ValueOf(own.type) < 7 ? 3 : 0;
    const double gain = std::max(0.0, Expected(own, at, false)) + curiosity;
    best = std::max(best, gain / (1 + Distance(square, at)));
  });
  return best;
}

double PieceJudge::Danger(const Piece& own, Square square, Square from) const {
  double worst = 0;
  board::ForEach(board::kNeighbours[square] & game_.board().OccupiedBy(game_.opponent()), [&](Square at) {
    const Piece& other = PieceAt(at);
    const double doubt = other.type != PieceType::kUnknown ? 1 : other.has_moved ? 0.5 : 0.1;
    worst = std::max(worst, -doubt * Expected(own, at, true));
  });
  return square == from ? 0.9 * worst : worst;
}

}  // namespace flagfall::bot
