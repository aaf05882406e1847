#ifndef ARENA_TOURNAMENT_SCHEDULED_GAME_H_
#define ARENA_TOURNAMENT_SCHEDULED_GAME_H_

#include <cstdint>

namespace flagfall::arena {

// A game to be played.
struct ScheduledGame {
  // Its place in the schedule, from 1.
  std::uint32_t number = 0;
  // From 1; what a round is, the format says.
  std::uint32_t round = 0;
  // Indices into the tournament's list of players.
  int red = 0;
  int blue = 0;
  // When it is the second of a pair, the same players with sides swapped: the number of the first; else 0.
  std::uint32_t first_of_pair = 0;

  friend bool operator==(const ScheduledGame&, const ScheduledGame&) = default;
};

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_SCHEDULED_GAME_H_
