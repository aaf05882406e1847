#ifndef REFEREE_RULES_CATALOGUE_H_
#define REFEREE_RULES_CATALOGUE_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "referee/rules/game.h"
#include "referee/rules/ruleset.h"

namespace flagfall {

// All rulesets, in the order in which they are listed to people.
const std::vector<std::unique_ptr<RulesetDefinition>>& Catalogue();

// Puts a ruleset that a program brings along behind all others. Its id must be new. To be called before any thread and
// any game that could look into the catalogue: at the beginning of main.
void AddRuleset(std::unique_ptr<RulesetDefinition> definition);

// The ruleset of that id. NOT_FOUND for an id that the catalogue does not have, naming those that it has.
absl::StatusOr<const RulesetDefinition*> FindRuleset(absl::string_view id);

// The same ruleset with its options, ordered by name. An option that came later than the ruleset
// (OptionInfo::is_later) is listed only where it has not its default. Errors as FindRuleset's, and INVALID_ARGUMENT for
// an option that the ruleset does not have, that comes twice, or whose value is outside its domain, and for options
// that do not go together.
absl::StatusOr<v1::Ruleset> CompleteRuleset(const v1::Ruleset& ruleset);

// A new game, before its first decision. `seed` is 32 bytes. Errors as CompleteRuleset.
absl::StatusOr<std::unique_ptr<Game>> NewGame(const v1::Ruleset& ruleset, absl::string_view seed);

}  // namespace flagfall

#endif  // REFEREE_RULES_CATALOGUE_H_
