#include "referee/rules/examples.h"

#include <memory>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "referee/base/check.h"
#include "referee/rules/clause_error.h"

namespace flagfall {
namespace {

void AddStep(const StepDraft& draft, bool is_opening, v1::RuleExample& example) {
  v1::ExampleStep& step = *example.add_steps();
  step.set_side(draft.side);
  step.set_action(draft.action);
  step.set_text(draft.text);
  step.set_clause(draft.clause);
  step.set_is_opening(is_opening);
  step.mutable_lost()->Assign(draft.lost.begin(), draft.lost.end());
  step.set_result(draft.result);
}

v1::RuleExample ExampleOf(const ExampleDraft& draft) {
  v1::RuleExample example;
  example.set_id(draft.id);
  example.set_caption(draft.caption);
  example.set_seed(draft.seed);
  example.set_view(draft.view);
  for (const StepDraft& step : draft.opening) AddStep(step, true, example);
  for (const StepDraft& step : draft.steps) AddStep(step, false, example);
  return example;
}

// Makes the step; whether the game took it as the step says.
bool Takes(const RulesetDefinition& definition, const v1::ExampleStep& step, Game& game) {
  const absl::StatusOr<v1::Action> action = definition.ReadAction(step.action());
  if (!action.ok()) return false;
  const absl::Status status = game.Act(step.side(), *action).status();
  if (ClauseOf(status) != step.clause() || status.ok() != step.clause().empty()) return false;
  const auto outcome = game.Outcome();
  return (outcome.has_value() ? outcome->result() : v1::RESULT_UNSPECIFIED) == step.result();
}

}  // namespace

void AddExample(const RulesetDefinition& definition, const v1::Ruleset& ruleset, const ExampleDraft& draft,
                v1::GuideSection& section) {
  v1::RuleExample example = ExampleOf(draft);
  const std::unique_ptr<Game> game = definition.NewGame(ruleset, absl::HexStringToBytes(draft.seed));
  for (const v1::ExampleStep& step : example.steps()) {
    if (!Takes(definition, step, *game)) return;
  }
  *section.add_examples() = std::move(example);
}

v1::GuideSection& SectionOf(v1::RulesetGuide& guide, absl::string_view title) {
  for (v1::GuideSection& section : *guide.mutable_sections()) {
    if (absl::StartsWith(section.title(), title)) return section;
  }
  FLAGFALL_CHECK(false);
}

}  // namespace flagfall
