#include "referee/rules/board/board_state.h"

#include "referee/base/check.h"

namespace flagfall::board {

absl::string_view ClauseOfBar(Bar bar) {
  switch (bar) {
    case Bar::kNone:
      return "";
    case Bar::kTwoSquares:
      return "R3.2";
    case Bar::kPositionRepetition:
      return "R4.6";
    case Bar::kConsecutiveTurns:
      return "R4.8";
    case Bar::kTwoSquaresPiece:
      return "R3.6";
  }
  return "";
}

BoardState::BoardState(const BoardRules& rules, Side side_to_move) : rules_(rules), side_to_move_(side_to_move) {
  piece_at_.fill(kNoPiece);
  repetition_.chase.Begin(rules_);
}

BoardState BoardState::Free(const BoardRules& rules, absl::Span<const Placement> red, absl::Span<const Placement> blue,
                            Side side_to_move) {
  BoardState state(rules, side_to_move);
  for (const Side side : kSides) {
    for (const Placement& placement : side == Side::kRed ? red : blue) {
      state.Put(placement.square, side, placement.square, placement.type, false, false);
    }
  }
  return state;
}

void BoardState::Put(PieceId id, Side side, Square square, PieceType type, bool has_moved, bool is_revealed) {
  FLAGFALL_CHECK(id < kSquares && !pieces_[id].exists);
  FLAGFALL_CHECK(square < kSquares && Contains(Empty(), square));
  pieces_[id] = Piece{
      .square = square, .type = type, .side = side, .exists = true, .has_moved = has_moved, .is_revealed = is_revealed};
  piece_at_[square] = id;
  SetBits(id);
}

PlyReport BoardState::Make(Ply ply) {
  const PieceId mover = piece_at_[ply.from];
  const PieceId target = piece_at_[ply.to];
  if (target != kNoPiece) {
    FLAGFALL_CHECK(mover != kNoPiece);
    const PieceType own = pieces_[mover].type;
    const PieceType other = pieces_[target].type;
    FLAGFALL_CHECK(own != PieceType::kUnknown && other != PieceType::kUnknown);
    Reveal(mover);
    Reveal(target);
    return MakeAttack(ply, Attack(own, other));
  }
  BeginPly(mover, ply);
  MoveTo(mover, ply.from, ply.to);
  repetition_.chase.OnMove(rules_, side_to_move_, mover, ply,
                           kNeighbours[ply.to] & OccupiedBy(OpponentOf(side_to_move_)));
  side_to_move_ = OpponentOf(side_to_move_);
  return {.mover = mover};
}

PlyReport BoardState::MakeAttack(Ply ply, AttackResult result) {
  PlyReport report{.mover = piece_at_[ply.from], .target = piece_at_[ply.to], .attack = result};
  BeginPly(report.mover, ply);
  plies_since_capture_ = 0;
  if (result != AttackResult::kDefenderWins) Remove(report.target);
  Bitboard threatened = 0;
  if (result == AttackResult::kAttackerWins) {
    MoveTo(report.mover, ply.from, ply.to);
    threatened = kNeighbours[ply.to] & OccupiedBy(OpponentOf(side_to_move_));
  } else {
    Remove(report.mover);
  }
  repetition_.chase.OnAttack(rules_, side_to_move_, ply, threatened);
  both_removed_ = result == AttackResult::kBothRemoved;
  report.captured_flag = flag_lost_[IndexOf(OpponentOf(side_to_move_))];
  side_to_move_ = OpponentOf(side_to_move_);
  return report;
}

void BoardState::BeginPly(PieceId mover, Ply ply) {
  FLAGFALL_CHECK(mover != kNoPiece && pieces_[mover].side == side_to_move_);
  Piece& piece = pieces_[mover];
  piece.has_moved = true;
  if (LineOf(ply).length > 1 && !rules_.all_move_as_scouts) piece.is_revealed = true;  // R2.4
  ++ply_count_;
  ++plies_since_capture_;
  both_removed_ = false;
  repetition_.two_squares[IndexOf(side_to_move_)].OnPly(ply);
}

void BoardState::Pass() {
  ++ply_count_;
  ++plies_since_capture_;
  both_removed_ = false;
  side_to_move_ = OpponentOf(side_to_move_);
  repetition_.chase.OnUnanswered(side_to_move_);
}

void BoardState::SetType(PieceId id, PieceType type) {
  Piece& piece = pieces_[id];
  FLAGFALL_CHECK(piece.exists);
  piece.type = type;
  if (!piece.on_board()) return;
  ClearBits(piece.square, piece.side);
  SetBits(id);
}

void BoardState::MoveTo(PieceId id, Square from, Square to) {
  Piece& piece = pieces_[id];
  piece.square = to;
  piece_at_[from] = kNoPiece;
  piece_at_[to] = id;
  // The square entered is empty by now.
  const Bitboard both = BitOf(from) | BitOf(to);
  const std::size_t side = IndexOf(piece.side);
  occupied_[side] ^= both;
  if (Contains(movable_[side], from)) movable_[side] ^= both;
  if (Contains(scouts_[side], from)) scouts_[side] ^= both;
}

void BoardState::Remove(PieceId id) {
  Piece& piece = pieces_[id];
  if (piece.type == PieceType::kFlag) flag_lost_[IndexOf(piece.side)] = true;
  piece_at_[piece.square] = kNoPiece;
  ClearBits(piece.square, piece.side);
  piece.square = kNoSquare;
}

void BoardState::SetBits(PieceId id) {
  const Piece& piece = pieces_[id];
  const Bitboard bit = BitOf(piece.square);
  const std::size_t side = IndexOf(piece.side);
  occupied_[side] |= bit;
  if (rules_.all_move_as_scouts || IsMovable(piece.type)) movable_[side] |= bit;
  if (rules_.all_move_as_scouts || piece.type == PieceType::kScout) scouts_[side] |= bit;
}

void BoardState::ClearBits(Square square, Side side) {
  const Bitboard others = ~BitOf(square);
  occupied_[IndexOf(side)] &= others;
  movable_[IndexOf(side)] &= others;
  scouts_[IndexOf(side)] &= others;
}

std::optional<BoardResult> BoardState::Result() const {
  const Side other = OpponentOf(side_to_move_);
  if (flag_captured()) {
    BoardResult result{.winner = std::nullopt, .reason = EndReason::kFlagCaptured};
    if (!flag_lost_[0]) result.winner = Side::kRed;
    if (!flag_lost_[1]) result.winner = Side::kBlue;
    return result;
  }
  if (HasLegalPly()) return std::nullopt;
  if (IsDrawn()) return BoardResult{.winner = std::nullopt, .reason = EndReason::kBothImmobile};
  return BoardResult{.winner = other, .reason = EndReason::kNoLegalPly};
}

bool BoardState::IsDrawn() const {
  switch (rules_.draw) {
    case DrawRule::kNoPlyAfterBothRemoved:
      return both_removed_ && !HasPlyByR2(Side::kRed) && !HasPlyByR2(Side::kBlue);
    case DrawRule::kNoMovablePiece:
      return (movable_[0] | movable_[1]) == 0;
  }
  return false;
}

}  // namespace flagfall::board
