#ifndef ARENA_QUERIES_RULESETS_H_
#define ARENA_QUERIES_RULESETS_H_

#include "absl/status/statusor.h"
#include "flagfall/v1/ruleset.pb.h"
#include "flagfall/v1/web.pb.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena::queries {

// Everything that there is to say of a ruleset, with its guide for these options. Errors as CompleteRuleset's of the
// catalogue.
absl::StatusOr<v1::RulesetInfo> RulesetWith(const v1::Ruleset& ruleset);

// All of the catalogue with its defaults, in its order, and all clauses.
v1::ListRulesetsResponse Rulesets();

}  // namespace flagfall::arena::queries

#endif  // ARENA_QUERIES_RULESETS_H_
