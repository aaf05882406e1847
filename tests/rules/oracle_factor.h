#ifndef TESTS_RULES_ORACLE_FACTOR_H_
#define TESTS_RULES_ORACLE_FACTOR_H_

#include "tests/support/number_from.h"

namespace flagfall {

// How many times the usual number of games the comparisons play: the environment's FLAGFALL_ORACLE_GAMES, or 1.
inline int OracleFactor() { return CountFrom("FLAGFALL_ORACLE_GAMES", 1); }

}  // namespace flagfall

#endif  // TESTS_RULES_ORACLE_FACTOR_H_
