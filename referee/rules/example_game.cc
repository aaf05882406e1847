#include "referee/rules/example_game.h"

#include <vector>

#include "absl/strings/escaping.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/board_game.h"
#include "referee/rules/board_game/board_options.h"
#include "referee/rules/catalogue.h"

namespace flagfall {

absl::StatusOr<board::BoardRules> RulesOfStudies(const v1::Ruleset& ruleset) {
  if (IsBoardGame(ruleset.id())) return BoardRulesOf(ruleset);
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Ruleset complete, CompleteRuleset(ruleset));
  return WithOptions(board::BoardRules::Bluffing(), complete);
}

bool IsStudy(const v1::RuleExample& example) { return !example.red().empty() || !example.blue().empty(); }

absl::StatusOr<std::unique_ptr<Game>> GameOfExample(const v1::Ruleset& ruleset, const v1::RuleExample& example) {
  if (!IsStudy(example)) return NewGame(ruleset, absl::HexStringToBytes(example.seed()));
  FLAGFALL_ASSIGN_OR_RETURN(const board::BoardRules rules, RulesOfStudies(ruleset));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<board::Placement> red, ReadPlacements(example.red()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<board::Placement> blue, ReadPlacements(example.blue()));
  return std::make_unique<BoardGame>(board::BoardState::Free(rules, red, blue));
}

absl::StatusOr<v1::Action> ActionOfExample(const v1::Ruleset& ruleset, const v1::RuleExample& example,
                                           const v1::ExampleStep& step) {
  if (IsStudy(example)) return ReadAction(step.action());
  FLAGFALL_ASSIGN_OR_RETURN(const RulesetDefinition* definition, FindRuleset(ruleset.id()));
  return definition->ReadAction(step.action());
}

}  // namespace flagfall
