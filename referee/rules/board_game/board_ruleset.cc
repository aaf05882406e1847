#include "referee/rules/board_game/board_ruleset.h"

#include "referee/base/check.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/board_game.h"
#include "referee/rules/board_game/board_guide.h"
#include "referee/rules/board_game/board_text.h"
#include "referee/rules/board_game/follow_view.h"

namespace flagfall {

// No chance enters a board game; the seed is left aside.
std::unique_ptr<Game> BoardRuleset::NewGame(const v1::Ruleset& ruleset, absl::string_view /*seed*/) const {
  const absl::StatusOr<board::BoardRules> rules = BoardRulesOf(ruleset);
  FLAGFALL_CHECK(rules.ok());
  return std::make_unique<BoardGame>(*rules);
}

absl::Status BoardRuleset::Follow(const v1::Event& event, v1::View& view) const {
  return FollowEvent(event, *view.mutable_board());
}

std::string BoardRuleset::WriteAction(const v1::Action& action) const { return ActionWords(action); }

absl::StatusOr<v1::Action> BoardRuleset::ReadAction(absl::string_view words) const {
  return flagfall::ReadAction(words);
}

std::string BoardRuleset::Draw(const v1::View& view, const DrawStyle& style) const {
  return DrawBoard(view.board(), style);
}

std::string BoardRuleset::Legend(const DrawStyle& style) const { return BoardLegend(style); }

PieceKinds BoardRuleset::Pieces(const v1::Ruleset& ruleset) const {
  const absl::StatusOr<board::BoardRules> rules = BoardRulesOf(ruleset);
  FLAGFALL_CHECK(rules.ok());
  return ArmyOf(*rules);
}

v1::RulesetGuide BoardRuleset::Guide(const v1::Ruleset& ruleset) const {
  const absl::StatusOr<board::BoardRules> rules = BoardRulesOf(ruleset);
  FLAGFALL_CHECK(rules.ok());
  return BoardGuide(ruleset, *rules);
}

}  // namespace flagfall
