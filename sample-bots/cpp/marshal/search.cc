#include "sample-bots/cpp/marshal/search.h"

#include <algorithm>
#include <cstdlib>

#include "sample-bots/cpp/sdk/worlds.h"

namespace flagfall::bot {
namespace {

using board::BoardState;
using board::Piece;
using board::PieceType;
using board::Square;

// By PieceType: what a piece is worth.
constexpr double kValue[board::kPieceTypes] = {0, 12, 5, 10, 5, 7, 10, 15, 22, 32, 42, 9, 400};
// What of it is lost when its type becomes public.
constexpr double kSecrecy = 0.2;
constexpr double kLost = 1000;

double ValueOf(PieceType type) { return kValue[static_cast<int>(type)]; }

double Worth(const Piece& piece) {
  return piece.on_board() ? ValueOf(piece.type) * (piece.is_revealed ? 1 : 1 + kSecrecy) : 0;
}

int Distance(Square a, Square b) {
  return std::abs(board::FileOf(a) - board::FileOf(b)) + std::abs(board::RowOf(a) - board::RowOf(b));
}

}  // namespace

Search::Search(const GameState& game) : board_(game.board()), side_(game.side()), hidden_(HiddenCounts(game)) {
  for (int type = 1; type <= static_cast<int>(PieceType::kMarshal); ++type) {
    board::ForEach(board_.OccupiedBy(game.opponent()), [&](Square at) {
      const Piece& other = board_.PieceOf(board_.PieceAt(at));
      const double expected = Expected(static_cast<PieceType>(type), other);
      expected_[type][board_.PieceAt(at)] = expected;
      const double curiosity = other.type == PieceType::kUnknown && kValue[type] < 9 ? 4 : 0;
      const double gain = std::max(0.0, expected) + curiosity;
      for (int square = 0; square < board::kSquares; ++square) {
        double& appeal = appeal_[type][square];
        appeal = std::max(appeal, gain / (1 + Distance(static_cast<Square>(square), at)));
      }
    });
  }
}

double Search::Expected(PieceType own, const Piece& other) const {
  double sum = 0;
  double count = 0;
  for (int i = 1; i < board::kPieceTypes; ++i) {
    const auto type = static_cast<PieceType>(i);
    if (other.type == PieceType::kUnknown ? other.has_moved && !board::IsMovable(type) : type != other.type) continue;
    const double weight = other.type == PieceType::kUnknown ? hidden_[i] : 1;
    const board::AttackResult result = board::Attack(own, type);
    if (result != board::AttackResult::kDefenderWins) sum += weight * std::min(60.0, kValue[i]);
    if (result != board::AttackResult::kAttackerWins) sum -= weight * ValueOf(own);
    count += weight;
  }
  return count > 0 ? sum / count : 0;
}

double Search::Gain(const BoardState& before, const BoardState& after, const board::PlyReport& report,
                    board::Ply ply) const {
  const Piece& mover = after.PieceOf(report.mover);
  double gain = Worth(mover) - Worth(before.PieceOf(report.mover));
  if (report.target != board::kNoPiece) {
    gain += Worth(before.PieceOf(report.target)) - Worth(after.PieceOf(report.target));
  }
  if (mover.side == side_ && mover.on_board()) {
    const auto& appeal = appeal_[static_cast<int>(mover.type)];
    gain += appeal[ply.to] - appeal[ply.from];
  }
  return gain;
}

double Search::Value(const BoardState& world, board::Ply ply, int depth) const {
  BoardState next = world;
  const double gain = Gain(world, next, next.Make(ply), ply);
  if (next.flag_captured()) return gain + kLost;
  return gain - Best(next, depth - 1, -1e9, 1e9);
}

double Search::Best(const BoardState& world, int depth, double alpha, double beta) const {
  if (depth == 0) return 0;
  board::PlyList plies;
  world.LegalPlies(plies);
  if (plies.empty()) return -kLost;
  // Attacks first.
  std::partition(plies.begin(), plies.end(), [&](board::Ply ply) { return world.PieceAt(ply.to) != board::kNoPiece; });
  double best = -1e9;
  for (const board::Ply ply : plies) {
    const board::PieceId target = world.PieceAt(ply.to);
    double value;
    if (world.side_to_move() == side_ && target != board::kNoPiece &&
        board_.PieceOf(target).type == PieceType::kUnknown) {
      // We shall not know then what stands there.
      value = expected_[static_cast<int>(world.PieceOf(world.PieceAt(ply.from)).type)][target];
    } else {
      BoardState next = world;
      const double gain = Gain(world, next, next.Make(ply), ply);
      value = next.flag_captured() ? kLost : gain - Best(next, depth - 1, gain - beta, gain - std::max(alpha, best));
    }
    best = std::max(best, value);
    if (best >= beta) break;
  }
  return best;
}

}  // namespace flagfall::bot
