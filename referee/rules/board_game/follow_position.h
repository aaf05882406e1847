#ifndef REFEREE_RULES_BOARD_GAME_FOLLOW_POSITION_H_
#define REFEREE_RULES_BOARD_GAME_FOLLOW_POSITION_H_

#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "flagfall/v1/game.pb.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board/board_state.h"

namespace flagfall {

// Brings a position up to date event by event; ApplyEvents does so with a whole list.
//
// An attack is told by a ply_made, and only what comes after it says how it went. So it waits for the next ply or for
// Settle:
//
//   ply_made, piece_revealed 30, piece_revealed 47, piece_removed 47    → the piece with origin 47 fell
//   ply_made, ply_taken_back                                            → `bluffing`: it never happened (R6.11)
class PositionFollower {
 public:
  // As ApplyEvents.
  PositionFollower(board::BoardState& state, board::BoardState* before) : state_(state), before_(before) {}

  absl::Status Take(const v1::Event& event);
  // Makes the attack that is waiting, if there is one.
  absl::Status Settle();

 private:
  absl::Status Make(const v1::PlyMade& made);
  absl::Status Reveal(const v1::PieceRevealed& revealed);
  void TakeBack();

  board::BoardState& state_;
  board::BoardState* const before_;
  std::optional<board::Ply> attack_;
  bool attacker_fell_ = false;
  bool target_fell_ = false;
};

// Brings a position of one observer's, in which types it may not know are kUnknown, up to date with that observer's
// events, in the order in which they were told and in as many portions as they came in, never split between a ply and
// what it revealed and removed. Begin with an empty BoardState of the game's rules (BoardRulesOf in board_options.h),
// and R3 and R4 are followed from the first ply on. `before`, of `bluffing` alone, is kept from call to call: the
// position that a call of the movement may bring back (R6.3). INVALID_ARGUMENT when the events do not fit the position.
template <typename Events>
absl::Status ApplyEvents(const Events& events, board::BoardState& state, board::BoardState* before = nullptr) {
  PositionFollower follower(state, before);
  for (const v1::Event& event : events) FLAGFALL_RETURN_IF_ERROR(follower.Take(event));
  return follower.Settle();
}

// The position of a view, for a reader that begins in the middle of a game, as some replays do. R3 and R4 then know
// nothing of what came before, so a bot, which has all the events, should follow those instead. INVALID_ARGUMENT when
// the view makes no sense.
absl::StatusOr<board::BoardState> StateOfView(const board::BoardRules& rules, const v1::BoardView& view);

}  // namespace flagfall

#endif  // REFEREE_RULES_BOARD_GAME_FOLLOW_POSITION_H_
