#include "referee/rules/bluffing/bluffing_examples.h"

#include <string>
#include <vector>

#include "referee/rules/examples.h"

namespace flagfall::bluffing {
namespace {

constexpr v1::Side kRed = v1::SIDE_RED;
constexpr v1::Side kBlue = v1::SIDE_BLUE;

// The set-ups of the guide's first picture.
std::vector<StepDraft> SetUps(const v1::RulesetGuide& guide) {
  std::vector<StepDraft> opening;
  for (const v1::GuideSection& section : guide.sections()) {
    for (const v1::RuleExample& example : section.examples()) {
      if (example.id() != "set-up") continue;
      for (const v1::ExampleStep& step : example.steps())
        opening.push_back({.side = step.side(), .action = step.action()});
    }
  }
  return opening;
}

std::vector<ExampleDraft> MovingDrafts(const std::vector<StepDraft>& opening) {
  return {{.id = "movement-bluff",
           .caption = "A long ply that is called, and was a bluff",
           .opening = opening,
           .steps = {{kRed, "b4-b6", "Red's General goes two squares, as only a Scout really can: a movement bluff."},
                     {kBlue, "call movement",
                      "Blue calls the movement. It was a bluff: the piece goes back, what it is stays hidden, and it "
                      "is Blue's ply (R6.3)."},
                     {kBlue, "j7-j6", "Blue makes its ply. Red has lost a turn."}}},
          {.id = "movement-true",
           .caption = "A long ply that is called, and was none",
           .opening = opening,
           .steps = {{kRed, "a4-a6", "Red's Scout goes two squares, as it may."},
                     {kBlue, "call movement",
                      "Blue calls the movement. It was no bluff: everybody knows now that the piece is a Scout, and "
                      "Red gains a token (R6.3)."},
                     {kBlue, "call movement", "Refused: the movement of a ply is called once.", "R6.3"},
                     {kBlue, "j7-j6", "Blue makes its ply."}}}};
}

std::vector<ExampleDraft> AttackingDrafts(const std::vector<StepDraft>& opening) {
  const StepDraft attack = {kRed, "e4-e7 claims 9",
                            "Red's Scout attacks, and Red says that it is the General: an attack bluff (R6.2)."};
  return {
      {.id = "bluff-stands",
       .caption = "An attack bluff that nobody calls",
       .opening = opening,
       .steps = {attack,
                 {kBlue, "declare 8",
                  "Blue calls nothing, and says that its piece is a Colonel, which is true (R6.5)."},
                 {kRed,
                  "let",
                  "Red lets that stand, and the two claims fight: a General beats a Colonel. Blue's Colonel is removed "
                  "face down, so that Red does not learn what it was (R6.7).",
                  "",
                  {"blue Colonel"}}}},
      {.id = "attack-called",
       .caption = "The same bluff, called",
       .opening = opening,
       .steps = {attack,
                 {kBlue,
                  "call attack",
                  "Blue calls the attack. It was a bluff: the Scout is shown and removed, and it is Blue's ply (R6.4).",
                  "",
                  {"red Scout"}}}},
      {.id = "defence-called",
       .caption = "A defender that bluffs",
       .opening = opening,
       .steps = {{kRed, "f4-f7 claims 8",
                  "Red's Colonel attacks, and Red says the truth of what it is, but goes three squares, which only a "
                  "Scout really can."},
                 {kBlue, "declare F", "Refused: nobody may say Flag of a piece that is none.", "R6.5"},
                 {kBlue, "declare B",
                  "Blue does not call the movement. It says that its piece is a Bomb, though it is a Scout."},
                 {kRed,
                  "call defence",
                  "Red calls the defence. It was a bluff: the Scout is shown and removed, the Colonel takes its "
                  "square, and Red gains a token (R6.6).",
                  "",
                  {"blue Scout"}}}}};
}

}  // namespace

void AddExamples(const RulesetDefinition& definition, const v1::Ruleset& ruleset, v1::RulesetGuide& guide) {
  const std::vector<StepDraft> opening = SetUps(guide);
  for (const ExampleDraft& draft : MovingDrafts(opening)) {
    AddExample(definition, ruleset, draft, SectionOf(guide, "Moving"));
  }
  for (const ExampleDraft& draft : AttackingDrafts(opening)) {
    AddExample(definition, ruleset, draft, SectionOf(guide, "Attacking"));
  }
}

}  // namespace flagfall::bluffing
