#include "referee/rules/board_game/board_options.h"

#include <set>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"

namespace flagfall {
namespace {

using board::BoardRules;
using board::ChaseKind;
using board::ChaseScope;

constexpr int kTwoSquaresLimit = 100;

struct ChaseName {
  ChaseKind kind;
  const char* name;
};
constexpr ChaseName kChaseNames[] = {
    {ChaseKind::kPositionRepetition, "position-repetition"},
    {ChaseKind::kConsecutiveTurns, "consecutive-turns"},
    {ChaseKind::kOff, "off"},
};

absl::StatusOr<BoardRules> PresetOf(absl::string_view id) {
  if (id == "classic") return BoardRules::Classic();
  if (id == "battle") return BoardRules::Battle();
  if (id == "duel") return BoardRules::Duel();
  if (id == "barrage") return BoardRules::Barrage();
  return absl::NotFoundError(absl::StrCat("no ruleset `", id, "`; there are classic, battle, duel, barrage"));
}

absl::Status ValueError(const v1::RulesetOption& option, absl::string_view expected) {
  return absl::InvalidArgumentError(
      absl::StrCat("option ", option.name(), " = `", option.value(), "`; expected ", expected));
}

absl::Status SetChase(const v1::RulesetOption& option, BoardRules& rules) {
  for (const ChaseName& chase : kChaseNames) {
    if (option.value() != chase.name) continue;
    rules.chase = chase.kind;
    return absl::OkStatus();
  }
  return ValueError(option, "position-repetition, consecutive-turns or off");
}

absl::Status SetChaseScope(const v1::RulesetOption& option, BoardRules& rules) {
  if (option.value() != "run" && option.value() != "game") return ValueError(option, "run or game");
  rules.chase_scope = option.value() == "run" ? ChaseScope::kRun : ChaseScope::kGame;
  return absl::OkStatus();
}

absl::Status SetTwoSquares(const v1::RulesetOption& option, BoardRules& rules) {
  int limit = 0;
  if (!absl::SimpleAtoi(option.value(), &limit) || limit < 0 || limit > kTwoSquaresLimit) {
    return ValueError(option, absl::StrCat("0 to ", kTwoSquaresLimit, ", 0 for off"));
  }
  rules.two_squares_max = static_cast<std::uint8_t>(limit);
  return absl::OkStatus();
}

absl::Status SetOption(const v1::RulesetOption& option, BoardRules& rules) {
  if (option.name() == "chase") return SetChase(option, rules);
  if (option.name() == "chase_scope") return SetChaseScope(option, rules);
  if (option.name() == "two_squares") return SetTwoSquares(option, rules);
  return absl::InvalidArgumentError(
      absl::StrCat("no option `", option.name(), "`; there are chase, chase_scope, two_squares"));
}

void AddOption(absl::string_view name, absl::string_view value, v1::Ruleset& ruleset) {
  v1::RulesetOption* option = ruleset.add_options();
  option->set_name(std::string(name));
  option->set_value(std::string(value));
}

}  // namespace

absl::StatusOr<BoardRules> BoardRulesOf(const v1::Ruleset& ruleset) {
  FLAGFALL_ASSIGN_OR_RETURN(BoardRules rules, PresetOf(ruleset.id()));
  std::set<std::string> seen;
  for (const v1::RulesetOption& option : ruleset.options()) {
    if (!seen.insert(option.name()).second) {
      return absl::InvalidArgumentError(absl::StrCat("option ", option.name(), " comes twice; expected it once"));
    }
    FLAGFALL_RETURN_IF_ERROR(SetOption(option, rules));
  }
  return rules;
}

v1::Ruleset RulesetOf(absl::string_view id, const BoardRules& rules) {
  v1::Ruleset ruleset;
  ruleset.set_id(std::string(id));
  for (const ChaseName& chase : kChaseNames) {
    if (chase.kind == rules.chase) AddOption("chase", chase.name, ruleset);
  }
  AddOption("chase_scope", rules.chase_scope == ChaseScope::kRun ? "run" : "game", ruleset);
  AddOption("two_squares", absl::StrCat(rules.two_squares_max), ruleset);
  return ruleset;
}

}  // namespace flagfall
