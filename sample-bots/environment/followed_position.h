#ifndef SAMPLE_BOTS_ENVIRONMENT_FOLLOWED_POSITION_H_
#define SAMPLE_BOTS_ENVIRONMENT_FOLLOWED_POSITION_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/board/board_state.h"
#include "sample-bots/environment/observation.h"

namespace flagfall::environment {

// A board game as one of its players follows it from the events that it is told, for bots in an arena: they see what
// the same player sees in a VectorEnv, byte for byte.
class FollowedPosition {
 public:
  FollowedPosition(const board::BoardRules& rules, Side side) : side_(side), state_(rules, Side::kRed) {}

  // Takes events in the order in which they came, from the game's first one on. A ply and what it revealed and removed
  // come in one portion. INVALID_ARGUMENT for set-ups that this player is not told so or that these rules do not have,
  // and nothing has changed then; and for other events that do not fit, when the position may be half changed. Events
  // do not tell rulesets with the same army and zone apart, as `classic` and `battle`.
  absl::Status Follow(const std::vector<v1::Event>& events);

  Side side() const { return side_; }
  const board::BoardState& state() const { return state_; }

  // Observe, for this player; `out` has kObservationBytes.
  void ObserveTo(std::uint8_t* out) const { Observe(state_, recent_, side_, out); }
  // Sets 1 for each legal ply by its number, as this player sees the board, and 0 for all others: kPlyNumbers bytes. No
  // ply is legal while it is the opponent's turn.
  void LegalTo(std::uint8_t* out) const;

 private:
  absl::Status CheckPlaced(const v1::PiecesPlaced& placed) const;

  Side side_;
  board::BoardState state_;
  RecentPlies recent_;
};

}  // namespace flagfall::environment

#endif  // SAMPLE_BOTS_ENVIRONMENT_FOLLOWED_POSITION_H_
