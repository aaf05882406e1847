#ifndef SAMPLE_BOTS_CPP_SDK_GAME_STATE_H_
#define SAMPLE_BOTS_CPP_SDK_GAME_STATE_H_

#include <google/protobuf/repeated_ptr_field.h>

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/board/board_state.h"
#include "referee/rules/ruleset.h"
#include "referee/rules/side_messages.h"

namespace flagfall::bot {

using Events = google::protobuf::RepeatedPtrField<v1::Event>;
using Actions = google::protobuf::RepeatedPtrField<v1::Action>;

// Everything that a player knows of its game, whatever the ruleset: a view, kept up to date from the events alone.
// bluffing.h, cards.h and gogo.h help to read it and to make actions. The SDK owns it and calls it on the thread of the
// game's player.
//
// For a game on a board, also `bluffing`, it holds a BoardState of the rules library too, in which the opponent's
// pieces are of unknown type until they are revealed. A piece is named by its origin, the square on which it stood when
// play began, and keeps that name (board::PieceId) for the whole game.
class GameState {
 public:
  // The state at the beginning of a game. NOT_FOUND when the catalogue does not have the ruleset; INVALID_ARGUMENT when
  // the ruleset does not have the options, or when `started` holds no view.
  static absl::StatusOr<GameState> Create(v1::GameStarted started);

  // Brings the state up to date with the events of one message. INVALID_ARGUMENT for events that cannot follow on it.
  // Events of an unknown kind are skipped.
  absl::Status Apply(const Events& events);

  // Notes the legal actions of the decision that the referee asks for.
  void OnDecision(const v1::DecisionRequired& decision) { legal_actions_ = decision.legal_actions(); }

  // Game id, ruleset with its options (one that came later than the ruleset only where it has not its default), side,
  // opponent's name, time control.
  const v1::GameStarted& started() const { return started_; }
  Side side() const { return SideOf(started_.side()); }
  Side opponent() const { return OpponentOf(side()); }

  // Everything that the player may know (R9.1). The end of the game and what was hidden in it are in GameOver only.
  const v1::View& view() const { return view_; }

  // The legal actions of the last decision, if BotInfo::wants_legal_actions asked for them; empty when they are too
  // many to list, as for a set-up.
  const Actions& legal_actions() const { return legal_actions_; }

  // --- The games on a board: `classic`, `battle`, `duel`, `barrage`, `bluffing`. For any other game the board stays
  // empty.

  const board::BoardRules& rules() const { return board_.rules(); }

  // The position. Before both set-ups are in, the board is empty. Copy it to search; see worlds.h.
  const board::BoardState& board() const { return board_; }

  // The plies allowed now, R3 and R4 considered; empty when it is not this player's turn.
  board::PlyList LegalPlies() const;

  // All plies made, from the first on; in `bluffing` also those that were taken back.
  const std::vector<board::Ply>& plies() const { return plies_; }

 private:
  GameState(v1::GameStarted started, const RulesetDefinition& ruleset);

  const RulesetDefinition* ruleset_;
  v1::GameStarted started_;
  v1::View view_;
  Actions legal_actions_;
  board::BoardState board_;
  // `bluffing`: the position before the last ply to an empty square, which may be taken back.
  board::BoardState before_;
  std::vector<board::Ply> plies_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_GAME_STATE_H_
