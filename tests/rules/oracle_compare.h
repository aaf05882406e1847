#ifndef TESTS_RULES_ORACLE_COMPARE_H_
#define TESTS_RULES_ORACLE_COMPARE_H_

#include <string>

#include "referee/rules/board/board_state.h"
#include "tests/rules/oracle_counts.h"
#include "tests/support/slow_players.h"
#include "tests/support/slow_text.h"

namespace flagfall {

// The engine's position at the beginning of the game.
board::BoardState EngineAtStart(const slow::GameText& game);

board::Ply EnginePly(const slow::Ply& ply);

// How the engine's position differs from the judgement on the same position; "" when it does not.
std::string DifferenceOf(const board::BoardState& engine, const slow::Judgement& judgement);

// Lets the two tempers play on from the game's beginning for at most `plies_max` plies, comparing every position.
// Returns "" or the first difference with the text of the game that shows it.
std::string PlayAndCompare(slow::GameText game, const slow::Temper& red, const slow::Temper& blue, int plies_max,
                           slow::Random& random, OracleCounts& counts);

// Compares every position that can be reached within `depth` plies.
std::string CompareAll(const slow::GameText& game, int depth, OracleCounts& counts);

}  // namespace flagfall

#endif  // TESTS_RULES_ORACLE_COMPARE_H_
