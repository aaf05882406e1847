#include "referee/rules/gogo/gogo_ruleset.h"

#include "referee/rules/gogo/field_text.h"
#include "referee/rules/gogo/follow_view.h"
#include "referee/rules/gogo/gogo_actions.h"
#include "referee/rules/gogo/gogo_examples.h"
#include "referee/rules/gogo/gogo_game.h"
#include "referee/rules/gogo/gogo_guide.h"

namespace flagfall::gogo {
namespace {

constexpr std::int64_t kLengthMax = 10'000;
constexpr std::int64_t kTicksMax = 10'000;

// An option that came after the others (OptionInfo::is_later).
OptionInfo Later(OptionInfo option) {
  option.is_later = true;
  return option;
}

RulesetInfo Info() {
  const FieldRules rules;
  return {
      .id = "gogo",
      .title = "Go go",
      .description = "two teams with hidden roles run for each other's flag on an open field",
      .options = {Later(ChoiceOption("bases", {"fixed", "chosen"},
                                     "whether the teams place their bases and flags, before the first tick (R8.1)")),
                  NumberOption("max_ticks", rules.max_ticks, 1, kTicksMax,
                               "after so many ticks without a capture the game is drawn (R8.1)"),
                  Later(ChoiceOption("overstep", {"illegal", "moved_back"},
                                     "whether steps with one that is too long are illegal, or the player is warned "
                                     "and stays (R8.4)")),
                  NumberOption("pace", rules.pace, 1, kLengthMax,
                               "how far a player steps, and enters from its base, in millimetres (R8.4)"),
                  NumberOption("reach", rules.reach, 1, kLengthMax,
                               "how far a player reaches opponents and flags, in millimetres (R8.5, R8.9)"),
                  Later(NumberOption("rounds", rules.rounds, 1, kRoundsMax,
                                     "the rounds of a match, each a new game with the ends changed (R8.12)")),
                  NumberOption("team_size", rules.team_size, kTeamSizeMin, kTeamSizeMax,
                               "the players of a team, in play or not (R8.1)")},
      .decisions = {
          {v1::DECISION_KIND_BASES, "where the team's base and flag stand on its own line, with `bases = chosen` alone",
           "place base 500 flag 2500", false},
          {v1::DECISION_KIND_STEPS, "who steps by which vector, and who enters where with which card",
           "steps 1:+300,-400 2:0,0 enter 3=Monarch@200,700", false},
          {v1::DECISION_KIND_CHALLENGE, "who challenges whom; or `pass`", "challenge 2-5"},
          {v1::DECISION_KIND_BLOCK, "who takes the attack instead; or `no-block`", "block 4"}}};
}

}  // namespace

GogoRuleset::GogoRuleset() : RulesetDefinition(Info()) {}

// No chance enters the game: the referee deals no cards. The seed is left aside.
std::unique_ptr<Game> GogoRuleset::NewGame(const v1::Ruleset& ruleset, absl::string_view /*seed*/) const {
  return std::make_unique<GogoGame>(FieldRulesOf(ruleset));
}

absl::Status GogoRuleset::Follow(const v1::Event& event, v1::View& view) const {
  return FollowEvent(event, *view.mutable_gogo());
}

std::string GogoRuleset::WriteAction(const v1::Action& action) const { return ActionWords(action); }

absl::StatusOr<v1::Action> GogoRuleset::ReadAction(absl::string_view words) const { return gogo::ReadAction(words); }

std::string GogoRuleset::Draw(const v1::View& view, const DrawStyle& style) const {
  return DrawField(view.gogo(), style.in_colour);
}

std::string GogoRuleset::Legend(const DrawStyle& /*style*/) const { return FieldLegend(); }

PieceKinds GogoRuleset::Pieces(const v1::Ruleset& /*ruleset*/) const { return RoleKinds(); }

v1::RulesetGuide GogoRuleset::Guide(const v1::Ruleset& ruleset) const {
  v1::RulesetGuide guide = MakeGuide(ruleset, FieldRulesOf(ruleset));
  AddExamples(*this, ruleset, guide);
  return guide;
}

FieldRules FieldRulesOf(const v1::Ruleset& ruleset) {
  return {.pace = static_cast<std::int32_t>(flagfall::NumberOf(ruleset, "pace")),
          .reach = static_cast<std::int32_t>(flagfall::NumberOf(ruleset, "reach")),
          .team_size = static_cast<int>(flagfall::NumberOf(ruleset, "team_size")),
          .max_ticks = static_cast<std::uint32_t>(flagfall::NumberOf(ruleset, "max_ticks")),
          .chooses_bases = LaterOptionOf(ruleset, "bases", "fixed") == "chosen",
          .moves_back = LaterOptionOf(ruleset, "overstep", "illegal") == "moved_back",
          .rounds = static_cast<int>(LaterNumberOf(ruleset, "rounds", 1))};
}

}  // namespace flagfall::gogo
