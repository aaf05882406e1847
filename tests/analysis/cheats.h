#ifndef TESTS_ANALYSIS_CHEATS_H_
#define TESTS_ANALYSIS_CHEATS_H_

#include <cstdint>
#include <string>

#include "tests/sample-bots/in_process_game.h"

namespace flagfall::bot {

// What a cheat is told of its opponent's hidden pieces.
enum class Cheat {
  kNone,
  // When play begins, the types of one piece in three, in ten, in a hundred, drawn at random.
  kThird,
  kTenth,
  kHundredth,
  // Where the Flag is, at once.
  kFlag,
  // The type of a piece that its opponent has just moved, in one of twenty plies: what could be concluded from how long
  // it has thought.
  kTiming,
};

// "none", "third", "tenth", "hundredth", "flag", "timing".
std::string CheatName(Cheat cheat);

// A leak for InProcessGame: the player of that side is told so.
std::function<std::vector<v1::Event>(const Game& game, v1::Side side)> LeakOf(Cheat cheat, v1::Side cheater,
                                                                              std::uint64_t seed);

}  // namespace flagfall::bot

#endif  // TESTS_ANALYSIS_CHEATS_H_
