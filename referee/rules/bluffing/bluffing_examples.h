#ifndef REFEREE_RULES_BLUFFING_BLUFFING_EXAMPLES_H_
#define REFEREE_RULES_BLUFFING_BLUFFING_EXAMPLES_H_

#include "flagfall/v1/ruleset.pb.h"
#include "referee/rules/ruleset.h"

namespace flagfall::bluffing {

// Adds what shows the rules step by step to the sections of the guide of `bluffing`. `ruleset` is complete.
void AddExamples(const RulesetDefinition& definition, const v1::Ruleset& ruleset, v1::RulesetGuide& guide);

}  // namespace flagfall::bluffing

#endif  // REFEREE_RULES_BLUFFING_BLUFFING_EXAMPLES_H_
