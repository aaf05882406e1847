#include "sample-bots/cpp/marshal/evaluation.h"

#include <algorithm>

#include "sample-bots/cpp/sdk/distance.h"

namespace flagfall::bot {
namespace {

using board::BoardState;
using board::PieceType;
using board::Square;

// By PieceType: what a piece is worth.
constexpr double kValue[board::kPieceTypes] = {0, 12, 5, 10, 5, 7, 10, 15, 22, 32, 42, 9, 150};
// What of it is lost when its type becomes public.
constexpr double kSecrecy = 0.2;
// An attack on what is hidden counts for no more in a world where it takes the Flag, and for no more than kCaptureMax
// where it is only aimed at: the guess may be wrong, and pieces thrown at it are missed when our own Flag is to be
// held.
constexpr double kGuessMax = 150;
constexpr double kCaptureMax = 30;
// What pieces cheaper than a Miner may pay to learn what stands there.
constexpr double kCuriosity = 4;
// How much the opponent is drawn to our Flag.
constexpr double kThreat = 5;
constexpr double kThreatOfMiners = 10;

// What an attack wins, less what it loses, on average over the worlds.
double ExpectedOf(PieceType attacker, board::PieceId target, const std::vector<BoardState>& worlds) {
  double sum = 0;
  for (const BoardState& world : worlds) {
    const PieceType other = world.PieceOf(target).type;
    const board::AttackResult result = board::Attack(attacker, other);
    if (result != board::AttackResult::kDefenderWins) sum += std::min(kCaptureMax, kValue[static_cast<int>(other)]);
    if (result != board::AttackResult::kAttackerWins) sum -= kValue[static_cast<int>(attacker)];
  }
  return sum / static_cast<double>(worlds.size());
}

}  // namespace

MarshalEvaluation::MarshalEvaluation(const GameState& game, const std::vector<BoardState>& worlds)
    : board_(game.board()) {
  for (int type = 1; type <= static_cast<int>(PieceType::kMarshal); ++type) {
    board::ForEach(board_.OccupiedBy(game.opponent()), [&](Square at) {
      const board::PieceId id = board_.PieceAt(at);
      const double expected = expected_[type][id] = ExpectedOf(static_cast<PieceType>(type), id, worlds);
      const bool may_pry = board_.PieceOf(id).type == PieceType::kUnknown && kValue[type] < 10;
      Lure(game.side(), type, at, std::max(0.0, expected) + (may_pry ? kCuriosity : 0));
    });
    // The opponent wants to our Flag, with Miners above all.
    board::ForEach(board_.OccupiedBy(game.side()), [&](Square at) {
      if (board_.PieceOf(board_.PieceAt(at)).type != PieceType::kFlag) return;
      Lure(game.opponent(), type, at, static_cast<PieceType>(type) == PieceType::kMiner ? kThreatOfMiners : kThreat);
    });
  }
}

// The nearer to `to`, the better for such pieces.
void MarshalEvaluation::Lure(Side side, int type, Square to, double gain) {
  for (Square at = 0; at < board::kSquares; ++at) {
    double& place = place_[IndexOf(side)][type][at];
    place = std::max(place, gain / (1 + Distance(at, to)));
  }
}

double MarshalEvaluation::Worth(const board::Piece& piece) const {
  const int type = static_cast<int>(piece.type);
  return kValue[type] * (piece.is_revealed ? 1 : 1 + kSecrecy) + place_[IndexOf(piece.side)][type][piece.square];
}

Judgement MarshalEvaluation::Judge(const BoardState& world, board::Ply ply) const {
  const board::PieceId target = world.PieceAt(ply.to);
  const bool is_ours = world.side_to_move() == board_.side_to_move();
  Judgement judgement = Evaluation::Judge(world, ply);
  if (!is_ours || target == board::kNoPiece || board_.PieceOf(target).type != PieceType::kUnknown) return judgement;
  judgement.gain = std::min(judgement.gain, kGuessMax);
  if (world.ply_count() == board_.ply_count()) return judgement;
  // When we come to make it later, we shall not know as in this world what stands there.
  const PieceType attacker = world.PieceOf(world.PieceAt(ply.from)).type;
  return {.gain = expected_[static_cast<int>(attacker)][target], .ends_line = true};
}

}  // namespace flagfall::bot
