#include "referee/rules/board/legality.h"

#include <array>
#include <string>

#include "absl/strings/str_cat.h"
#include "referee/rules/clause_error.h"

namespace flagfall::board {
namespace {

absl::Status CheckPlacement(const BoardRules& rules, Side side, const Placement& placement, Bitboard taken) {
  if (placement.square >= kSquares) {
    return ClauseError("R1.3", absl::StrCat("square ", placement.square, " is not on the board; squares are 0 to 99"));
  }
  const std::string name = SquareName(placement.square);
  if (placement.type == PieceType::kUnknown || static_cast<int>(placement.type) >= kPieceTypes) {
    return ClauseError("R1.2", absl::StrCat("the piece on ", name, " has no type; every piece of a set-up needs one"));
  }
  if (!Contains(rules.ZoneOf(side), placement.square)) {
    const int zone = rules.zone_rows;
    return ClauseError(
        "R1.3", absl::StrCat(name, " is outside of ", SideName(side), "'s set-up zone, rows ",
                             side == Side::kRed ? 1 : kRows - zone + 1, " to ", side == Side::kRed ? zone : kRows));
  }
  if (Contains(taken, placement.square)) {
    return ClauseError("R1.3", absl::StrCat("two pieces stand on ", name, "; one piece to a square"));
  }
  return absl::OkStatus();
}

// R2.2 for pieces that move one square, R2.3 for Scouts. Both squares are on the board, the target is not own.
absl::Status CheckWay(const BoardState& state, const Piece& piece, Ply ply) {
  // Called only where a message needs it: most plies are legal.
  const auto name = [ply] { return PlyName(ply); };
  if (FileOf(ply.from) != FileOf(ply.to) && RowOf(ply.from) != RowOf(ply.to)) {
    return ClauseError("R2.2", absl::StrCat(name(), " is not along a file or a row"));
  }
  const Line line = LineOf(ply);
  if (line.length == 1) return absl::OkStatus();
  if (piece.type != PieceType::kScout && !state.rules().all_move_as_scouts) {
    return ClauseError("R2.2", absl::StrCat(name(), " is ", line.length, " squares long; the ", TypeName(piece.type),
                                            " on ", SquareName(ply.from), " moves one"));
  }
  for (int step = 1; step < line.length; ++step) {
    const auto passed = static_cast<Square>(ply.from + step * line.step);
    if (Contains(state.Empty(), passed)) continue;
    return ClauseError(IsLake(passed) ? "R1.1" : "R2.3",
                       absl::StrCat(name(), " leads through ", SquareName(passed),
                                    IsLake(passed) ? ", which is a lake" : ", which is not empty"));
  }
  return absl::OkStatus();
}

absl::Status CheckByR2(const BoardState& state, Ply ply) {
  if (ply.from >= kSquares || ply.to >= kSquares) {
    return ClauseError("R2.1",
                       absl::StrCat("ply from ", ply.from, " to ", ply.to, " leaves the board; squares are 0 to 99"));
  }
  const auto name = [ply] { return PlyName(ply); };
  const Side side = state.side_to_move();
  if (!Contains(state.OccupiedBy(side), ply.from)) {
    return ClauseError("R2.1",
                       absl::StrCat(name(), ": no ", SideName(side), " piece stands on ", SquareName(ply.from)));
  }
  if (ply.from == ply.to) return ClauseError("R2.1", absl::StrCat(name(), " does not move; passing is not a ply"));
  const Piece& piece = state.PieceOf(state.PieceAt(ply.from));
  if (!IsMovable(piece.type) && !state.rules().all_move_as_scouts) {
    return ClauseError(
        "R2.2", absl::StrCat(name(), ": the ", TypeName(piece.type), " on ", SquareName(ply.from), " does not move"));
  }
  if (IsLake(ply.to)) return ClauseError("R1.1", absl::StrCat(name(), " leads onto a lake"));
  if (Contains(state.OccupiedBy(side), ply.to)) {
    return ClauseError("R2.2", absl::StrCat(name(), " leads onto a piece of ", SideName(side), "'s own"));
  }
  return CheckWay(state, piece, ply);
}

}  // namespace

absl::Status CheckSetUp(const BoardRules& rules, Side side, absl::Span<const Placement> set_up) {
  std::array<int, kPieceTypes> counts{};
  Bitboard taken = 0;
  for (const Placement& placement : set_up) {
    if (absl::Status status = CheckPlacement(rules, side, placement, taken); !status.ok()) return status;
    taken |= BitOf(placement.square);
    ++counts[static_cast<int>(placement.type)];
  }
  for (int type = 1; type < kPieceTypes; ++type) {
    if (counts[type] == rules.army[type]) continue;
    return ClauseError(
        "R1.2", absl::StrCat("the set-up has ", counts[type], " of type ", TypeName(static_cast<PieceType>(type)),
                             "; the army has ", rules.army[type]));
  }
  return absl::OkStatus();
}

absl::Status CheckPly(const BoardState& state, Ply ply) {
  if (state.Result().has_value()) return ClauseError("R5", "the game is over; no ply can be made");
  if (absl::Status status = CheckByR2(state, ply); !status.ok()) return status;
  const auto name = [ply] { return PlyName(ply); };
  const BoardRules& rules = state.rules();
  switch (state.BarOn(ply)) {
    case Bar::kNone:
      return absl::OkStatus();
    case Bar::kTwoSquares:
      return ClauseError("R3.2",
                         absl::StrCat(name(), " would cross the same boundary with the same piece for more than ",
                                      rules.two_squares_max, " turns on end"));
    case Bar::kPositionRepetition:
      return ClauseError("R4.6", absl::StrCat(name(), " chases and would repeat a position that stood since the ",
                                              rules.chase_scope == ChaseScope::kRun ? "chase" : "game", " began"));
    case Bar::kConsecutiveTurns:
      return ClauseError("R4.8", absl::StrCat(name(), " would threaten the same piece for more than ",
                                              rules.chase_turns_max, " turns on end"));
    case Bar::kTwoSquaresPiece:
      return ClauseError("R3.6",
                         absl::StrCat(name(), " moves a piece that has crossed one boundary in its owner's last ",
                                      rules.two_squares_max, " turns; another piece must move"));
  }
  return absl::OkStatus();
}

}  // namespace flagfall::board
