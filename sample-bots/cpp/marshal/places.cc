#include "sample-bots/cpp/marshal/places.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace flagfall::bot {
namespace {

using board::AttackResult;
using board::BoardState;
using board::Piece;
using board::PieceId;
using board::PieceType;
using board::Square;

// In steps, by square.
using Distances = std::array<std::uint8_t, board::kSquares>;

constexpr std::uint8_t kFar = 40;
constexpr int kPastOpponent = 4;
constexpr int kPastStayer = 8;

// The steps that it costs the side to leave a square on its way.
int CostOf(const BoardState& known, Square square, Side side) {
  const PieceId id = known.PieceAt(square);
  if (id == board::kNoPiece) return 1;
  const Piece& piece = known.PieceOf(id);
  if (piece.side != side) return kPastOpponent;
  return piece.type == PieceType::kBomb || piece.type == PieceType::kFlag ? kPastStayer : 1;
}

// The way of a piece of the side to the square, round the lakes. What stands in the way makes it longer.
Distances DistancesTo(const BoardState& known, Square to, Side side) {
  Distances distances;
  distances.fill(kFar);
  distances[to] = 0;
  // Squares whose neighbours may have become nearer. A square comes again at most once for each cost there is.
  std::array<Square, std::size_t{16} * board::kSquares> queue;
  std::size_t end = 0;
  queue[end++] = to;
  for (std::size_t next = 0; next < end; ++next) {
    const Square from = queue[next];
    const int through = distances[from] + (from == to ? 1 : CostOf(known, from, side));
    board::ForEach(board::kNeighbours[from], [&](Square at) {
      if (distances[at] <= through || end == queue.size()) return;
      distances[at] = static_cast<std::uint8_t>(through);
      queue[end++] = at;
    });
  }
  return distances;
}

class PlaceMaker {
 public:
  PlaceMaker(const BoardState& known, Side ours, const Chances& chances, const Expectations& expectations,
             const Weights& weights)
      : known_(known), us_(ours), chances_(chances), expectations_(expectations), weights_(weights) {}

  std::unique_ptr<const Places> Make() {
    for (const Side side : kSides) {
      board::ForEach(known_.OccupiedBy(OpponentOf(side)), [&](Square target) {
        const PieceId id = known_.PieceAt(target);
        const Piece& piece = known_.PieceOf(id);
        // The opponent is drawn to nothing else.
        if (side != us_ && piece.type != PieceType::kFlag && !piece.is_revealed) return;
        const Distances distances = DistancesTo(known_, target, side);
        board::ForEach(known_.OccupiedBy(side), [&](Square at) {
          const PieceId mover = known_.PieceAt(at);
          Draw(mover, distances, side == us_ ? GainOfOurs(known_.PieceOf(mover).type, id) : GainOfTheirs(mover, piece));
        });
      });
    }
    return std::move(places_);
  }

 private:
  void Draw(PieceId id, const Distances& distances, double gain) {
    if (gain <= 0) return;
    for (Square at = 0; at < board::kSquares; ++at) {
      float& place = (*places_)[id][at];
      place = std::max(place, static_cast<float>(gain / (1 + distances[at])));
    }
  }

  double GainOfOurs(PieceType own, PieceId target) const {
    if (!board::IsMovable(own)) return 0;
    const Piece& piece = known_.PieceOf(target);
    double gain = 0;
    if (piece.is_revealed) {
      const AttackResult result = board::Attack(own, piece.type);
      if (result != AttackResult::kDefenderWins) gain += expectations_.ValueOf(piece.side, piece.type);
      if (result != AttackResult::kAttackerWins) gain -= expectations_.ValueOf(us_, own);
    } else {
      gain = expectations_.OfOurAttack(own, target).gain;
      if (own < PieceType::kCaptain && own != PieceType::kMiner && own != PieceType::kSpy) {
        gain = std::max(gain, 0.0) + weights_.curiosity;
      }
    }
    return std::min(gain, weights_.capture_max);
  }

  double GainOfTheirs(PieceId mover, const Piece& target) const {
    const Piece& piece = known_.PieceOf(mover);
    if (target.type == PieceType::kFlag) {
      const double mines = chances_[mover][static_cast<int>(PieceType::kMiner)];
      return mines * weights_.threat_of_miners + (1 - mines) * weights_.threat;
    }
    if (!piece.is_revealed) return weights_.hunt * expectations_.OfTheirAttack(mover, target).gain;
    const bool beats =
        board::IsMovable(piece.type) && board::Attack(piece.type, target.type) == AttackResult::kAttackerWins;
    return beats ? weights_.hunt * expectations_.ValueOf(us_, target.type) : 0;
  }

  const BoardState& known_;
  const Side us_;
  const Chances& chances_;
  const Expectations& expectations_;
  const Weights& weights_;
  std::unique_ptr<Places> places_ = std::make_unique<Places>();
};

}  // namespace

std::unique_ptr<const Places> PlacesOf(const BoardState& known, Side ours, const Chances& chances,
                                       const Expectations& expectations, const Weights& weights) {
  return PlaceMaker(known, ours, chances, expectations, weights).Make();
}

}  // namespace flagfall::bot
