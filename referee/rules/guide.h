#ifndef REFEREE_RULES_GUIDE_H_
#define REFEREE_RULES_GUIDE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "flagfall/v1/ruleset.pb.h"

// What the rulesets' guides (RulesetDefinition::Guide) are written with.
namespace flagfall {

// Adds a section at the end of the guide.
v1::GuideSection& AddSection(absl::string_view title, const std::vector<std::string>& paragraphs,
                             v1::RulesetGuide& guide);

// "no", "one" … "twelve", and digits from there on.
std::string NumberWord(std::int64_t number);

// "first", "second", "third", "fourth" …, and "13th" and so on from there on.
std::string OrdinalWord(std::int64_t number);

}  // namespace flagfall

#endif  // REFEREE_RULES_GUIDE_H_
