#ifndef REFEREE_RULES_CATALOGUE_H_
#define REFEREE_RULES_CATALOGUE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/game.h"

namespace flagfall {

// An option of a ruleset.
struct OptionInfo {
  std::string name;
  std::string default_value;
  // What it may be, for people: "0 to 100", "run or game".
  std::string domain;
  std::string description;
};

// A ruleset that can be played.
struct RulesetInfo {
  std::string id;
  std::string title;
  std::string description;
  // Ordered by name.
  std::vector<OptionInfo> options;
};

// All rulesets, in the order in which they are listed to people.
const std::vector<RulesetInfo>& Catalogue();

// The same ruleset with every option present, ordered by name. NOT_FOUND for an id that the catalogue does not have;
// INVALID_ARGUMENT for an option that the ruleset does not have, that comes twice, or whose value is outside its
// domain.
absl::StatusOr<v1::Ruleset> CompleteRuleset(const v1::Ruleset& ruleset);

// A new game, before its set-ups. `seed` is 32 bytes. Errors as CompleteRuleset.
absl::StatusOr<std::unique_ptr<Game>> NewGame(const v1::Ruleset& ruleset, absl::string_view seed);

}  // namespace flagfall

#endif  // REFEREE_RULES_CATALOGUE_H_
