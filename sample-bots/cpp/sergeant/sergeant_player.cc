#include "sample-bots/cpp/sergeant/sergeant_player.h"

#include <algorithm>
#include <array>

#include "sample-bots/cpp/sdk/distance.h"
#include "sample-bots/cpp/sdk/worlds.h"

namespace flagfall::bot {
namespace {

using board::Piece;
using board::PieceType;
using board::Square;

// By PieceType: what a piece is worth.
constexpr double kValue[board::kPieceTypes] = {0, 8, 3, 7, 4, 6, 9, 14, 20, 30, 40, 6, 300};

double ValueOf(PieceType type) { return kValue[static_cast<int>(type)]; }

// What an attack wins, less what it loses.
double Exchange(PieceType attacker, PieceType defender) {
  const board::AttackResult result = board::Attack(attacker, defender);
  return (result != board::AttackResult::kDefenderWins ? ValueOf(defender) : 0) -
         (result != board::AttackResult::kAttackerWins ? ValueOf(attacker) : 0);
}

// The judgement of one position.
class Judge {
 public:
  explicit Judge(const GameState& game) : game_(game), hidden_(HiddenCounts(game)) {}

  double Score(board::Ply ply) const {
    const Piece& own = PieceAt(ply.from);
    double score = Appeal(own, ply.to) - Appeal(own, ply.from) + Danger(own, ply.from, ply.from);
    if (game_.board().PieceAt(ply.to) == board::kNoPiece) return score - Danger(own, ply.to, ply.from);
    return Expected(own, PieceAt(ply.to), false) + (own.is_revealed ? 0 : -0.05 * ValueOf(own.type)) + 1;
  }

 private:
  const Piece& PieceAt(Square square) const { return game_.board().PieceOf(game_.board().PieceAt(square)); }

  // What a fight between them is worth to us, averaged over what the other may be.
  double Expected(const Piece& own, const Piece& other, bool other_attacks) const {
    double sum = 0;
    double count = 0;
    for (int i = 1; i < board::kPieceTypes; ++i) {
      const auto type = static_cast<PieceType>(i);
      const bool may_be = other.type == PieceType::kUnknown
                              ? board::IsMovable(type) || (!other.has_moved && !other_attacks)
                              : type == other.type && (board::IsMovable(type) || !other_attacks);
      if (!may_be) continue;
      const double weight = other.type == PieceType::kUnknown ? hidden_[i] : 1;
      sum += weight * (other_attacks ? -Exchange(type, own.type) : Exchange(own.type, type));
      count += weight;
    }
    return count > 0 ? sum / count : 0;
  }

  // How much the piece would like to stand on the square: near something that is worth attacking.
  double Appeal(const Piece& own, Square square) const {
    double best = 0;
    board::ForEach(game_.board().OccupiedBy(game_.opponent()), [&](Square at) {
      const double curiosity = PieceAt(at).type == PieceType::kUnknown && ValueOf(own.type) < 7 ? 3 : 0;
      const double gain = std::max(0.0, Expected(own, PieceAt(at), false)) + curiosity;
      best = std::max(best, gain / (1 + Distance(square, at)));
    });
    return best;
  }

  // What the piece may lose on the square to the opposing pieces next to it.
  double Danger(const Piece& own, Square square, Square from) const {
    double worst = 0;
    board::ForEach(board::kNeighbours[square] & game_.board().OccupiedBy(game_.opponent()), [&](Square at) {
      const Piece& other = PieceAt(at);
      const double doubt = other.type != PieceType::kUnknown ? 1 : other.has_moved ? 0.5 : 0.1;
      worst = std::max(worst, -doubt * Expected(own, other, true));
    });
    return square == from ? 0.9 * worst : worst;
  }

  const GameState& game_;
  const std::array<int, board::kPieceTypes> hidden_;
};

}  // namespace

SetUp SergeantPlayer::ChooseSetUp(const GameState& game, const TimeLeft& /*time*/) { return SoundSetUp(game, random_); }

Move SergeantPlayer::ChoosePly(const GameState& game, const TimeLeft& /*time*/) {
  const Judge judge(game);
  Move best;
  double best_score = -1e9;
  for (const board::Ply ply : game.LegalPlies()) {
    const double score = judge.Score(ply) + std::uniform_real_distribution<double>(0, 0.3)(random_);
    if (score <= best_score) continue;
    best_score = score;
    best = ply;
  }
  return best;
}

}  // namespace flagfall::bot
