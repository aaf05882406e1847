#include "referee/rules/board_game/board_ruleset.h"

#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board_game/action_words.h"
#include "referee/rules/board_game/board_game.h"
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

std::string BoardRuleset::WriteAction(const v1::Action& action) const {
  if (action.has_set_up()) return SetUpWords(action.set_up());
  if (action.has_ply()) return PlyWords(action.ply().from(), action.ply().to());
  return "nothing that a board game knows";
}

absl::StatusOr<v1::Action> BoardRuleset::ReadAction(absl::string_view words) const {
  v1::Action action;
  if (words.substr(0, words.find(' ')) == "setup") {
    FLAGFALL_ASSIGN_OR_RETURN(*action.mutable_set_up(), ReadSetUp(words));
  } else {
    FLAGFALL_ASSIGN_OR_RETURN(*action.mutable_ply(), ReadPly(words));
  }
  return action;
}

std::string BoardRuleset::Draw(const v1::View& view, bool in_colour) const {
  return DrawBoard(view.board(), in_colour);
}

}  // namespace flagfall
