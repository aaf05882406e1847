#include "referee/rules/board_game/board_view.h"

#include <utility>

namespace flagfall {
namespace {

using board::kSquares;

// Nothing when there is no such piece, or none that the observer may know of.
PieceKnowledge KnowledgeOfPiece(const BoardWorld& world, v1::Observer observer, board::PieceId id) {
  const board::Piece& piece = world.state.PieceOf(id);
  if (!piece.exists) return {};
  const bool knows_type = IsOpenTo(observer, piece.side);
  if (!world.play_begun && !knows_type) return {};  // R1.3
  PieceKnowledge known{.flags = PieceKnowledge::kExists, .square = piece.square};
  if (piece.side == Side::kBlue) known.flags |= PieceKnowledge::kIsBlue;
  if (piece.has_moved) known.flags |= PieceKnowledge::kHasMoved;
  if (piece.is_revealed) known.flags |= PieceKnowledge::kIsRevealed;
  if (knows_type || piece.is_revealed) known.type = piece.type;
  if (!piece.on_board()) {
    known.square = world.removal_squares[id];
    known.removal_ply = world.removal_plies[id];
  }
  return known;
}

// What concerns no single piece.
void LearnState(const BoardWorld& world, BoardKnowledge& knowledge) {
  knowledge.ply_count = world.state.ply_count();
  knowledge.last_ply = world.last_ply;
  const bool is_on = world.play_begun && !world.is_over;
  knowledge.side_to_move = is_on ? ToProto(world.state.side_to_move()) : v1::SIDE_UNSPECIFIED;
}

void FillRemoval(const PieceKnowledge& piece, v1::Removal* removal) {
  removal->set_square(piece.square);
  removal->set_ply(piece.removal_ply);
}

void FillPiece(board::PieceId origin, const PieceKnowledge& piece, v1::PieceView* view) {
  view->set_origin(origin);
  view->set_owner(piece.has(PieceKnowledge::kIsBlue) ? v1::SIDE_BLUE : v1::SIDE_RED);
  view->set_square(piece.square);
  view->set_type(static_cast<v1::PieceType>(piece.type));
  view->set_has_moved(piece.has(PieceKnowledge::kHasMoved));
  view->set_is_revealed(piece.has(PieceKnowledge::kIsRevealed));
  if (piece.removal_ply != 0) FillRemoval(piece, view->mutable_removal());
}

v1::Event PlacedEvent(board::Bitboard placed, const BoardKnowledge& after) {
  v1::Event event;
  v1::PiecesPlaced* pieces_placed = event.mutable_pieces_placed();
  board::ForEach(placed, [&](board::PieceId id) { FillPiece(id, after.pieces[id], pieces_placed->add_pieces()); });
  return event;
}

v1::Event PlyEvent(const BoardKnowledge& after) {
  v1::Event event;
  v1::PlyMade* ply_made = event.mutable_ply_made();
  ply_made->set_number(after.ply_count);
  ply_made->set_from(after.last_ply->from);
  ply_made->set_to(after.last_ply->to);
  return event;
}

v1::Event RevealedEvent(board::PieceId id, const PieceKnowledge& piece) {
  v1::Event event;
  event.mutable_piece_revealed()->set_origin(id);
  event.mutable_piece_revealed()->set_type(static_cast<v1::PieceType>(piece.type));
  return event;
}

v1::Event RemovedEvent(board::PieceId id, const PieceKnowledge& piece) {
  v1::Event event;
  event.mutable_piece_removed()->set_origin(id);
  FillRemoval(piece, event.mutable_piece_removed()->mutable_removal());
  return event;
}

}  // namespace

BoardKnowledge KnowledgeOf(const BoardWorld& world, v1::Observer observer) {
  BoardKnowledge knowledge;
  board::ForEach(kAllPieces, [&](board::PieceId id) { knowledge.pieces[id] = KnowledgeOfPiece(world, observer, id); });
  LearnState(world, knowledge);
  return knowledge;
}

std::vector<v1::Event> Learn(const BoardWorld& world, v1::Observer observer, board::Bitboard pieces,
                             BoardKnowledge& knowledge) {
  board::Bitboard placed = 0;
  board::Bitboard revealed = 0;
  board::Bitboard removed = 0;
  board::ForEach(pieces, [&](board::PieceId id) {
    const PieceKnowledge now = KnowledgeOfPiece(world, observer, id);
    const PieceKnowledge old = std::exchange(knowledge.pieces[id], now);
    const board::Bitboard bit = board::BitOf(id);
    if (!old.has(PieceKnowledge::kExists)) {
      if (now.has(PieceKnowledge::kExists)) placed |= bit;
      return;
    }
    if (now.has(PieceKnowledge::kIsRevealed) && !old.has(PieceKnowledge::kIsRevealed)) revealed |= bit;
    if (now.removal_ply != old.removal_ply) removed |= bit;
  });
  const bool ply_made = world.state.ply_count() != knowledge.ply_count;
  LearnState(world, knowledge);

  std::vector<v1::Event> events;
  const bool is_quiet = (revealed | removed) == 0;
  events.reserve((placed != 0) + ply_made + (is_quiet ? 0 : board::SizeOf(revealed) + board::SizeOf(removed)));
  const auto& known = knowledge.pieces;
  if (placed != 0) events.push_back(PlacedEvent(placed, knowledge));
  if (ply_made) events.push_back(PlyEvent(knowledge));
  board::ForEach(revealed, [&](board::PieceId id) { events.push_back(RevealedEvent(id, known[id])); });
  board::ForEach(removed, [&](board::PieceId id) { events.push_back(RemovedEvent(id, known[id])); });
  return events;
}

v1::BoardView ToProto(const BoardKnowledge& knowledge) {
  v1::BoardView view;
  for (board::PieceId id = 0; id < kSquares; ++id) {
    const PieceKnowledge& piece = knowledge.pieces[id];
    if (piece.has(PieceKnowledge::kExists)) FillPiece(id, piece, view.add_pieces());
  }
  view.set_ply_count(knowledge.ply_count);
  view.set_side_to_move(knowledge.side_to_move);
  if (knowledge.last_ply.has_value()) {
    view.mutable_last_ply()->set_from(knowledge.last_ply->from);
    view.mutable_last_ply()->set_to(knowledge.last_ply->to);
  }
  return view;
}

}  // namespace flagfall
