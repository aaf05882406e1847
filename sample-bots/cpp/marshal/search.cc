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
// No single capture counts for more than that beforehand: the guess at the Flag may be wrong.
constexpr double kCaptureMax = 60;
// What pieces cheaper than a Miner may pay to learn what stands there.
constexpr double kCuriosity = 4;
// So many plies of attacks alone are looked at beyond the depth.
constexpr int kQuietPlies = 2;

double ValueOf(PieceType type) { return kValue[static_cast<int>(type)]; }

int Distance(Square a, Square b) {
  return std::abs(board::FileOf(a) - board::FileOf(b)) + std::abs(board::RowOf(a) - board::RowOf(b));
}

}  // namespace

Search::Search(const GameState& game, const std::vector<BoardState>& worlds)
    : board_(game.board()), side_(game.side()) {
  for (int type = 1; type <= static_cast<int>(PieceType::kMarshal); ++type) {
    board::ForEach(board_.OccupiedBy(game.opponent()), [&](Square at) {
      const board::PieceId id = board_.PieceAt(at);
      double& expected = expected_[type][id];
      for (const BoardState& world : worlds) {
        const PieceType other = world.PieceOf(id).type;
        const board::AttackResult result = board::Attack(static_cast<PieceType>(type), other);
        if (result != board::AttackResult::kDefenderWins)
          expected += std::min(kCaptureMax, ValueOf(other)) / worlds.size();
        if (result != board::AttackResult::kAttackerWins) expected -= kValue[type] / worlds.size();
      }
      const bool may_pry = board_.PieceOf(id).type == PieceType::kUnknown && kValue[type] < 9;
      const double gain = std::max(0.0, expected) + (may_pry ? kCuriosity : 0);
      for (int square = 0; square < board::kSquares; ++square) {
        double& place = place_[IndexOf(side_)][type][square];
        place = std::max(place, gain / (1 + Distance(static_cast<Square>(square), at)));
      }
    });
  }
  // The opponent wants to our Flag, with Miners above all.
  board::ForEach(board_.OccupiedBy(side_), [&](Square flag) {
    if (board_.PieceOf(board_.PieceAt(flag)).type != PieceType::kFlag) return;
    for (int type = 1; type <= static_cast<int>(PieceType::kMarshal); ++type) {
      for (int square = 0; square < board::kSquares; ++square) {
        const double reach = static_cast<PieceType>(type) == PieceType::kMiner ? 10 : 5;
        place_[1 - IndexOf(side_)][type][square] = reach / (1 + Distance(static_cast<Square>(square), flag));
      }
    }
  });
}

double Search::Worth(const Piece& piece) const {
  if (!piece.on_board()) return 0;
  const int type = static_cast<int>(piece.type);
  return kValue[type] * (piece.is_revealed ? 1 : 1 + kSecrecy) + place_[IndexOf(piece.side)][type][piece.square];
}

double Search::Gain(const BoardState& world, board::Ply ply) const {
  const Piece& mover = world.PieceOf(world.PieceAt(ply.from));
  const board::PieceId id = world.PieceAt(ply.to);
  Piece moved = mover;
  moved.square = ply.to;
  moved.is_revealed = mover.is_revealed || id != board::kNoPiece || board::LineOf(ply).length > 1;
  if (id == board::kNoPiece) return Worth(moved) - Worth(mover);
  const Piece& target = world.PieceOf(id);
  if (target.type == PieceType::kFlag) return kLost;
  Piece told = target;
  told.is_revealed = true;
  const board::AttackResult result = board::Attack(mover.type, target.type);
  return (result == board::AttackResult::kAttackerWins ? Worth(moved) : 0) - Worth(mover) -
         (result == board::AttackResult::kDefenderWins ? Worth(told) : 0) + Worth(target);
}

double Search::Value(const BoardState& world, board::Ply ply, int depth) const {
  const double gain = Gain(world, ply);
  if (gain >= kLost) return gain;
  BoardState next = world;
  next.Make(ply);
  return gain - Best(next, depth - 1, -1e9, 1e9);
}

double Search::Best(const BoardState& world, int depth, double alpha, double beta) const {
  board::PlyList plies;
  world.LegalPlies(plies);
  if (plies.empty()) return -kLost;
  const bool quiet = depth <= 0;  // Only attacks from here on, and nobody has to.
  const bool last = depth <= 1 - kQuietPlies;
  double best = quiet ? 0 : -1e9;
  if (best >= beta) return best;
  // Attacks first.
  std::partition(plies.begin(), plies.end(), [&](board::Ply ply) { return world.PieceAt(ply.to) != board::kNoPiece; });
  for (const board::Ply ply : plies) {
    const board::PieceId target = world.PieceAt(ply.to);
    if (quiet && target == board::kNoPiece) break;
    double value;
    if (world.side_to_move() == side_ && target != board::kNoPiece &&
        board_.PieceOf(target).type == PieceType::kUnknown) {
      // We shall not know then what stands there.
      value = expected_[static_cast<int>(world.PieceOf(world.PieceAt(ply.from)).type)][target];
    } else {
      value = Gain(world, ply);
      const double floor = std::max(alpha, best);
      // What follows a quiet search can only lower it.
      if (value < kLost && !last && (depth > 1 || value > floor)) {
        BoardState next = world;
        next.Make(ply);
        value -= Best(next, depth - 1, value - beta, value - floor);
      }
    }
    best = std::max(best, value);
    if (best >= beta) break;
  }
  return best;
}

}  // namespace flagfall::bot
