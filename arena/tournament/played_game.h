#ifndef ARENA_TOURNAMENT_PLAYED_GAME_H_
#define ARENA_TOURNAMENT_PLAYED_GAME_H_

#include <cstdint>

#include "flagfall/v1/game.pb.h"

namespace flagfall::arena {

// A game that counts, between players by their indices.
struct PlayedGame {
  int red = 0;
  int blue = 0;
  // A win of either or a draw.
  v1::Result result = v1::RESULT_UNSPECIFIED;
  // Its place in the schedule and its round there, both from 1; 0 where nobody asks.
  std::uint32_t number = 0;
  std::uint32_t round = 0;
  // When it is the second of a pair: the number of the first; else 0, as where nobody asks or knows.
  std::uint32_t first_of_pair = 0;
  // Who lost it did not come, or went for good (both, when it is a draw). See IsForfeit.
  bool is_forfeit = false;

  // Twice the points that Red made; Blue made the rest of 2.
  int RedHalfPoints() const { return result == v1::RESULT_RED_WINS ? 2 : result == v1::RESULT_DRAW ? 1 : 0; }
  int HalfPointsOf(int player) const { return player == red ? RedHalfPoints() : 2 - RedHalfPoints(); }
};

// Whether a game that ended for this reason is a forfeit in the sense of PlayedGame.
inline bool IsForfeit(v1::Reason reason) {
  return reason == v1::REASON_FORFEIT_NO_SHOW || reason == v1::REASON_DISCONNECTED;
}

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_PLAYED_GAME_H_
