#include "referee/rules/gogo/gogo_ruleset.h"

#include "referee/rules/gogo/field_text.h"
#include "referee/rules/gogo/follow_view.h"
#include "referee/rules/gogo/gogo_actions.h"
#include "referee/rules/gogo/gogo_game.h"

namespace flagfall::gogo {
namespace {

constexpr std::int64_t kLengthMax = 10'000;
constexpr std::int64_t kTicksMax = 10'000;

constexpr char kRules[] =
    "Two teams of players on an open field, each with a base, a flag and a deck of 23 role cards, none of which the "
    "other\n"
    "team sees. In a tick first all players in play step, both teams at once, up to a pace each; others enter near "
    "their\n"
    "base with a card of the deck, up to seven in play. Then opponents within reach of each other may fight: in each\n"
    "cluster of such players the larger team challenges first, then the other, in turns, until both pass. A\n"
    "challenged player may be relieved by a team-mate who reaches both. Both show their roles: the stronger stays and "
    "remains "
    "on\n"
    "display, equals fall together; an Assassin beats the Monarch; a Trap beats any attacker but an Engineer, and\n"
    "never attacks. A beaten player loses its card and may enter again with another. A player that ends a tick within\n"
    "reach of the opposing flag captures it and wins, unless it is a Trap, or an opponent in its reach stands nearer "
    "to\n"
    "the flag and it has beaten no such guard in this tick.";

RulesetInfo Info() {
  const FieldRules rules;
  return {.id = "gogo",
          .title = "Go go",
          .description = "two teams with hidden roles run for each other's flag on an open field",
          .rules = kRules,
          .options = {NumberOption("max_ticks", rules.max_ticks, 1, kTicksMax,
                                   "after so many ticks without a capture the game is drawn (R8.1)"),
                      NumberOption("pace", rules.pace, 1, kLengthMax,
                                   "how far a player steps, and enters from its base, in millimetres (R8.4)"),
                      NumberOption("reach", rules.reach, 1, kLengthMax,
                                   "how far a player reaches opponents and flags, in millimetres (R8.5, R8.9)"),
                      NumberOption("team_size", rules.team_size, kTeamSizeMin, kTeamSizeMax,
                                   "the players of a team, in play or not (R8.1)")},
          .decisions = {{v1::DECISION_KIND_STEPS, "who steps by which vector, and who enters where with which card",
                         "steps 1:+300,-400 2:0,0 enter 3=Monarch@200,700"},
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

std::string GogoRuleset::Draw(const v1::View& view, bool in_colour) const { return DrawField(view.gogo(), in_colour); }

FieldRules FieldRulesOf(const v1::Ruleset& ruleset) {
  return {.pace = static_cast<std::int32_t>(flagfall::NumberOf(ruleset, "pace")),
          .reach = static_cast<std::int32_t>(flagfall::NumberOf(ruleset, "reach")),
          .team_size = static_cast<int>(flagfall::NumberOf(ruleset, "team_size")),
          .max_ticks = static_cast<std::uint32_t>(flagfall::NumberOf(ruleset, "max_ticks"))};
}

}  // namespace flagfall::gogo
