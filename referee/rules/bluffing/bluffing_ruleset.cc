#include "referee/rules/bluffing/bluffing_ruleset.h"

#include "referee/rules/bluffing/bluffing_actions.h"
#include "referee/rules/bluffing/bluffing_game.h"
#include "referee/rules/bluffing/follow_view.h"
#include "referee/rules/bluffing/view_text.h"
#include "referee/rules/board_game/board_options.h"

namespace flagfall {
namespace {

constexpr char kRules[] =
    "Board, armies, set-up and repetition as in classic, but any piece may move as a Scout does, Bombs and the Flag "
    "too,\n"
    "and nobody shows what a piece is. The opponent may call the movement before its own next ply: if the piece could\n"
    "not move so, it goes back and the turn is lost; if it could, its owner gains an attack token.\n"
    "The attacking player says what the attacker is, Spy to Marshal, truly or not, and how many tokens it spends; each "
    "adds one\n"
    "to its rank. The defender may call the movement, then the attack: an attacker that is not what was said is "
    "removed,\n"
    "and takes the defender with it if it would have beaten or tied it. Else the defender says what it is (the Flag "
    "only\n"
    "truly), and the attacker may call that: a defender that is not what was said is removed, and takes the attacker\n"
    "with it if it would have beaten or tied it. A wrong call gains the other side a token, and a right call of a "
    "defence\n"
    "gains the caller one. Without a right call the two claims fight, and a piece that falls is removed face down.\n"
    "Combat is as in classic, with tokens: a Spy or Scout that comes to exactly 3 takes Bombs, a Marshal with tokens\n"
    "loses to a Spy, an attacking Bomb beats all but a Miner and ties with a Bomb, and an attacking Flag beats "
    "nobody.\n"
    "A player whose Flag falls in any way loses.";

RulesetInfo MakeInfo() {
  return {.id = "bluffing",
          .title = "Bluffing",
          .description = "classic with claims that need not be true, calls, and tokens to be won by them",
          .rules = kRules,
          .options = BoardOptions(board::BoardRules::Bluffing()),
          .decisions = {{v1::DECISION_KIND_SET_UP, "the whole army on its squares", "setup a1=F b1=B c1=M"},
                        {v1::DECISION_KIND_PLY,
                         "where one piece goes, what an attacker is said to be, or a call of the ply before",
                         "a4-a9 claims 7 tokens 2"},
                        {v1::DECISION_KIND_DEFENCE,
                         "a call of the movement or the attack, or what the defender is said to be", "declare B"},
                        {v1::DECISION_KIND_CALL, "a call of the defence, or to let it stand", "call defence"}}};
}

}  // namespace

BluffingRuleset::BluffingRuleset() : RulesetDefinition(MakeInfo()) {}

// No chance enters the game; the seed is left aside.
std::unique_ptr<Game> BluffingRuleset::NewGame(const v1::Ruleset& ruleset, absl::string_view /*seed*/) const {
  return std::make_unique<BluffingGame>(WithOptions(board::BoardRules::Bluffing(), ruleset));
}

absl::Status BluffingRuleset::Follow(const v1::Event& event, v1::View& view) const {
  return bluffing::FollowEvent(event, *view.mutable_bluffing());
}

std::string BluffingRuleset::WriteAction(const v1::Action& action) const { return bluffing::ActionWords(action); }

absl::StatusOr<v1::Action> BluffingRuleset::ReadAction(absl::string_view words) const {
  return bluffing::ReadAction(words);
}

std::string BluffingRuleset::Draw(const v1::View& view, bool in_colour) const {
  return bluffing::DrawView(view.bluffing(), in_colour);
}

}  // namespace flagfall
