#include "referee/rules/bluffing/bluffing_ruleset.h"

#include <algorithm>
#include <vector>

#include "referee/rules/bluffing/bluffing_actions.h"
#include "referee/rules/bluffing/bluffing_examples.h"
#include "referee/rules/bluffing/bluffing_game.h"
#include "referee/rules/bluffing/bluffing_guide.h"
#include "referee/rules/bluffing/follow_view.h"
#include "referee/rules/bluffing/view_text.h"
#include "referee/rules/board_game/board_options.h"

namespace flagfall {
namespace {

constexpr char kElevenBeatsSpy[] = "eleven_beats_spy";

// Those of a board game, and one of its own, by name.
std::vector<OptionInfo> Options() {
  std::vector<OptionInfo> options = BoardOptions(board::BoardRules::Bluffing());
  OptionInfo eleven =
      ChoiceOption(kElevenBeatsSpy, {"false", "true"}, "whether a Marshal with tokens beats the Spy (R6.8, line 6)");
  eleven.is_later = true;
  const auto after = [](const OptionInfo& a, const OptionInfo& b) { return a.name < b.name; };
  options.insert(std::upper_bound(options.begin(), options.end(), eleven, after), eleven);
  return options;
}

RulesetInfo MakeInfo() {
  return {.id = "bluffing",
          .title = "Bluffing",
          .description = "classic with claims that need not be true, calls, and tokens to be won by them",
          .options = Options(),
          .decisions = {{v1::DECISION_KIND_SET_UP, "the whole army on its squares", "setup a1=F b1=B c1=M", false},
                        {v1::DECISION_KIND_PLY,
                         "where one piece goes, what an attacker is said to be, or a call of the ply before",
                         "a4-a9 claims 7 tokens 2"},
                        {v1::DECISION_KIND_DEFENCE,
                         "a call of the movement or the attack, or what the defender is said to be", "declare B"},
                        {v1::DECISION_KIND_CALL, "a call of the defence, or to let it stand", "call defence"}},
          .check_options = [](const v1::Ruleset& complete) { return CheckArmyFits(BluffingRulesOf(complete)); }};
}

}  // namespace

board::BoardRules BluffingRulesOf(const v1::Ruleset& complete) {
  board::BoardRules rules = WithOptions(board::BoardRules::Bluffing(), complete);
  rules.eleven_beats_spy = LaterOptionOf(complete, kElevenBeatsSpy, "false") == "true";
  return rules;
}

BluffingRuleset::BluffingRuleset() : RulesetDefinition(MakeInfo()) {}

// No chance enters the game; the seed is left aside.
std::unique_ptr<Game> BluffingRuleset::NewGame(const v1::Ruleset& ruleset, absl::string_view /*seed*/) const {
  return std::make_unique<BluffingGame>(BluffingRulesOf(ruleset));
}

absl::Status BluffingRuleset::Follow(const v1::Event& event, v1::View& view) const {
  return bluffing::FollowEvent(event, *view.mutable_bluffing());
}

std::string BluffingRuleset::WriteAction(const v1::Action& action) const { return bluffing::ActionWords(action); }

absl::StatusOr<v1::Action> BluffingRuleset::ReadAction(absl::string_view words) const {
  return bluffing::ReadAction(words);
}

std::string BluffingRuleset::Draw(const v1::View& view, const DrawStyle& style) const {
  return bluffing::DrawView(view.bluffing(), style);
}

std::string BluffingRuleset::Legend(const DrawStyle& style) const { return bluffing::Legend(style); }

PieceKinds BluffingRuleset::Pieces(const v1::Ruleset& ruleset) const {
  return bluffing::PiecesOf(BluffingRulesOf(ruleset));
}

v1::RulesetGuide BluffingRuleset::Guide(const v1::Ruleset& ruleset) const {
  v1::RulesetGuide guide = bluffing::MakeGuide(ruleset, BluffingRulesOf(ruleset));
  bluffing::AddExamples(*this, ruleset, guide);
  return guide;
}

}  // namespace flagfall
