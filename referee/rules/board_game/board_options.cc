#include "referee/rules/board_game/board_options.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/base/check.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board_game/army_option.h"
#include "referee/rules/clause_error.h"

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

OptionInfo ScopeOption() {
  OptionInfo option =
      ChoiceOption("chase_scope", {"run", "game"}, "the positions that position-repetition compares with (R4.6)");
  option.need = OptionNeed{.option = "chase", .value = kRepetition};
  return option;
}

// An option that came after the others (OptionInfo::is_later).
OptionInfo Later(OptionInfo option, std::optional<OptionNeed> need) {
  option.is_later = true;
  option.need = std::move(need);
  return option;
}

absl::StatusOr<std::string> ReadArmyText(absl::string_view text) {
  FLAGFALL_ASSIGN_OR_RETURN(const ArmyCounts army, ReadArmy(text));
  return WriteArmy(army);
}

OptionInfo ArmyOption(const BoardRules& preset) {
  return {.name = "army",
          .default_value = WriteArmy(preset.army),
          .choices = {},
          .description = "how many pieces of each type an army has (R1.6)",
          .read_text = &ReadArmyText,
          .text_form = "counts of F-S-2-3-4-5-6-7-8-9-M-B",
          // The smallest army, one with two Flags, and one of many Scouts.
          .examples = {"1-0-1-0-0-0-0-0-0-0-0-0", "2-1-1-1-1-1-1-1-1-1-1-3", "1-0-9-0-0-0-0-0-0-0-0-0"},
          .is_later = true};
}

RulesetInfo InfoOf(const Preset& preset) {
  return {.id = preset.id,
          .title = preset.title,
          .description = preset.description,
          .options = BoardOptions(preset.rules()),
          .decisions = {{v1::DECISION_KIND_SET_UP, "the whole army on its squares", "setup a1=F b1=B c1=M", false},
                        {v1::DECISION_KIND_PLY, "where one piece goes", "a4-a5"}},
          .check_options = [rules = preset.rules](const v1::Ruleset& complete) {
            return CheckArmyFits(WithOptions(rules(), complete));
          }};
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
  return {ArmyOption(preset),
          ChaseOption(preset.chase),
          ScopeOption(),
          Later(NumberOption("chase_turns", preset.chase_turns_max, 1, 100,
                             "for how many turns on end consecutive-turns lets one piece be threatened (R4.8)"),
                OptionNeed{.option = "chase", .value = kConsecutive}),
          NumberOption("two_squares", preset.two_squares_max, 0, 100,
                       "for how many turns on end a piece may cross one boundary; 0 for off (R3.2)"),
          Later(ChoiceOption("two_squares_piece", {"false", "true"},
                             "whether a piece at that limit must rest for a turn, whichever way it would go (R3.6)"),
                OptionNeed{.option = "two_squares", .value = "0", .is_excluded = true}),
          Later(NumberOption("zone_rows", preset.zone_rows, 1, 4, "the depth of the set-up zones in rows (R1.3)"),
                std::nullopt)};
}

BoardRules WithOptions(BoardRules preset, const v1::Ruleset& complete) {
  const std::string& chase = OptionOf(complete, "chase");
  preset.chase = chase == kRepetition    ? ChaseKind::kPositionRepetition
                 : chase == kConsecutive ? ChaseKind::kConsecutiveTurns
                                         : ChaseKind::kOff;
  preset.chase_scope = OptionOf(complete, "chase_scope") == "run" ? ChaseScope::kRun : ChaseScope::kGame;
  preset.two_squares_max = static_cast<std::uint8_t>(NumberOf(complete, "two_squares"));
  const absl::StatusOr<ArmyCounts> army = ReadArmy(LaterOptionOf(complete, "army", WriteArmy(preset.army)));
  FLAGFALL_CHECK(army.ok());
  preset.army = *army;
  preset.zone_rows = static_cast<std::uint8_t>(LaterNumberOf(complete, "zone_rows", preset.zone_rows));
  preset.chase_turns_max = static_cast<std::uint8_t>(LaterNumberOf(complete, "chase_turns", preset.chase_turns_max));
  preset.two_squares_piece = LaterOptionOf(complete, "two_squares_piece", "false") == "true";
  return preset;
}

absl::Status CheckArmyFits(const BoardRules& rules) {
  const int squares = rules.zone_rows * board::kFiles;
  if (rules.army_size() <= squares) return absl::OkStatus();
  return ClauseError(
      "R1.6", absl::StrCat("an army of ", rules.army_size(), " pieces does not fit on the ", squares, " squares of ",
                           Counted(rules.zone_rows, "row"), "; expected a smaller `army`, or `zone_rows` = ",
                           (rules.army_size() + board::kFiles - 1) / board::kFiles, " or more"));
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
