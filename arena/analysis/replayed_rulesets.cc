#include "arena/analysis/replayed_rulesets.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/rules/board_game/board_options.h"

namespace flagfall::arena::analysis {

std::vector<std::string> ReplayedRulesets() {
  std::vector<std::string> ids;
  for (const RulesetInfo& info : BoardRulesets()) ids.push_back(info.id);
  return ids;
}

std::string ReplayedRulesetNames(absl::string_view conjunction) {
  const std::vector<std::string> ids = ReplayedRulesets();
  return absl::StrCat(absl::StrJoin(ids.begin(), ids.end() - 1, ", "), " ", conjunction, " ", ids.back());
}

}  // namespace flagfall::arena::analysis
