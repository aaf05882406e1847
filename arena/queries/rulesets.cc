#include "arena/queries/rulesets.h"

namespace flagfall::arena::queries {

v1::RulesetInfo MessageOf(const RulesetInfo& info) {
  v1::RulesetInfo message;
  message.set_id(info.id);
  message.set_title(info.title);
  message.set_description(info.description);
  message.set_rules(info.rules);
  for (const DecisionInfo& decision : info.decisions) {
    v1::DecisionInfo& added = *message.add_decisions();
    added.set_kind(decision.kind);
    added.set_description(decision.description);
    added.set_example(decision.example);
  }
  for (const OptionInfo& option : info.options) {
    v1::RulesetOptionInfo& added = *message.add_options();
    added.set_name(option.name);
    added.set_default_value(option.default_value);
    added.set_domain(option.Domain());
    added.set_description(option.description);
  }
  return message;
}

v1::ListRulesetsResponse Rulesets() {
  v1::ListRulesetsResponse response;
  for (const auto& definition : Catalogue()) *response.add_rulesets() = MessageOf(definition->info());
  return response;
}

}  // namespace flagfall::arena::queries
