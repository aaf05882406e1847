#include "referee/rules/cards/cards_ruleset.h"

#include "referee/rules/cards/cards_actions.h"
#include "referee/rules/cards/cards_game.h"
#include "referee/rules/cards/cards_text.h"
#include "referee/rules/cards/follow_view.h"

namespace flagfall::cards {
namespace {

constexpr char kRules[] =
    "Each army is a deck: Flag, Field Marshal, General, Colonel, Major, 2 Captains, 2 Lieutenants, 2 Sergeants,\n"
    "4 Miners, 4 Scouts, Spy, 3 Bombs and, with the option, a Spotter of rank 1. Both take eight cards off the top,\n"
    "choose five for the front line, face down on places 1 to 5, and keep three in hand; then Red begins.\n"
    "\n"
    "In a turn the hand is brought back to three, one front card does something, and gaps are filled from the hand.\n"
    "A front card attacks an opposing one: both are shown, the lower rank leaves, equals leave together. Bombs and "
    "the\n"
    "Flag never attack. Only a Miner removes a Bomb; any other attacker falls, and the Bomb stays. The Spy removes "
    "the\n"
    "Field Marshal that it attacks, and falls to all that attack it. Or a card shows itself instead: the Spy to look "
    "at\n"
    "the opponent's hand, a Scout to look at two opposing front cards, the Spotter to name what an opposing card is "
    "and\n"
    "remove it if that is right, the Flag to have all own cards shuffled and dealt anew.\n"
    "\n"
    "The player that takes the Flag wins. A player that has to act and has only Bombs and the Flag in the front line\n"
    "loses.";

RulesetInfo CardsInfo() {
  return {.id = "cards",
          .title = "Cards",
          .description = "the card game: front lines of five out of a shuffled deck",
          .rules = kRules,
          .options = {ChoiceOption("spotter", {"on", "off"}, "whether armies have a Spotter (R7.1, R7.7)")},
          .decisions = {
              {v1::DECISION_KIND_SET_UP, "five of the eight cards dealt, on places 1 to 5", "front F 3 9 B 2"},
              {v1::DECISION_KIND_TURN,
               "an attack (attack 2-4), or with a card's power: the Spy's (hand 3), a Scout's (peek 1 at 2 5), the "
               "Spotter's (name 3 at 2 M) or the Flag's (redeal 4)",
               "attack 2-4"},
              {v1::DECISION_KIND_FILL, "cards of the hand for the gaps", "fill 2=7 5=B"},
              {v1::DECISION_KIND_FRONT_LINE, "a new front line after the Flag's trick", "front M 3 9 B 2"}}};
}

}  // namespace

CardsRuleset::CardsRuleset() : RulesetDefinition(CardsInfo()) {}

std::unique_ptr<Game> CardsRuleset::NewGame(const v1::Ruleset& ruleset, absl::string_view seed) const {
  return std::make_unique<CardsGame>(OptionOf(ruleset, "spotter") == "on", seed);
}

absl::Status CardsRuleset::Follow(const v1::Event& event, v1::View& view) const {
  return FollowEvent(event, *view.mutable_cards());
}

std::string CardsRuleset::WriteAction(const v1::Action& action) const { return ActionWords(action); }

absl::StatusOr<v1::Action> CardsRuleset::ReadAction(absl::string_view words) const { return cards::ReadAction(words); }

std::string CardsRuleset::Draw(const v1::View& view, bool in_colour) const {
  return DrawTable(view.cards(), in_colour);
}

}  // namespace flagfall::cards
