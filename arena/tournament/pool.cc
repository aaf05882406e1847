#include "arena/tournament/pool.h"

#include <algorithm>

#include "arena/base/names.h"
#include "referee/base/check.h"

namespace flagfall::arena {

std::string PoolName(const v1::Ruleset& ruleset, const RulesetInfo& info) {
  FLAGFALL_CHECK(ruleset.id() == info.id);
  v1::Ruleset differing;
  differing.set_id(ruleset.id());
  for (const v1::RulesetOption& option : ruleset.options()) {
    const bool is_default = std::any_of(info.options.begin(), info.options.end(), [&](const OptionInfo& known) {
      return known.name == option.name() && known.default_value == option.value();
    });
    if (!is_default) *differing.add_options() = option;
  }
  return RulesetText(differing);
}

}  // namespace flagfall::arena
