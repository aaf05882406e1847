#ifndef TESTS_RULES_ORACLE_FACTOR_H_
#define TESTS_RULES_ORACLE_FACTOR_H_

#include <cstdlib>

#include "absl/strings/numbers.h"

namespace flagfall {

// How many times the usual number of games the comparisons play: the environment's FLAGFALL_ORACLE_GAMES, or 1.
inline int OracleFactor() {
  const char* value = std::getenv("FLAGFALL_ORACLE_GAMES");
  int factor = 1;
  return value != nullptr && absl::SimpleAtoi(value, &factor) && factor > 0 ? factor : 1;
}

}  // namespace flagfall

#endif  // TESTS_RULES_ORACLE_FACTOR_H_
