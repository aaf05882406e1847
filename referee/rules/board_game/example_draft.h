#ifndef REFEREE_RULES_BOARD_GAME_EXAMPLE_DRAFT_H_
#define REFEREE_RULES_BOARD_GAME_EXAMPLE_DRAFT_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "flagfall/v1/ruleset.pb.h"
#include "referee/rules/board/board_state.h"

// Examples on a board of a few pieces, as an author writes them, played by the core.
namespace flagfall {

// A ply to be judged, and the clause that is to bar it; empty for one that is to be legal.
struct Expectation {
  std::string ply;
  absl::string_view clause;
};

// An example of the rules that bar plies: plies that are all legal, and the verdicts on some that follow.
struct BarDraft {
  std::string id;
  std::string caption;
  std::string red;
  std::string blue;
  std::vector<std::string> plies;
  // What the plies do, as far as it is written; of the others it is told who threatens and who evades (R4.2, R4.3).
  std::vector<std::string> texts = {};
  std::vector<Expectation> expected;
  // Why the first legal ply of `expected` is legal. The example ends with that ply.
  std::string allowed = "";
};

// Plays the draft. Absent when one of its plies is not legal under these rules, or a verdict is another one.
std::optional<v1::RuleExample> Played(const board::BoardRules& rules, const BarDraft& draft);

// A ply of a walk. `clause` as in v1::ExampleStep.
struct WalkPly {
  std::string ply;
  std::string text;
  std::string clause = "";
};

// An example that goes ply by ply, of which some may be refused.
struct WalkDraft {
  std::string id;
  std::string caption;
  std::string red;
  std::string blue;
  std::vector<WalkPly> plies;
  v1::Observer view = v1::OBSERVER_ALL;
};

// Plays the draft. Absent when a type of it is in no army of these rules, or when the referee does not take a ply as
// the draft says.
std::optional<v1::RuleExample> Played(const board::BoardRules& rules, const WalkDraft& draft);

}  // namespace flagfall

#endif  // REFEREE_RULES_BOARD_GAME_EXAMPLE_DRAFT_H_
