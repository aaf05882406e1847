#ifndef REFEREE_RULES_GENERAL_TEXT_H_
#define REFEREE_RULES_GENERAL_TEXT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/record.h"

namespace flagfall {

// A game of any ruleset as plain text:
//
//     ruleset cards
//     option spotter off
//     seed 00112233…           64 hexadecimal digits; zeros when it is left out
//     red front F 3 9 B 2
//     blue front 4 4 B 3 F
//     red attack 2-4
//
// One statement a line; `#` begins a comment. `ruleset`, options and seed come first; then a line for each action: the
// side and the action in the ruleset's words (RulesetDefinition::WriteAction), in the order in which they were taken.
struct GeneralText {
  // As written: options may be missing.
  v1::Ruleset ruleset;
  // 32 bytes.
  std::string seed;
  // Without comments and plies.
  std::vector<RecordedAction> actions;
};

// Errors name the line and what would be right. Whether the actions are legal is not looked at.
absl::StatusOr<GeneralText> ParseGeneralText(absl::string_view text);

// Errors as FindRuleset's.
absl::StatusOr<std::string> WriteGeneralText(const GeneralText& game);

// The game of a record as far as it went. How it ended by time, resignation or illegal action is not in the text.
absl::StatusOr<GeneralText> GeneralTextOf(const v1::GameRecord& record);

}  // namespace flagfall

#endif  // REFEREE_RULES_GENERAL_TEXT_H_
