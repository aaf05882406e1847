#ifndef REFEREE_RULES_GOGO_WORLD_H_
#define REFEREE_RULES_GOGO_WORLD_H_

#include <array>
#include <cstdint>
#include <optional>

#include "absl/container/inlined_vector.h"
#include "referee/rules/gogo/field.h"
#include "referee/rules/gogo/role.h"

namespace flagfall::gogo {

// One player; out of play it has no role, and the rest means nothing.
struct Player {
  Point place;
  Role role = Role::kNone;
  // R8.8.
  bool is_on_display = false;
  // It has attacked or blocked in this tick (R8.5).
  bool has_acted = false;
  // In this tick it has beaten an opponent that guarded the flag against it (R8.9).
  bool has_beaten_guard = false;
  // It overstepped in the moves made last and stayed (R8.4).
  bool was_moved_back = false;
  // It let an unguarded flag in its reach be, which only a Trap does; so everybody knows.
  bool is_surely_trap = false;
};

// A team's moves of one tick, by number - 1.
struct Steps {
  struct Entry {
    // kNone for those who do not enter.
    Role role = Role::kNone;
    Point place;
  };

  // Vectors; zero for those who stay.
  std::array<Point, kTeamSizeMax> steps{};
  std::array<Entry, kTeamSizeMax> entries{};
};

// The state of one team.
struct TeamState {
  // The cards neither lost nor in play.
  Deck deck = kFullDeck;
  absl::InlinedVector<Role, kCards> lost = {};
  // Present from when they are handed in until the other team's are in, too.
  std::optional<Steps> steps = std::nullopt;
  // Where base and flag stand. Where the teams choose, and this one has chosen, this is secret until both have.
  Ground ground;
  bool has_chosen_ground = false;
};

struct Challenge {
  PlayerId challenger = 0;
  PlayerId target = 0;

  friend bool operator==(const Challenge&, const Challenge&) = default;
};

// The parts of a tick (R8.3). In the capture part nothing is decided: the game stands in it only when it is over, or
// for the moment between two rounds. The bases part comes before a round's first tick, where the teams choose.
enum class Part : std::uint8_t { kMove, kCombat, kCapture, kBases };

// The clusters of a tick and how far they are settled (R8.5). Means something in the combat part only.
struct Combat {
  // As they were when combat began; each has a player of either team.
  std::array<Players, kInPlayMax> clusters{};
  int count = 0;
  // The index of the cluster that is being settled.
  int current = 0;
  // The team whose turn it is to challenge.
  Side chooser = Side::kRed;
  // Passes in a row.
  int passes = 0;
  // May still be blocked.
  std::optional<Challenge> challenge;
};

// The whole state of a game of gogo, hidden roles included; only the referee has it.
struct World {
  FieldRules rules;
  std::array<Player, kPlayers> players{};
  Players in_play = 0;
  std::array<TeamState, 2> teams = {TeamState{.ground = GroundOf(Side::kRed)},
                                    TeamState{.ground = GroundOf(Side::kBlue)}};
  // The round of the match, from 1 (R8.12). All that is not said to be of the match is of this round.
  std::uint32_t round = 1;
  // Of the match: how many rounds each side has won, and whether a flag was captured in any. A round counts from its
  // end.
  std::array<std::uint32_t, 2> rounds_won{};
  bool was_flag_captured = false;
  // Of the match: the ticks of the rounds before this one.
  std::uint32_t ticks_before = 0;
  // From 1.
  std::uint32_t tick = 1;
  // The tick in which a player was beaten last; 0 before the first.
  std::uint32_t last_beaten_tick = 0;
  Part part = Part::kMove;
  Combat combat;
  // The players that captured a flag; the round is over when there is one.
  Players captors = 0;

  TeamState& StateOf(Side team) { return teams[IndexOf(team)]; }
  const TeamState& StateOf(Side team) const { return teams[IndexOf(team)]; }
  Point BaseOf(Side team) const { return StateOf(team).ground.base; }
  Point FlagOf(Side team) const { return StateOf(team).ground.flag; }
  Players InPlay(Side team) const { return in_play & AllOf(team); }
  Side EndOf(Side team) const { return gogo::EndOf(team, round); }
  // Whether the round is over, and when no other follows the match.
  bool IsOver() const { return part == Part::kCapture; }
  bool AreWithinReach(PlayerId a, PlayerId b) const {
    return IsWithin(players[a].place, players[b].place, rules.reach);
  }
};

// Something that happened, as both teams saw it (R8.10).
struct PublicEvent {
  enum class Kind : std::uint8_t { kChallenged, kBlocked, kPassed, kFought, kCaptured, kMovedBack, kRoundOver };

  Kind kind;
  // The team that did it, or has won the round; of a round that is drawn it means nothing.
  Side team;
  // The player that challenged, blocked, attacked or captured, or was moved back.
  PlayerId player = 0;
  // The player that was challenged or attacked.
  PlayerId other = 0;
  // The role that a fight made public.
  Role role = Role::kNone;
  Role other_role = Role::kNone;
  Verdict verdict{};
  // The round that is over.
  std::uint32_t round = 0;
  bool is_drawn = false;
};
using PublicEvents = absl::InlinedVector<PublicEvent, 4>;

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_WORLD_H_
