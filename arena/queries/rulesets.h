#ifndef ARENA_QUERIES_RULESETS_H_
#define ARENA_QUERIES_RULESETS_H_

#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/web.pb.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena::queries {

// What a ruleset says of itself, as the message that describes it.
v1::RulesetInfo MessageOf(const RulesetInfo& info);

// All of the catalogue, in its order.
v1::ListRulesetsResponse Rulesets();

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_RULESETS_H_
