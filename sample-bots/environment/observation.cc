#include "sample-bots/environment/observation.h"

#include <algorithm>
#include <cstring>

#include "sample-bots/environment/ply_number.h"

namespace flagfall::environment {
namespace {

using board::Bitboard;
using board::BoardState;
using board::Piece;
using board::PieceId;
using board::PieceType;
using board::Square;

constexpr int kTypes = board::kPieceTypes - 1;
using TypeCounts = std::array<std::uint8_t, kTypes>;

constexpr int IndexOfType(PieceType type) { return static_cast<int>(type) - 1; }

// The only place in which a type is read. Hidden types are kUnknown, whether the position has them or not.
PieceType TypeSeenBy(Side observer, const Piece& piece) {
  return piece.side == observer || piece.is_revealed ? piece.type : PieceType::kUnknown;
}

class Writer {
 public:
  Writer(Side observer, std::uint8_t* out) : turn_(observer == Side::kRed ? 0 : board::kSquares - 1), out_(out) {}

  std::uint8_t* PlanesOf(Square square) const {
    const int seen = turn_ == 0 ? square : turn_ - square;
    return out_ + std::size_t{kPlanes} * seen;
  }

 private:
  int turn_;
  std::uint8_t* out_;
};

// How many pieces of each type the side has whose type is not public. Pieces that fell are public (R2.5), so that all
// others stand on the board.
TypeCounts HiddenCounts(const BoardState& state, Side side) {
  constexpr int kOrigins = 4 * board::kFiles;
  const int first = side == Side::kRed ? 0 : board::kSquares - kOrigins;
  std::array<std::uint8_t, 16> counts{};
  std::copy(state.rules().army.begin(), state.rules().army.end(), counts.begin());
  for (int id = first; id < first + kOrigins; ++id) {
    const Piece& piece = state.PieceOf(static_cast<PieceId>(id));
    counts[static_cast<std::size_t>(piece.type)] -= piece.exists && piece.is_revealed;
  }
  TypeCounts by_type{};
  std::copy_n(counts.begin() + 1, kTypes, by_type.begin());
  return by_type;
}

void WriteOwn(const BoardState& state, Side observer, const Writer& writer) {
  board::ForEach(state.OccupiedBy(observer), [&](Square square) {
    const Piece& piece = state.PieceOf(state.PieceAt(square));
    std::uint8_t* planes = writer.PlanesOf(square);
    // A follower of events that make no sense may have a piece of no type.
    const PieceType type = TypeSeenBy(observer, piece);
    if (type != PieceType::kUnknown) planes[kOwnTypes + IndexOfType(type)] = 1;
    planes[kOwnMoved] = piece.has_moved;
    planes[kOwnRevealed] = piece.is_revealed;
  });
}

void WriteOpposing(const BoardState& state, Side observer, const Writer& writer) {
  // For pieces that have not moved, and for those that have (R2.2).
  std::array<TypeCounts, 2> possible{};
  possible[0] = HiddenCounts(state, OpponentOf(observer));
  possible[1] = possible[0];
  possible[1][IndexOfType(PieceType::kBomb)] = 0;
  possible[1][IndexOfType(PieceType::kFlag)] = 0;
  board::ForEach(state.OccupiedBy(OpponentOf(observer)), [&](Square square) {
    const Piece& piece = state.PieceOf(state.PieceAt(square));
    std::uint8_t* planes = writer.PlanesOf(square);
    const PieceType type = TypeSeenBy(observer, piece);
    if (type == PieceType::kUnknown) {
      std::memcpy(planes + kPossibleTypes, possible[piece.has_moved].data(), kTypes);
    } else {
      planes[kPublicTypes + IndexOfType(type)] = 1;
    }
    planes[kOpposingMoved] = piece.has_moved;
    planes[kOpposingRevealed] = piece.is_revealed;
  });
}

void WriteRecent(const RecentPlies& recent, const Writer& writer) {
  const std::uint32_t shown = std::min<std::uint32_t>(recent.count(), kLastPliesShown);
  for (std::uint32_t back = 0; back < shown; ++back) {
    const board::Ply ply = recent.Back(back);
    writer.PlanesOf(ply.from)[kLastPlies + back] = 1;
    writer.PlanesOf(ply.to)[kLastPlies + back] = 2;
  }
}

void WriteTwoSquares(const board::TwoSquares& counts, int plane, const Writer& writer) {
  int square = counts.square();
  for (int boundary = 0; boundary < counts.boundaries(); ++boundary) {
    square -= counts.step();
    writer.PlanesOf(static_cast<Square>(square))[plane] = static_cast<std::uint8_t>(counts.count(boundary));
  }
}

void WriteChase(const board::Chase& chase, Side chaser, int plane, const Writer& writer) {
  const Bitboard evaders = chase.EvadersOf(chaser);
  if (evaders == 0) return;
  board::ForEach(evaders, [&](Square square) { writer.PlanesOf(square)[plane] = 1; });
  writer.PlanesOf(chase.LastEvaderOf(chaser))[plane] = static_cast<std::uint8_t>(chase.LastEvaderTurnsOf(chaser));
}

}  // namespace

void Observe(const BoardState& state, const RecentPlies& recent, Side observer, std::uint8_t* out) {
  std::memset(out, 0, kObservationBytes);
  const Side opponent = OpponentOf(observer);
  const Writer writer(observer, out);
  WriteOwn(state, observer, writer);
  WriteOpposing(state, observer, writer);
  WriteRecent(recent, writer);
  WriteTwoSquares(state.repetition().two_squares[IndexOf(observer)], kOwnTwoSquares, writer);
  WriteTwoSquares(state.repetition().two_squares[IndexOf(opponent)], kOpposingTwoSquares, writer);
  WriteChase(state.repetition().chase, observer, kOwnChase, writer);
  WriteChase(state.repetition().chase, opponent, kOpposingChase, writer);
}

}  // namespace flagfall::environment
