#ifndef ARENA_CHECKER_USELESS_BELIEFS_H_
#define ARENA_CHECKER_USELESS_BELIEFS_H_

#include <string>

#include "flagfall/v1/board.pb.h"

namespace flagfall::arena::checker {

// Why beliefs are dropped, or are not scored, whatever the position; empty where that is not so.
std::string UselessIn(const v1::Beliefs& beliefs);

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_USELESS_BELIEFS_H_
