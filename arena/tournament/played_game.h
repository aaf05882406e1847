#ifndef ARENA_TOURNAMENT_PLAYED_GAME_H_
#define ARENA_TOURNAMENT_PLAYED_GAME_H_

#include <cstdint>

#include "arena/base/unplayed.h"
#include "flagfall/v1/game.pb.h"

namespace flagfall::arena::tournament {

// A game that counts, as a format and a table see it.
struct PlayedGame {
  // Players by index.
  int red = 0;
  int blue = 0;
  // A win for either side or a draw.
  v1::Result result = v1::RESULT_UNSPECIFIED;
  // Its place in the schedule and its round, both from 1; 0 where they do not matter.
  std::uint32_t number = 0;
  std::uint32_t round = 0;
  // For the second game of a pair, the number of the first. 0 for other games, and where it does not matter or is not
  // known.
  std::uint32_t first_of_pair = 0;
  // The loser (both players if it is a draw) did not come, or left for good. See IsForfeit.
  bool is_forfeit = false;
  // Nobody played it; see IsUnplayed (arena/base/unplayed.h). Each such game is a forfeit too.
  bool is_unplayed = false;

  // Twice the points of Red. Blue's half points are 2 minus these.
  int RedHalfPoints() const { return result == v1::RESULT_RED_WINS ? 2 : result == v1::RESULT_DRAW ? 1 : 0; }
  int HalfPointsOf(int player) const { return player == red ? RedHalfPoints() : 2 - RedHalfPoints(); }
};

// Whether a game that ended for this reason is a forfeit in the sense of PlayedGame.
inline bool IsForfeit(v1::Reason reason) {
  return reason == v1::REASON_FORFEIT_NO_SHOW || reason == v1::REASON_DISCONNECTED;
}

using ::flagfall::arena::IsUnplayed;

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_PLAYED_GAME_H_
