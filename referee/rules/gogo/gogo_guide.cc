#include "referee/rules/gogo/gogo_guide.h"

#include "absl/strings/str_cat.h"
#include "referee/rules/gogo/role.h"
#include "referee/rules/guide.h"

namespace flagfall::gogo {
namespace {

std::string SpecialOf(Role role) {
  switch (role) {
    case Role::kMonarch:
      return "the strongest, but beaten by an Assassin, whoever attacks";
    case Role::kAssassin:
      return "beats the Monarch, whoever attacks; else the weakest";
    case Role::kEngineer:
      return "beats a Trap that it attacks; else the weakest";
    case Role::kTrap:
      return "never attacks and captures nothing; beats every attacker but an Engineer";
    default:
      return "";
  }
}

std::string PointText(Point point) { return absl::StrCat("(", point.x, ", ", point.y, ")"); }

v1::FieldGround::Point ToMessage(Point point) {
  v1::FieldGround::Point message;
  message.set_x(point.x);
  message.set_y(point.y);
  return message;
}

}  // namespace

PieceKinds RoleKinds() {
  PieceKinds kinds;
  for (int index = 1; index < kRoles; ++index) {
    const Role role = static_cast<Role>(index);
    v1::PieceKind& kind = *kinds.Add();
    kind.set_type(static_cast<std::uint32_t>(index));
    kind.set_name(std::string(RoleName(role)));
    if (role != Role::kTrap) kind.set_rank(static_cast<std::uint32_t>(StrengthOf(role)));
    kind.set_count(kFullDeck[IndexOf(role)]);
    kind.set_is_mobile(true);
    kind.set_special(SpecialOf(role));
  }
  return kinds;
}

namespace {

void AddGround(const FieldRules& rules, v1::RulesetGuide& guide) {
  v1::FieldGround& ground = *guide.mutable_field();
  *ground.mutable_red_base() = ToMessage(BaseOf(Side::kRed));
  *ground.mutable_red_flag() = ToMessage(FlagOf(Side::kRed));
  *ground.mutable_blue_base() = ToMessage(BaseOf(Side::kBlue));
  *ground.mutable_blue_flag() = ToMessage(FlagOf(Side::kBlue));
  ground.set_pace(static_cast<std::uint32_t>(rules.pace));
  ground.set_reach(static_cast<std::uint32_t>(rules.reach));
  ground.set_team_size(static_cast<std::uint32_t>(rules.team_size));
  ground.set_in_play_max(kInPlayMax);
  ground.set_max_ticks(rules.max_ticks);
  ground.set_coordinate_max(kCoordinateMax);
  ground.set_rounds(static_cast<std::uint32_t>(rules.rounds));
}

void AddTick(const FieldRules& rules, v1::RulesetGuide& guide) {
  AddSection("A tick, part 1: moving",
             {absl::StrCat(
                 "A game goes on in ticks of three parts: move, combat, capture (R8.3). First both teams hand in their "
                 "moves, at once and in secret (R8.4). Each player in play steps by a vector of at most ",
                 rules.pace, " mm, its pace; a player that is not named stays. ",
                 rules.moves_back ? "A player that is told to step further stays, which is a warning that all can see. "
                                  : "A longer step is illegal. ",
                 "A player out of play may take any card "
                 "left in the deck and enter at a point within a pace of its base, as long as no more than ",
                 NumberWord(kInPlayMax),
                 " of the team are in play then. At the start everybody is out of play, so the first tick brings "
                 "the first players in. Players have no bodies: any number may stand on a point.")},
             guide);
  AddSection(
      "A tick, part 2: combat",
      {absl::StrCat("Two opponents within ", rules.reach,
                    " mm of each other, the reach, are connected; players who are connected, over however many others, "
                    "are a cluster. Clusters are settled one after the other, in the order of the lowest number of a "
                    "Red player in "
                    "each (R8.5)."),
       "In a cluster the team with more players challenges first; of equal teams Red in odd ticks and Blue in even "
       "ones. Then the teams take turns. A challenge names one of the team's own players, no Trap, and an opponent in "
       "its reach. A team may pass, and passes by itself when it has no challenge; after two passes in a row the "
       "cluster is settled. A "
       "player attacks or blocks once a tick at most, and may be attacked more often (R8.5).",
       // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): each of these texts is one paragraph.
       "Before roles are shown, the challenged team may name another of its players to take the attack: one within "
       "reach of both, that has neither attacked nor blocked in this tick (R8.6).",
       "Then both roles are shown (R8.7). The higher strength stays and the lower is beaten; two of the same strength "
       "are both "
       "beaten, so also an Assassin and an Engineer. Between Assassin and Monarch the Monarch is beaten, whoever "
       "attacks. A Trap "
       "that is attacked falls to an Engineer and beats all others.",
       "A beaten player loses its card and leaves play, and may enter again from the next tick on, with another card. "
       "A "
       "player that stays has its role on display until it leaves play (R8.8)."},
      guide);
  AddSection("A tick, part 3: capture",
             {absl::StrCat(
                 "A player in play, no Trap, that stands within ", rules.reach,
                 " mm of the opposing flag captures it, unless it is guarded: an opponent within reach of this player "
                 "stands strictly nearer to the flag. A player that has in this tick beaten one that so guarded "
                 "captures in spite of the others (R8.9).")},
             guide);
}

void AddEnd(const FieldRules& rules, v1::RulesetGuide& guide) {
  const absl::string_view what = rules.rounds == 1 ? "game" : "round";
  AddSection("The end",
             {absl::StrCat("The team that captures wins; when both capture in the same tick, the ", what,
                           " is drawn (R8.9). After ", rules.max_ticks, " ticks without a capture the ", what,
                           " is drawn (R8.1).")},
             guide);
  if (rules.rounds == 1) return;
  AddSection(
      "The rounds",
      {absl::StrCat("A match has ", NumberWord(rules.rounds),
                    " rounds, and the team that wins more of them wins it; with "
                    "as many each it is drawn. Each round is a new game: nobody is in play, both decks are whole, and "
                    "ticks are counted from 1. In the second round, and in every other one after it, the teams change "
                    "ends: each has the line, the base and the flag that the other has in the first. A round that "
                    "could not change who wins the match is not played (R8.12)."),
       "Of a round that is over, what was not seen stays secret until the match is over. The clocks run on from round "
       "to round, and the host's limits on ticks count those of all rounds."},
      guide);
}

}  // namespace

v1::RulesetGuide MakeGuide(const v1::Ruleset& ruleset, const FieldRules& rules) {
  v1::RulesetGuide guide;
  *guide.mutable_ruleset() = ruleset;
  guide.add_clause_sections("R8");
  *guide.mutable_pieces() = RoleKinds();
  AddGround(rules, guide);
  AddSection(
      "The aim",
      {"Two teams of players, Red and Blue, run about an open field. Each player carries a role that the other team "
       "does not see before it fights. All players step at once, tick by tick; opponents who come close to each other "
       "may fight, and the stronger role stays. The team whose player captures the opposing flag wins (R8.9)."},
      guide);
  AddSection("The field",
             {absl::StrCat("Places are points in millimetres. Red's base is at ", PointText(BaseOf(Side::kRed)),
                           " and its flag at ", PointText(FlagOf(Side::kRed)), "; Blue's base is at ",
                           PointText(BaseOf(Side::kBlue)), " and its flag at ", PointText(FlagOf(Side::kBlue)),
                           rules.chooses_bases ? ", unless the teams place them elsewhere: before the first tick both "
                                                 "choose, at once and in secret, where on their own line base and flag "
                                                 "stand, and when both have, all is public"
                                               : "",
                           ". The field has no bounds; coordinates go from -", kCoordinateMax, " to ", kCoordinateMax,
                           " (R8.1). Distances are exact.")},
             guide);
  AddSection("The team and its deck",
             {absl::StrCat("A team has ", rules.team_size, " players, numbered from 1, of whom at most ",
                           NumberWord(kInPlayMax),
                           " are in play at once (R8.1). Each in play carries one card of the team's deck of ", kCards,
                           " (R8.2). A card lost in a fight is out for good, and public.")},
             guide)
      .set_shows_pieces(true);
  AddTick(rules, guide);
  AddSection(
      "What a team knows",
      {"Public are places, teams and numbers of all in play, roles on display, and cards lost. The roles that were not "
       "yet shown, and what a deck still holds, are secret (R8.10)."},
      guide);
  AddSection("Repetition", {"There is no rule against repetition: ticks are limited."}, guide);
  AddEnd(rules, guide);
  AddSection("Where it comes from",
             {"The Haberdashery Collective designed the game and published it at Ludocity (CC BY-NC)."}, guide);
  return guide;
}

std::string FieldLegend() {
  return "[R] and *R are Red's base and flag, R3 its player 3; + behind a player: others stand there too. A cell is "
         "500 mm.\n"
         "Below: number=role@x,y in millimetres; ? is not known, * on display.\n";
}

}  // namespace flagfall::gogo
