#ifndef TESTS_NEW_RULESET_TINY_RULESET_H_
#define TESTS_NEW_RULESET_TINY_RULESET_H_

#include <memory>
#include <string>

#include "referee/rules/ruleset.h"

namespace flagfall::tiny {

// What the catalogue needs of the eighth ruleset. Words and events are those of the board games.
class TinyRuleset final : public RulesetDefinition {
 public:
  TinyRuleset();

  std::unique_ptr<Game> NewGame(const v1::Ruleset& ruleset, absl::string_view seed) const override;
  absl::Status Follow(const v1::Event& event, v1::View& view) const override;
  std::string WriteAction(const v1::Action& action) const override;
  absl::StatusOr<v1::Action> ReadAction(absl::string_view words) const override;
  std::string Draw(const v1::View& view, const DrawStyle& style) const override;
};

}  // namespace flagfall::tiny

#endif  // TESTS_NEW_RULESET_TINY_RULESET_H_
