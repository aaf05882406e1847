#ifndef TESTS_SUPPORT_SLOW_TEXT_H_
#define TESTS_SUPPORT_SLOW_TEXT_H_

#include <string>
#include <utility>
#include <vector>

#include "tests/support/slow_game.h"

// The plain game text, and what `rules replay --legal` prints of it, as the slow implementation understands them.
namespace flagfall::slow {

struct GameText {
  Rules rules;
  // Whether the pieces may stand anywhere and need not be armies.
  bool free = false;
  std::vector<Piece> pieces;
  std::vector<Ply> plies;
};

// "a1" to "j10".
std::string SquareName(int square);
// "a4-a5".
std::string PlyName(const Ply& ply);

// All options of the rules, by name, as texts have them.
std::vector<std::pair<std::string, std::string>> OptionsOf(const Rules& rules);

// Reads a text that WriteGameText, or a person who keeps to the format, has written. Throws std::runtime_error with the
// line that could not be understood.
GameText ReadGameText(const std::string& text);

std::string WriteGameText(const GameText& game);

// One line without its end: {"ply":1,"side":"red","legal":["a4-a5"],"barred":[{"ply":"e4-e3","clause":"R3.2"}]}.
// `number` is that of the ply about to be made.
std::string PositionAsJson(int number, const Judgement& judgement);

// One line without its end: {"result":"draw","reason":"both_immobile"}, with nulls while the game is on.
std::string OutcomeAsJson(const Judgement& judgement);

// All lines of a game, each ended, as `rules replay --legal` prints them. When a ply is not legal they end before it,
// and `illegal` tells its number; else that is 0.
std::string ReplayAsJson(const GameText& game, int& illegal);

}  // namespace flagfall::slow

#endif  // TESTS_SUPPORT_SLOW_TEXT_H_
