#ifndef ARENA_TOURNAMENT_POOL_H_
#define ARENA_TOURNAMENT_POOL_H_

#include <string>

#include "flagfall/v1/game.pb.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena {

// The name of the pool in which games of the ruleset are rated: its id when every option has its default, else also the
// options that differ, ordered by name, since it is another game then: `classic[two_squares=2]`.
// `info` is the ruleset's entry in the catalogue.
std::string PoolName(const v1::Ruleset& ruleset, const RulesetInfo& info);

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_POOL_H_
