#ifndef SAMPLE_BOTS_CPP_SDK_GAME_STATE_H_
#define SAMPLE_BOTS_CPP_SDK_GAME_STATE_H_

#include <google/protobuf/repeated_ptr_field.h>

#include <array>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/board/board_state.h"

namespace flagfall::bot {

using Events = google::protobuf::RepeatedPtrField<v1::Event>;

// All that a player knows of its game, built from the events alone.
//
// The heart of it is a BoardState of the rules library in which the opponent's pieces are of unknown type until they
// are revealed. A piece is named by its origin, the square on which it stood when play began, and keeps that name
// (board::PieceId) for the whole game.
class GameState {
 public:
  // INVALID_ARGUMENT for a ruleset that is no board game.
  static absl::StatusOr<GameState> Create(v1::GameStarted started);

  // Takes in what the events of one message tell. INVALID_ARGUMENT for events that cannot follow.
  absl::Status Apply(const Events& events);

  // The referee has said that the game is over.
  void End() { is_over_ = true; }

  // Game id, ruleset, opponent's name, time control.
  const v1::GameStarted& started() const { return started_; }
  const board::BoardRules& rules() const { return rules_; }
  board::Side side() const { return started_.side() == v1::SIDE_BLUE ? board::Side::kBlue : board::Side::kRed; }
  board::Side opponent() const { return board::OpponentOf(side()); }

  // The position. Before both set-ups are in, the board is empty. Copy it to search; see worlds.h.
  const board::BoardState& board() const { return board_; }

  // The plies allowed now, R3 and R4 considered; empty when it is not this player's turn.
  board::PlyList LegalPlies() const;

  // All plies made, the first first.
  const std::vector<board::Ply>& plies() const { return plies_; }

  // The same knowledge in the form in which the referee tells it to people.
  v1::BoardView View() const;

 private:
  GameState(v1::GameStarted started, const board::BoardRules& rules);

  v1::GameStarted started_;
  board::BoardRules rules_;
  board::BoardState board_;
  bool is_over_ = false;
  std::vector<board::Ply> plies_;
  // By origin: where and when a piece was removed; ply 0 while it is on the board.
  std::array<v1::Removal, board::kSquares> removals_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_GAME_STATE_H_
