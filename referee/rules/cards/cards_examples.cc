#include "referee/rules/cards/cards_examples.h"

#include <string>
#include <vector>

#include "referee/rules/examples.h"

namespace flagfall::cards {
namespace {

constexpr v1::Side kRed = v1::SIDE_RED;
constexpr v1::Side kBlue = v1::SIDE_BLUE;

// Seeds whose shuffles deal cards that show much.
std::string SeedOf(char last) { return std::string(63, '0') + last; }

// With seed 5: Red is dealt 2 3 5 6 6 M B P, and Blue 3 3 5 7 8 B B F.
const std::vector<StepDraft>& Fronts() {
  static const auto* const kFronts = new std::vector<StepDraft>{{kRed, "front 2 3 6 M P"}, {kBlue, "front B 8 3 F 7"}};
  return *kFronts;
}

ExampleDraft SetUpDraft() {
  return {.id = "set-up",
          .caption = "Both front lines are laid, as Red sees it",
          .opening = Fronts(),
          .view = v1::OBSERVER_RED,
          .seed = SeedOf('5')};
}

ExampleDraft AttackDraft() {
  return {
      .id = "attacking",
      .caption = "Three attacks, with the gaps filled",
      .opening = Fronts(),
      .steps =
          {{kRed,
            "attack 4-2",
            "Red's Field Marshal attacks the Colonel on Blue's place 2. The higher rank stays: the Colonel is removed.",
            "",
            {"blue Colonel"}},
           {kBlue, "attack 1-1", "Refused: a Bomb never attacks.", "R7.4"},
           {kBlue,
            "attack 3-1",
            "Blue's Miner attacks the Scout on Red's place 1: the Scout is removed.",
            "",
            {"red Scout"}},
           {kBlue, "fill 2=5",
            "At the end of its turn Blue fills its own gap from its hand, with a Lieutenant (R7.3). Red's gap stays "
            "until Red's turn."},
           {kRed,
            "attack 2-1",
            "Red's Miner attacks a Bomb: the Bomb is removed, as only a Miner can.",
            "",
            {"blue Bomb"}},
           {kRed, "fill 1=6", "Red fills its gap with a Captain."}},
      .seed = SeedOf('5')};
}

std::vector<ExampleDraft> PowerDrafts() {
  return {
      {.id = "scout",
       .caption = "The Scout finds the Flag, as Red sees it",
       .opening = Fronts(),
       .steps =
           {{kRed, "peek 1 at 1 4",
             "Red shows its Scout and looks at Blue's places 1 and 4: a Bomb and the Flag. Blue is told where Red "
             "looked (R7.6)."},
            {kBlue, "attack 2-3", "Blue's Colonel attacks a Captain: the Captain is removed.", "", {"red Captain"}},
            {kRed,
             "attack 4-4",
             "Red's Field Marshal attacks the Flag and takes it: Red wins.",
             "",
             {"blue Flag"},
             v1::RESULT_RED_WINS}},
       .view = v1::OBSERVER_RED,
       .seed = SeedOf('5')},
      {.id = "spotter",
       .caption = "The Spotter says what a card is",
       .opening = Fronts(),
       .steps = {{kRed, "name 5 at 1 F",
                  "Red shows its Spotter and says that the card on Blue's place 1 is the Flag. It is wrong: nothing "
                  "else is told (R7.7)."},
                 {kBlue, "attack 5-1", "Blue's Major attacks the Scout: the Scout is removed.", "", {"red Scout"}},
                 {kRed,
                  "name 5 at 4 F",
                  "Red says the same of place 4. It is right: the Flag is shown and removed, and Red wins.",
                  "",
                  {"blue Flag"},
                  v1::RESULT_RED_WINS}},
       .seed = SeedOf('5')},
      {.id = "spy-and-flag",
       .caption = "The Spy's look, and the Flag's power, as Red sees it",
       .opening = {{kRed, "front S 2 9 M F"}, {kBlue, "front S 2 3 M B"}},
       .steps =
           {{kRed, "hand 1", "Red shows its Spy and sees Blue's hand (R7.5)."},
            {kBlue, "attack 4-2", "Blue's Field Marshal attacks the Scout: the Scout is removed.", "", {"red Scout"}},
            {kRed, "redeal 5",
             "Red shows its Flag, and all of its cards but those lost are shuffled and dealt anew (R7.8)."},
            {kRed, "front S 9 8 4 P", "Red lays a new front line. Nobody knows any more where its Flag is."}},
       .view = v1::OBSERVER_RED,
       .seed = SeedOf('b')}};
}

}  // namespace

void AddExamples(const RulesetDefinition& definition, const v1::Ruleset& ruleset, v1::RulesetGuide& guide) {
  AddExample(definition, ruleset, SetUpDraft(), SectionOf(guide, "Set-up"));
  AddExample(definition, ruleset, AttackDraft(), SectionOf(guide, "Attacking"));
  for (const ExampleDraft& draft : PowerDrafts()) AddExample(definition, ruleset, draft, SectionOf(guide, "Powers"));
}

}  // namespace flagfall::cards
