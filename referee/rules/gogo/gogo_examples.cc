#include "referee/rules/gogo/gogo_examples.h"

#include <string>
#include <vector>

#include "referee/rules/examples.h"

namespace flagfall::gogo {
namespace {

constexpr v1::Side kRed = v1::SIDE_RED;
constexpr v1::Side kBlue = v1::SIDE_BLUE;

// Ticks in which both teams make the same steps again.
void AddTicks(int count, const std::string& red, const std::string& blue, std::vector<StepDraft>& opening) {
  for (int tick = 0; tick < count; ++tick) {
    opening.push_back({kRed, red});
    opening.push_back({kBlue, blue});
  }
}

ExampleDraft FieldDraft() {
  ExampleDraft draft{
      .id = "field", .caption = "The field with the first players, as Red sees it", .view = v1::OBSERVER_RED};
  AddTicks(1, "steps enter 1=Soldier@750,500 2=Assassin@600,900 3=Trap@0,1200",
           "steps enter 1=Monarch@7250,2500 2=Worker@7400,2100", draft.opening);
  return draft;
}

ExampleDraft MovingDraft() {
  return {
      .id = "moving",
      .caption = "Two teams enter and step, as Red sees it",
      .opening = {},
      .steps = {{kRed, "steps enter 1=Soldier@750,500 2=Assassin@600,900",
                 "Red chooses a card for each of two players, who enter within a pace of Red's base. Nothing is shown "
                 "until Blue has chosen too."},
                {kBlue, "steps enter 1=Monarch@7250,2500 2=Worker@7400,2100",
                 "Blue has chosen: its players enter. Red sees where they are, but not which cards they have (R8.10)."},
                {kRed, "steps 1:+900,0", "Refused: the step is longer than a pace.", "R8.4"},
                {kRed, "steps 1:+700,0 2:+650,200", "Red hands in steps that are short enough."},
                {kBlue, "steps 1:-700,-100 2:-650,-200", "Blue hands in its own: all players step at once."}},
      .view = v1::OBSERVER_RED};
}

ExampleDraft CombatDraft() {
  ExampleDraft draft{.id = "combat", .caption = "A cluster of four, a block, and two fights"};
  AddTicks(1, "steps enter 1=Soldier@750,500 2=Assassin@600,900", "steps enter 1=Monarch@7250,2500 2=Worker@7400,2100",
           draft.opening);
  AddTicks(4, "steps 1:+650,200 2:+650,200", "steps 1:-650,-200 2:-650,-200", draft.opening);
  draft.steps = {
      {kRed, "steps 1:+500,0 2:+500,0", "Red's Soldier and Assassin step towards Blue's Monarch and Worker."},
      {kBlue, "steps 1:-500,0 2:-500,0",
       "Blue's step towards them. All four are within reach of each other: a cluster. The teams are equal and the tick "
       "is even, so that Blue challenges first (R8.5)."},
      {kBlue, "challenge 1-1", "Blue's Monarch challenges player 1 of Red, the Soldier."},
      {kRed,
       "block 2",
       "Red's Assassin takes the attack instead (R8.6). Both show their cards: between Assassin and Monarch the "
       "Monarch is beaten, whoever attacks (R8.7).",
       "",
       {"blue Monarch"}},
      {kRed,
       "challenge 1-2",
       "Red's Soldier challenges the Worker. The higher strength stays: the Worker is beaten. The Soldier's card is on "
       "display from now on (R8.8).",
       "",
       {"blue Worker"}}};
  return draft;
}

ExampleDraft CaptureDraft() {
  ExampleDraft draft{.id = "capture", .caption = "A guard, and how the flag is captured in spite of it"};
  AddTicks(1, "steps enter 1=Merchant@750,500", "steps enter 1=Worker@8000,1900", draft.opening);
  AddTicks(1, "steps 1:+750,0", "steps 1:0,-700", draft.opening);
  AddTicks(1, "steps 1:+750,0", "steps 1:0,-400", draft.opening);
  AddTicks(6, "steps 1:+750,0", "steps", draft.opening);
  draft.steps = {
      {kRed, "steps 1:+750,0", "Red's Merchant comes within reach of Blue's flag."},
      {kBlue, "steps", "Blue's Worker stays where it is: nearer to the flag than the Merchant."},
      {kBlue, "pass", "Blue challenges nobody."},
      {kRed, "pass", "Neither does Red. The Worker guards the flag, so that the Merchant does not capture it (R8.9)."},
      {kRed, "steps", "The next tick: the Merchant stays."},
      {kBlue, "steps", "The Worker stays too. The tick is odd, so that Red challenges first."},
      {kRed,
       "challenge 1-1",
       "The Merchant challenges the Worker and beats it. It has beaten the guard in this tick, and captures the flag: "
       "Red wins (R8.9).",
       "",
       {"blue Worker"},
       v1::RESULT_RED_WINS}};
  return draft;
}

}  // namespace

void AddExamples(const RulesetDefinition& definition, const v1::Ruleset& ruleset, v1::RulesetGuide& guide) {
  AddExample(definition, ruleset, FieldDraft(), SectionOf(guide, "The field"));
  AddExample(definition, ruleset, MovingDraft(), SectionOf(guide, "A tick, part 1"));
  AddExample(definition, ruleset, CombatDraft(), SectionOf(guide, "A tick, part 2"));
  AddExample(definition, ruleset, CaptureDraft(), SectionOf(guide, "A tick, part 3"));
}

}  // namespace flagfall::gogo
