#include "sample-bots/cpp/sdk/game_state.h"

#include <utility>

#include "referee/base/status_macros.h"
#include "referee/rules/board_game/board_options.h"
#include "referee/rules/board_game/follow.h"

namespace flagfall::bot {
namespace {

v1::Side ToProto(board::Side side) { return side == board::Side::kRed ? v1::SIDE_RED : v1::SIDE_BLUE; }

}  // namespace

GameState::GameState(v1::GameStarted started, const board::BoardRules& rules)
    : started_(std::move(started)), rules_(rules), board_(rules, board::Side::kRed) {}

absl::StatusOr<GameState> GameState::Create(v1::GameStarted started) {
  FLAGFALL_ASSIGN_OR_RETURN(const board::BoardRules rules, BoardRulesOf(started.ruleset()));
  return GameState(std::move(started), rules);
}

absl::Status GameState::Apply(const Events& events) {
  FLAGFALL_RETURN_IF_ERROR(ApplyEvents(events, board_));
  for (const v1::Event& event : events) {
    if (event.has_ply_made()) {
      plies_.push_back({.from = static_cast<board::Square>(event.ply_made().from()),
                        .to = static_cast<board::Square>(event.ply_made().to())});
    }
    if (event.has_piece_removed() && event.piece_removed().origin() < removals_.size()) {
      removals_[event.piece_removed().origin()] = event.piece_removed().removal();
    }
  }
  return absl::OkStatus();
}

board::PlyList GameState::LegalPlies() const {
  board::PlyList plies;
  if (board_.side_to_move() == side()) board_.LegalPlies(plies);
  return plies;
}

v1::BoardView GameState::View() const {
  v1::BoardView view;
  for (board::PieceId origin = 0; origin < board::kSquares; ++origin) {
    const board::Piece& piece = board_.PieceOf(origin);
    if (!piece.exists) continue;
    v1::PieceView& told = *view.add_pieces();
    told.set_origin(origin);
    told.set_owner(ToProto(piece.side));
    told.set_type(static_cast<v1::PieceType>(piece.type));
    told.set_has_moved(piece.has_moved);
    told.set_is_revealed(piece.is_revealed);
    told.set_square(piece.on_board() ? piece.square : removals_[origin].square());
    if (!piece.on_board()) *told.mutable_removal() = removals_[origin];
  }
  view.set_ply_count(board_.ply_count());
  const bool has_begun = board_.OccupiedBy(opponent()) != 0 || !plies_.empty();
  if (has_begun && !is_over_) view.set_side_to_move(ToProto(board_.side_to_move()));
  if (!plies_.empty()) {
    view.mutable_last_ply()->set_from(plies_.back().from);
    view.mutable_last_ply()->set_to(plies_.back().to);
  }
  return view;
}

}  // namespace flagfall::bot
