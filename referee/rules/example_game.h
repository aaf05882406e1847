#ifndef REFEREE_RULES_EXAMPLE_GAME_H_
#define REFEREE_RULES_EXAMPLE_GAME_H_

#include <memory>

#include "absl/status/statusor.h"
#include "flagfall/v1/ruleset.pb.h"
#include "referee/rules/board/board_rules.h"
#include "referee/rules/game.h"

// The examples of guides (v1::RuleExample) as games that can be played.
namespace flagfall {

// Whether the example begins with a few pieces on the board. It is then a game of R1 to R5 alone, in `bluffing` too,
// where these clauses hold as far as they go.
bool IsStudy(const v1::RuleExample& example);

// The rules of the board by which the ruleset's studies are played: a board game or `bluffing`. Errors as
// BoardRulesOf's.
absl::StatusOr<board::BoardRules> RulesOfStudies(const v1::Ruleset& ruleset);

// The example's game before its first step. `ruleset` is the guide's. INVALID_ARGUMENT for an example that no guide
// has, and errors as NewGame's.
absl::StatusOr<std::unique_ptr<Game>> GameOfExample(const v1::Ruleset& ruleset, const v1::RuleExample& example);

// The action of one of the example's steps. Errors as ReadAction's of the ruleset.
absl::StatusOr<v1::Action> ActionOfExample(const v1::Ruleset& ruleset, const v1::RuleExample& example,
                                           const v1::ExampleStep& step);

}  // namespace flagfall

#endif  // REFEREE_RULES_EXAMPLE_GAME_H_
