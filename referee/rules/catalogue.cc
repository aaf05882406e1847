#include "referee/rules/catalogue.h"

#include <utility>

#include "referee/base/status_macros.h"
#include "referee/rules/board_game/board_game.h"
#include "referee/rules/board_game/board_options.h"

namespace flagfall {
namespace {

struct BoardRuleset {
  const char* id;
  const char* title;
  const char* description;
};
constexpr BoardRuleset kBoardRulesets[] = {
    {"classic", "Classic", "40 pieces a side; two-squares limit 3, chases may not repeat a position"},
    {"battle", "Battle", "40 pieces a side; two-squares limit 2, no piece is threatened for a third turn on end"},
    {"duel", "Duel", "10 pieces a side on the three nearest rows, otherwise as battle"},
    {"barrage", "Barrage", "8 pieces a side on the four nearest rows, otherwise as classic"},
};

struct OptionText {
  const char* name;
  const char* domain;
  const char* description;
};
constexpr OptionText kOptionTexts[] = {
    {"chase", "position-repetition, consecutive-turns or off", "which chase rule holds (R4.6, R4.8)"},
    {"chase_scope", "run or game", "the positions that position-repetition compares with (R4.6)"},
    {"two_squares", "0 to 100, 0 for off", "for how many turns on end a piece may cross one boundary (R3.2)"},
};

RulesetInfo InfoOf(const BoardRuleset& ruleset) {
  RulesetInfo info{.id = ruleset.id, .title = ruleset.title, .description = ruleset.description, .options = {}};
  v1::Ruleset defaults;
  defaults.set_id(ruleset.id);
  const auto complete = CompleteRuleset(defaults);
  for (const v1::RulesetOption& option : complete->options()) {
    for (const OptionText& text : kOptionTexts) {
      if (option.name() != text.name) continue;
      info.options.push_back({.name = option.name(),
                              .default_value = option.value(),
                              .domain = text.domain,
                              .description = text.description});
    }
  }
  return info;
}

std::vector<RulesetInfo> MakeCatalogue() {
  std::vector<RulesetInfo> catalogue;
  for (const BoardRuleset& ruleset : kBoardRulesets) catalogue.push_back(InfoOf(ruleset));
  return catalogue;
}

}  // namespace

const std::vector<RulesetInfo>& Catalogue() {
  static const auto& catalogue = *new std::vector<RulesetInfo>(MakeCatalogue());
  return catalogue;
}

absl::StatusOr<v1::Ruleset> CompleteRuleset(const v1::Ruleset& ruleset) {
  FLAGFALL_ASSIGN_OR_RETURN(const board::BoardRules rules, BoardRulesOf(ruleset));
  return RulesetOf(ruleset.id(), rules);
}

// The board games have no chance in them; the seed is for games that shuffle.
absl::StatusOr<std::unique_ptr<Game>> NewGame(const v1::Ruleset& ruleset, absl::string_view /*seed*/) {
  FLAGFALL_ASSIGN_OR_RETURN(const board::BoardRules rules, BoardRulesOf(ruleset));
  return std::make_unique<BoardGame>(rules);
}

}  // namespace flagfall
