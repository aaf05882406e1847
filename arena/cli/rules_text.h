#ifndef ARENA_CLI_RULES_TEXT_H_
#define ARENA_CLI_RULES_TEXT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "flagfall/v1/ruleset.pb.h"
#include "referee/rules/clauses.h"
#include "referee/rules/ruleset.h"

namespace flagfall::arena::cli {

// Texts about rules are as wide as this, whatever the terminal is.
inline constexpr std::size_t kRulesTextWidth = 100;

// The whole game for somebody who has never played it, with the options of its guide.
std::string RulesText(const v1::RulesetInfo& info, RankOrder ranks);

// Clauses as `rules clause` prints them.
std::string ClausesText(const std::vector<Clause>& clauses);

// The text in lines of at most `width` columns, each with `indent` spaces before it, broken at spaces. A line break of
// the text stays where the next line begins with `|`, as in a table.
std::string Wrapped(absl::string_view text, std::size_t width, std::size_t indent);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_RULES_TEXT_H_
