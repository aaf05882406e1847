#include "referee/rules/board_game/follow_view.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board/board_state.h"
#include "referee/rules/reading_errors.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

absl::StatusOr<v1::PieceView*> PieceOf(std::uint32_t origin, v1::BoardView& view) {
  for (v1::PieceView& piece : *view.mutable_pieces()) {
    if (piece.origin() == origin) return &piece;
  }
  return DoesNotFit(absl::StrCat("there is no piece ", origin));
}

absl::Status Place(const v1::PiecesPlaced& placed, v1::BoardView& view) {
  for (const v1::PieceView& piece : placed.pieces()) {
    if (PieceOf(piece.origin(), view).ok()) return DoesNotFit(absl::StrCat("piece ", piece.origin(), " comes twice"));
    if (view.pieces_size() == board::kSquares) return DoesNotFit("more pieces than squares");
    *view.add_pieces() = piece;
  }
  std::sort(view.mutable_pieces()->begin(), view.mutable_pieces()->end(),
            [](const v1::PieceView& a, const v1::PieceView& b) { return a.origin() < b.origin(); });
  const auto has = [&view](v1::Side side) {
    return std::any_of(view.pieces().begin(), view.pieces().end(),
                       [side](const v1::PieceView& piece) { return piece.owner() == side; });
  };
  if (has(v1::SIDE_RED) && has(v1::SIDE_BLUE)) view.set_side_to_move(v1::SIDE_RED);  // R1.5
  return absl::OkStatus();
}

absl::Status MakePly(const v1::PlyMade& made, v1::BoardView& view) {
  for (v1::PieceView& piece : *view.mutable_pieces()) {
    if (piece.has_removal() || piece.square() != made.from() || piece.owner() != view.side_to_move()) continue;
    piece.set_square(made.to());
    piece.set_has_moved(true);
    view.set_ply_count(made.number());
    view.set_side_to_move(OpponentOf(piece.owner()));
    view.mutable_last_ply()->set_from(made.from());
    view.mutable_last_ply()->set_to(made.to());
    return absl::OkStatus();
  }
  return DoesNotFit(absl::StrCat("nobody to move stands on square ", made.from()));
}

}  // namespace

absl::Status FollowEvent(const v1::Event& event, v1::BoardView& view) {
  if (event.has_pieces_placed()) return Place(event.pieces_placed(), view);
  if (event.has_ply_made()) return MakePly(event.ply_made(), view);
  if (event.has_piece_revealed()) {
    FLAGFALL_ASSIGN_OR_RETURN(v1::PieceView * piece, PieceOf(event.piece_revealed().origin(), view));
    piece->set_type(event.piece_revealed().type());
    piece->set_is_revealed(true);
    return absl::OkStatus();
  }
  if (event.has_piece_removed()) {
    FLAGFALL_ASSIGN_OR_RETURN(v1::PieceView * piece, PieceOf(event.piece_removed().origin(), view));
    *piece->mutable_removal() = event.piece_removed().removal();
    piece->set_square(event.piece_removed().removal().square());
    return absl::OkStatus();
  }
  return DoesNotFit("of a kind that no board game has");
}

}  // namespace flagfall
