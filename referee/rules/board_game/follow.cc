#include "referee/rules/board_game/follow.h"

#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"

namespace flagfall {
namespace {

using board::BoardState;
using board::kSquares;
using board::PieceType;

// A ply with all that was told of it.
struct ToldPly {
  board::Ply ply;
  std::vector<v1::PieceRevealed> revealed{};
};

absl::Status CheckSquares(const BoardState& state, board::Ply ply) {
  if (!board::IsLake(ply.to) && ply.from != ply.to &&
      board::Contains(state.OccupiedBy(state.side_to_move()), ply.from) &&
      !board::Contains(state.OccupiedBy(state.side_to_move()), ply.to) &&
      (board::FileOf(ply.from) == board::FileOf(ply.to) || board::RowOf(ply.from) == board::RowOf(ply.to))) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("no ply of ", SideName(state.side_to_move()), " goes from square ", ply.from, " to ", ply.to));
}

absl::Status Apply(const ToldPly& told, BoardState& state) {
  FLAGFALL_RETURN_IF_ERROR(CheckSquares(state, told.ply));
  for (const v1::PieceRevealed& revealed : told.revealed) {
    const bool makes_sense =
        revealed.origin() < kSquares && revealed.type() > 0 && revealed.type() < board::kPieceTypes;
    if (!makes_sense || !state.PieceOf(static_cast<board::PieceId>(revealed.origin())).on_board()) {
      return absl::InvalidArgumentError(absl::StrCat("no piece ", revealed.origin(), " to be revealed"));
    }
    state.SetType(static_cast<board::PieceId>(revealed.origin()), static_cast<PieceType>(revealed.type()));
  }
  const board::PieceId target = state.PieceAt(told.ply.to);
  if (target != board::kNoPiece) {
    for (const board::PieceId id : {state.PieceAt(told.ply.from), target}) {
      if (state.PieceOf(id).type != PieceType::kUnknown) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("the attack ", board::PlyName(told.ply), " did not reveal piece ", id));
    }
  }
  state.ApplyPublic(told.ply);
  return absl::OkStatus();
}

absl::StatusOr<ToldPly> ToldPlyOf(const v1::PlyMade& made) {
  if (made.from() >= kSquares || made.to() >= kSquares) {
    return absl::InvalidArgumentError(absl::StrCat("no ply goes from square ", made.from(), " to ", made.to()));
  }
  return ToldPly{.ply = {.from = static_cast<board::Square>(made.from()), .to = static_cast<board::Square>(made.to())}};
}

}  // namespace

absl::Status PutPiece(const v1::PieceView& view, BoardState& state) {
  const bool has_side = view.owner() == v1::SIDE_RED || view.owner() == v1::SIDE_BLUE;
  const bool has_type = view.type() >= 0 && view.type() < board::kPieceTypes;
  if (!has_side || !has_type || view.origin() >= kSquares || view.square() >= kSquares) {
    return absl::InvalidArgumentError(absl::StrCat("piece ", view.origin(), " has no proper owner, type or square"));
  }
  const auto id = static_cast<board::PieceId>(view.origin());
  const auto square = static_cast<board::Square>(view.square());
  if (state.PieceOf(id).exists || !board::Contains(state.Empty(), square)) {
    return absl::InvalidArgumentError(absl::StrCat("piece ", view.origin(), " cannot be placed on ",
                                                   board::SquareName(square), ", or is there already"));
  }
  state.Put(id, view.owner() == v1::SIDE_RED ? Side::kRed : Side::kBlue, square, static_cast<PieceType>(view.type()),
            view.has_moved(), view.is_revealed());
  return absl::OkStatus();
}

absl::Status ApplyEvents(const google::protobuf::RepeatedPtrField<v1::Event>& events, BoardState& state) {
  std::optional<ToldPly> told;
  for (const v1::Event& event : events) {
    switch (event.kind_case()) {
      case v1::Event::kPiecesPlaced:
        for (const v1::PieceView& piece : event.pieces_placed().pieces())
          FLAGFALL_RETURN_IF_ERROR(PutPiece(piece, state));
        break;
      case v1::Event::kPlyMade: {
        if (told.has_value()) FLAGFALL_RETURN_IF_ERROR(Apply(*told, state));
        FLAGFALL_ASSIGN_OR_RETURN(told, ToldPlyOf(event.ply_made()));
        break;
      }
      case v1::Event::kPieceRevealed:
        if (!told.has_value()) return absl::InvalidArgumentError("a piece was revealed without a ply before it");
        told->revealed.push_back(event.piece_revealed());
        break;
      case v1::Event::kPieceRemoved:
        // Removals follow from the types revealed.
        break;
      default:
        return absl::InvalidArgumentError("an event of a kind that no board game has");
    }
  }
  return told.has_value() ? Apply(*told, state) : absl::OkStatus();
}

absl::StatusOr<BoardState> StateOfView(const board::BoardRules& rules, const v1::BoardView& view) {
  BoardState state(rules, view.side_to_move() == v1::SIDE_BLUE ? Side::kBlue : Side::kRed);
  for (const v1::PieceView& piece : view.pieces()) {
    if (!piece.has_removal()) FLAGFALL_RETURN_IF_ERROR(PutPiece(piece, state));
  }
  return state;
}

}  // namespace flagfall
