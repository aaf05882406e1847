#include "referee/rules/cards/cards_ruleset.h"

#include "referee/rules/cards/cards_actions.h"
#include "referee/rules/cards/cards_examples.h"
#include "referee/rules/cards/cards_game.h"
#include "referee/rules/cards/cards_guide.h"
#include "referee/rules/cards/cards_text.h"
#include "referee/rules/cards/follow_view.h"

namespace flagfall::cards {
namespace {

RulesetInfo CardsInfo() {
  return {.id = "cards",
          .title = "Cards",
          .description = "the card game: front lines of five out of a shuffled deck",
          .options = {ChoiceOption("spotter", {"on", "off"}, "whether armies have a Spotter (R7.1, R7.7)")},
          .decisions = {
              {v1::DECISION_KIND_SET_UP, "five of the eight cards dealt, on places 1 to 5", "front F 3 9 B 2", false},
              {v1::DECISION_KIND_TURN,
               "an attack (attack 2-4), or with a card's power: the Spy's (hand 3), a Scout's (peek 1 at 2 5), the "
               "Spotter's (name 3 at 2 M) or the Flag's (redeal 4)",
               "attack 2-4"},
              {v1::DECISION_KIND_FILL, "cards of the hand for the gaps", "fill 2=7 5=B"},
              {v1::DECISION_KIND_FRONT_LINE, "the new front line when the Flag has had all cards dealt anew",
               "front M 3 9 B 2", false}}};
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

std::string CardsRuleset::Draw(const v1::View& view, const DrawStyle& style) const {
  return DrawTable(view.cards(), style.in_colour);
}

std::string CardsRuleset::Legend(const DrawStyle& /*style*/) const { return TableLegend(); }

PieceKinds CardsRuleset::Pieces(const v1::Ruleset& ruleset) const {
  return PiecesOf(OptionOf(ruleset, "spotter") == "on");
}

v1::RulesetGuide CardsRuleset::Guide(const v1::Ruleset& ruleset) const {
  v1::RulesetGuide guide = MakeGuide(ruleset, OptionOf(ruleset, "spotter") == "on");
  AddExamples(*this, ruleset, guide);
  return guide;
}

}  // namespace flagfall::cards
