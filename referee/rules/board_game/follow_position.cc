#include "referee/rules/board_game/follow_position.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

using board::BoardState;
using board::kSquares;
using board::PieceId;
using board::PieceType;

bool IsOnBoard(std::uint32_t origin, const BoardState& state) {
  return origin < kSquares && state.PieceOf(static_cast<PieceId>(origin)).on_board();
}

absl::Status PutPiece(const v1::PieceView& view, BoardState& state) {
  const bool has_side = view.owner() == v1::SIDE_RED || view.owner() == v1::SIDE_BLUE;
  const bool has_type = view.type() >= 0 && view.type() < board::kPieceTypes;
  if (!has_side || !has_type || view.origin() >= kSquares || view.square() >= kSquares) {
    return absl::InvalidArgumentError(absl::StrCat("piece ", view.origin(), " has no proper owner, type or square"));
  }
  const auto id = static_cast<PieceId>(view.origin());
  const auto square = static_cast<board::Square>(view.square());
  if (state.PieceOf(id).exists || !board::Contains(state.Empty(), square)) {
    return absl::InvalidArgumentError(absl::StrCat("piece ", view.origin(), " cannot be placed on ",
                                                   board::SquareName(square), ", or is there already"));
  }
  state.Put(id, SideOf(view.owner()), square, static_cast<PieceType>(view.type()), view.has_moved(),
            view.is_revealed());
  return absl::OkStatus();
}

// What a piece of the side to move could do, were it a Scout and all squares on its way empty.
absl::StatusOr<board::Ply> PlyOf(const v1::PlyMade& made, const BoardState& state) {
  const board::Ply ply = {.from = static_cast<board::Square>(made.from()), .to = static_cast<board::Square>(made.to())};
  const board::Bitboard own = state.OccupiedBy(state.side_to_move());
  const bool is_straight =
      board::FileOf(ply.from) == board::FileOf(ply.to) || board::RowOf(ply.from) == board::RowOf(ply.to);
  if (made.from() < kSquares && made.to() < kSquares && is_straight && !board::IsLake(ply.to) &&
      board::Contains(own, ply.from) && !board::Contains(own, ply.to)) {
    return ply;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("no ply of ", SideName(state.side_to_move()), " goes from square ", made.from(), " to ", made.to()));
}

}  // namespace

absl::Status PositionFollower::Take(const v1::Event& event) {
  switch (event.kind_case()) {
    case v1::Event::kPiecesPlaced:
      for (const v1::PieceView& piece : event.pieces_placed().pieces()) {
        FLAGFALL_RETURN_IF_ERROR(PutPiece(piece, state_));
      }
      return absl::OkStatus();
    case v1::Event::kPlyMade:
      FLAGFALL_RETURN_IF_ERROR(Settle());
      return Make(event.ply_made());
    case v1::Event::kPieceRevealed:
      return Reveal(event.piece_revealed());
    case v1::Event::kPieceRemoved:
      if (!attack_.has_value()) return absl::InvalidArgumentError("a piece was removed without an attack before it");
      attacker_fell_ = attacker_fell_ || event.piece_removed().origin() == state_.PieceAt(attack_->from);
      target_fell_ = target_fell_ || event.piece_removed().origin() == state_.PieceAt(attack_->to);
      return absl::OkStatus();
    case v1::Event::kBluffing:
      if (before_ == nullptr) break;
      if (event.bluffing().has_ply_taken_back()) TakeBack();
      return absl::OkStatus();
    default:
      break;
  }
  return absl::InvalidArgumentError("an event of a kind that this game does not have");
}

absl::Status PositionFollower::Settle() {
  if (!attack_.has_value()) return absl::OkStatus();
  const board::Ply attack = *std::exchange(attack_, std::nullopt);
  for (const PieceId id : {state_.PieceAt(attack.from), state_.PieceAt(attack.to)}) {
    // In `bluffing` both may stay face down (R6.7).
    if (before_ != nullptr || state_.PieceOf(id).type != PieceType::kUnknown) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("the attack ", board::PlyName(attack), " did not reveal piece ", id));
  }
  state_.MakeAttack(attack, attacker_fell_ && target_fell_ ? board::AttackResult::kBothRemoved
                            : attacker_fell_               ? board::AttackResult::kDefenderWins
                                                           : board::AttackResult::kAttackerWins);
  return absl::OkStatus();
}

absl::Status PositionFollower::Make(const v1::PlyMade& made) {
  FLAGFALL_ASSIGN_OR_RETURN(const board::Ply ply, PlyOf(made, state_));
  if (state_.PieceAt(ply.to) == board::kNoPiece) {
    if (before_ != nullptr) *before_ = state_;
    state_.Make(ply);
  } else {
    attack_ = ply;
    attacker_fell_ = target_fell_ = false;
  }
  return absl::OkStatus();
}

absl::Status PositionFollower::Reveal(const v1::PieceRevealed& revealed) {
  const bool has_type = revealed.type() > 0 && revealed.type() < board::kPieceTypes;
  if (!has_type || !IsOnBoard(revealed.origin(), state_)) {
    return absl::InvalidArgumentError(absl::StrCat("no piece ", revealed.origin(), " to be revealed"));
  }
  for (BoardState* const state : {&state_, before_}) {
    if (state == nullptr || !IsOnBoard(revealed.origin(), *state)) continue;
    state->SetType(static_cast<PieceId>(revealed.origin()), static_cast<PieceType>(revealed.type()));
    state->Reveal(static_cast<PieceId>(revealed.origin()));
  }
  return absl::OkStatus();
}

void PositionFollower::TakeBack() {
  // An attack has changed nothing yet.
  if (!attack_.has_value()) state_ = *before_;
  attack_.reset();
  state_.Pass();
}

absl::StatusOr<BoardState> StateOfView(const board::BoardRules& rules, const v1::BoardView& view) {
  BoardState state(rules, SideOf(view.side_to_move()));
  for (const v1::PieceView& piece : view.pieces()) {
    if (!piece.has_removal()) FLAGFALL_RETURN_IF_ERROR(PutPiece(piece, state));
  }
  return state;
}

}  // namespace flagfall
