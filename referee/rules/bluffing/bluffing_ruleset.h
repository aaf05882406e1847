#ifndef REFEREE_RULES_BLUFFING_BLUFFING_RULESET_H_
#define REFEREE_RULES_BLUFFING_BLUFFING_RULESET_H_

#include <memory>
#include <string>

#include "referee/rules/board/board_rules.h"
#include "referee/rules/ruleset.h"

namespace flagfall {

// The rules that a complete ruleset of `bluffing` names.
board::BoardRules BluffingRulesOf(const v1::Ruleset& complete);

// `bluffing` as the catalogue has it.
class BluffingRuleset final : public RulesetDefinition {
 public:
  BluffingRuleset();

  std::unique_ptr<Game> NewGame(const v1::Ruleset& ruleset, absl::string_view seed) const override;
  absl::Status Follow(const v1::Event& event, v1::View& view) const override;
  std::string WriteAction(const v1::Action& action) const override;
  absl::StatusOr<v1::Action> ReadAction(absl::string_view words) const override;
  std::string Draw(const v1::View& view, const DrawStyle& style) const override;
  std::string Legend(const DrawStyle& style) const override;
  PieceKinds Pieces(const v1::Ruleset& ruleset) const override;
  v1::RulesetGuide Guide(const v1::Ruleset& ruleset) const override;
};

}  // namespace flagfall

#endif  // REFEREE_RULES_BLUFFING_BLUFFING_RULESET_H_
