#ifndef REFEREE_RULES_CARDS_CARDS_EXAMPLES_H_
#define REFEREE_RULES_CARDS_CARDS_EXAMPLES_H_

#include "flagfall/v1/ruleset.pb.h"
#include "referee/rules/ruleset.h"

namespace flagfall::cards {

// Adds what shows the rules step by step to the sections of the guide of `cards`. `ruleset` is complete.
void AddExamples(const RulesetDefinition& definition, const v1::Ruleset& ruleset, v1::RulesetGuide& guide);

}  // namespace flagfall::cards

#endif  // REFEREE_RULES_CARDS_CARDS_EXAMPLES_H_
