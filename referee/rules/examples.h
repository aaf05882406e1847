#ifndef REFEREE_RULES_EXAMPLES_H_
#define REFEREE_RULES_EXAMPLES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "flagfall/v1/ruleset.pb.h"
#include "referee/rules/ruleset.h"

// Examples for guides that begin as a game does. Those on a board of a few pieces are in board_game/.
namespace flagfall {

// A step as an author writes it; the fields are those of v1::ExampleStep.
struct StepDraft {
  v1::Side side = v1::SIDE_UNSPECIFIED;
  std::string action;
  std::string text = "";
  std::string clause = "";
  std::vector<std::string> lost = {};
  v1::Result result = v1::RESULT_UNSPECIFIED;
};

struct ExampleDraft {
  std::string id;
  std::string caption;
  // They lead to the beginning of what is shown, and have no text.
  std::vector<StepDraft> opening = {};
  std::vector<StepDraft> steps = {};
  v1::Observer view = v1::OBSERVER_ALL;
  // 64 hexadecimal digits.
  std::string seed = std::string(64, '0');
};

// Adds the example to the section, provided that a new game of the ruleset, which is complete, takes every step as the
// draft says: accepted, or refused by its clause, and ended or not. With other options than those for which it was
// written it may not; then it is left out.
void AddExample(const RulesetDefinition& definition, const v1::Ruleset& ruleset, const ExampleDraft& draft,
                v1::GuideSection& section);

// The guide's section whose title begins so. It must be there.
v1::GuideSection& SectionOf(v1::RulesetGuide& guide, absl::string_view title);

}  // namespace flagfall

#endif  // REFEREE_RULES_EXAMPLES_H_
