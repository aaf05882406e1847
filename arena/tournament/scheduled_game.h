#ifndef ARENA_TOURNAMENT_SCHEDULED_GAME_H_
#define ARENA_TOURNAMENT_SCHEDULED_GAME_H_

#include <cstdint>
#include <map>
#include <string>

namespace flagfall::arena::tournament {

// Values of a bot's options, by name.
using OptionValues = std::map<std::string, std::string>;

// The values with which the two bots of a game play it, in place of those in the tournament's spec. Empty where it has
// none of its own.
struct GameSettings {
  OptionValues red = {};
  OptionValues blue = {};

  friend bool operator==(const GameSettings&, const GameSettings&) = default;
};

// A game of a schedule that is to be played.
struct ScheduledGame {
  // Its place in the schedule, from 1.
  std::uint32_t number = 0;
  // From 1. Each format says what a round is.
  std::uint32_t round = 0;
  // Indices into the tournament's list of players.
  int red = 0;
  int blue = 0;
  // For the second game of a pair, which has the same players with sides swapped, the number of the first; 0 for other
  // games.
  std::uint32_t first_of_pair = 0;
  GameSettings settings = {};

  friend bool operator==(const ScheduledGame&, const ScheduledGame&) = default;
};

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_SCHEDULED_GAME_H_
