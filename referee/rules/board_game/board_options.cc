#include "referee/rules/board_game/board_options.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/base/status_macros.h"

namespace flagfall {
namespace {

using board::BoardRules;
using board::ChaseKind;
using board::ChaseScope;

constexpr char kRepetition[] = "position-repetition";
constexpr char kConsecutive[] = "consecutive-turns";

struct Preset {
  const char* id;
  const char* title;
  const char* description;
  BoardRules (*rules)();
};
constexpr Preset kPresets[] = {
    {"classic", "Classic", "40 pieces a side; two-squares limit 3, chases may not repeat a position",
     &BoardRules::Classic},
    {"battle", "Battle", "40 pieces a side; two-squares limit 2, no piece is threatened for a third turn on end",
     &BoardRules::Battle},
    {"duel", "Duel", "10 pieces a side on the three nearest rows, otherwise as battle", &BoardRules::Duel},
    {"barrage", "Barrage", "8 pieces a side on the four nearest rows, otherwise as classic", &BoardRules::Barrage},
};

OptionInfo ChaseOption(ChaseKind preset) {
  const bool repeats = preset == ChaseKind::kPositionRepetition;
  return ChoiceOption("chase", {repeats ? kRepetition : kConsecutive, repeats ? kConsecutive : kRepetition, "off"},
                      "which chase rule holds (R4.6, R4.8)");
}

RulesetInfo InfoOf(const Preset& preset) {
  return {.id = preset.id,
          .title = preset.title,
          .description = preset.description,
          .options = BoardOptions(preset.rules()),
          .decisions = {{v1::DECISION_KIND_SET_UP, "the whole army on its squares", "setup a1=F b1=B c1=M", false},
                        {v1::DECISION_KIND_PLY, "where one piece goes", "a4-a5"}}};
}

}  // namespace

const std::vector<RulesetInfo>& BoardRulesets() {
  static const auto& infos = *new std::vector<RulesetInfo>([] {
    std::vector<RulesetInfo> made;
    for (const Preset& preset : kPresets) made.push_back(InfoOf(preset));
    return made;
  }());
  return infos;
}

bool IsBoardGame(absl::string_view id) {
  return std::any_of(BoardRulesets().begin(), BoardRulesets().end(),
                     [id](const RulesetInfo& info) { return info.id == id; });
}

std::vector<OptionInfo> BoardOptions(const BoardRules& preset) {
  return {ChaseOption(preset.chase),
          ChoiceOption("chase_scope", {"run", "game"}, "the positions that position-repetition compares with (R4.6)"),
          NumberOption("two_squares", preset.two_squares_max, 0, 100,
                       "for how many turns on end a piece may cross one boundary; 0 for off (R3.2)")};
}

BoardRules WithOptions(BoardRules preset, const v1::Ruleset& complete) {
  const std::string& chase = OptionOf(complete, "chase");
  preset.chase = chase == kRepetition    ? ChaseKind::kPositionRepetition
                 : chase == kConsecutive ? ChaseKind::kConsecutiveTurns
                                         : ChaseKind::kOff;
  preset.chase_scope = OptionOf(complete, "chase_scope") == "run" ? ChaseScope::kRun : ChaseScope::kGame;
  preset.two_squares_max = static_cast<std::uint8_t>(NumberOf(complete, "two_squares"));
  return preset;
}

absl::StatusOr<BoardRules> BoardRulesOf(const v1::Ruleset& ruleset) {
  for (std::size_t i = 0; i < BoardRulesets().size(); ++i) {
    if (BoardRulesets()[i].id != ruleset.id()) continue;
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Ruleset complete, CompleteRuleset(BoardRulesets()[i], ruleset));
    return WithOptions(kPresets[i].rules(), complete);
  }
  const auto id = [](std::string* out, const RulesetInfo& info) { out->append(info.id); };
  return absl::NotFoundError(
      absl::StrCat("no board game `", ruleset.id(), "`; there are ", absl::StrJoin(BoardRulesets(), ", ", id)));
}

}  // namespace flagfall
