#include "referee/rules/catalogue.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/rules/bluffing/bluffing_ruleset.h"
#include "referee/rules/board_game/board_ruleset.h"
#include "referee/rules/cards/cards_ruleset.h"
#include "referee/rules/gogo/gogo_ruleset.h"

namespace flagfall {
namespace {

using Definitions = std::vector<std::unique_ptr<RulesetDefinition>>;

Definitions MakeCatalogue() {
  Definitions catalogue;
  for (const RulesetInfo& info : BoardRulesets()) catalogue.push_back(std::make_unique<BoardRuleset>(info));
  catalogue.push_back(std::make_unique<BluffingRuleset>());
  catalogue.push_back(std::make_unique<cards::CardsRuleset>());
  catalogue.push_back(std::make_unique<gogo::GogoRuleset>());
  return catalogue;
}

Definitions& MutableCatalogue() {
  static auto& catalogue = *new Definitions(MakeCatalogue());
  return catalogue;
}

}  // namespace

const Definitions& Catalogue() { return MutableCatalogue(); }

void AddRuleset(std::unique_ptr<RulesetDefinition> definition) {
  FLAGFALL_CHECK(!FindRuleset(definition->info().id).ok());
  MutableCatalogue().push_back(std::move(definition));
}

absl::StatusOr<const RulesetDefinition*> FindRuleset(absl::string_view id) {
  for (const auto& definition : Catalogue()) {
    if (definition->info().id == id) return definition.get();
  }
  const auto name = [](std::string* out, const auto& definition) { out->append(definition->info().id); };
  return absl::NotFoundError(absl::StrCat("no ruleset `", id, "`; there are ", absl::StrJoin(Catalogue(), ", ", name)));
}

absl::StatusOr<v1::Ruleset> CompleteRuleset(const v1::Ruleset& ruleset) {
  FLAGFALL_ASSIGN_OR_RETURN(const RulesetDefinition* definition, FindRuleset(ruleset.id()));
  return CompleteRuleset(definition->info(), ruleset);
}

absl::StatusOr<std::unique_ptr<Game>> NewGame(const v1::Ruleset& ruleset, absl::string_view seed) {
  FLAGFALL_ASSIGN_OR_RETURN(const RulesetDefinition* definition, FindRuleset(ruleset.id()));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Ruleset complete, CompleteRuleset(definition->info(), ruleset));
  return definition->NewGame(complete, seed);
}

}  // namespace flagfall
