// Clusters are the components of a graph: players in play, with an edge between opponents within reach of each other.
// Team-mates are never joined directly. With R1, R2 of Red and B1, B2 of Blue in a row
//
//     R1 --- B1 --- R2        B2
//
// R1, B1 and R2 are a cluster, however far R1 and R2 are apart, and B2 is in none. Each component is grown from its
// lowest player, and Red's ids are the lower ones, so the clusters come in the order of R8.5 by themselves.
#include "referee/rules/gogo/combat.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/gogo/capture.h"

namespace flagfall::gogo {
namespace {

Players OpponentsInReach(const World& world, PlayerId id) {
  Players found = 0;
  ForEach(world.InPlay(OpponentOf(TeamOf(id))), [&](PlayerId other) {
    if (world.AreWithinReach(id, other)) found |= BitOf(other);
  });
  return found;
}

// With everyone it is connected with; 0 when there is no opponent in reach.
Players ClusterFrom(const World& world, PlayerId first) {
  Players cluster = 0;
  for (Players fresh = BitOf(first); fresh != 0;) {
    cluster |= fresh;
    Players reached = 0;
    ForEach(fresh, [&](PlayerId id) { reached |= OpponentsInReach(world, id); });
    fresh = reached & ~cluster;
  }
  return SizeOf(cluster) > 1 ? cluster : 0;
}

void BeginCluster(World& world) {
  Combat& combat = world.combat;
  combat.passes = 0;
  const Players cluster = ClusterOf(world);
  const int red = SizeOf(cluster & AllOf(Side::kRed));
  const int blue = SizeOf(cluster & AllOf(Side::kBlue));
  const bool red_first = red != blue ? red > blue : world.tick % 2 == 1;
  combat.chooser = red_first ? Side::kRed : Side::kBlue;
}

bool IsTrapOnDisplay(const Player& player) { return player.is_on_display && player.role == Role::kTrap; }

// Whether the team might have a challenge, for all that is public: were it to depend on roles in hiding, a pass without
// a decision would betray a Trap (R9.1).
bool MayChallenge(const World& world, Side team) {
  bool may = false;
  ForEach(ClusterOf(world) & AllOf(team), [&](PlayerId id) {
    const Player& player = world.players[id];
    if (!player.has_acted && !IsTrapOnDisplay(player) && OpponentsInReach(world, id) != 0) may = true;
  });
  return may;
}

void PassTurn(Combat& combat) { combat.chooser = OpponentOf(combat.chooser); }

void LeavePlay(PlayerId id, World& world) {
  TeamState& team = world.StateOf(TeamOf(id));
  team.lost.push_back(world.players[id].role);
  world.in_play &= ~BitOf(id);
  world.players[id] = {};
  world.last_beaten_tick = world.tick;
}

// The one that stays has beaten the other.
void NoteBeatenGuard(PlayerId winner, PlayerId loser, World& world) {
  if (IsGuardAgainst(world, loser, winner)) world.players[winner].has_beaten_guard = true;
}

}  // namespace

void BeginCombat(World& world) {
  world.part = Part::kCombat;
  world.combat = {};
  Players clustered = 0;
  ForEach(world.InPlay(Side::kRed), [&](PlayerId id) {
    if (Contains(clustered, id)) return;
    const Players cluster = ClusterFrom(world, id);
    if (cluster == 0) return;
    clustered |= cluster;
    world.combat.clusters[world.combat.count++] = cluster;
  });
  if (world.combat.count > 0) BeginCluster(world);
}

bool SeekDecision(World& world) {
  Combat& combat = world.combat;
  while (combat.current < combat.count) {
    if (combat.challenge.has_value()) return true;
    if (combat.passes == 2) {
      ++combat.current;
      if (combat.current < combat.count) BeginCluster(world);
      continue;
    }
    if (MayChallenge(world, combat.chooser)) return true;
    ++combat.passes;
    PassTurn(combat);
  }
  return false;
}

Players ClusterOf(const World& world) { return world.combat.clusters[world.combat.current] & world.in_play; }

Side TeamToDecide(const World& world) {
  const Combat& combat = world.combat;
  return combat.challenge.has_value() ? OpponentOf(combat.chooser) : combat.chooser;
}

ChallengeList LegalChallenges(const World& world) {
  ChallengeList challenges;
  ForEach(ClusterOf(world) & AllOf(world.combat.chooser), [&](PlayerId id) {
    if (world.players[id].has_acted || world.players[id].role == Role::kTrap) return;
    ForEach(OpponentsInReach(world, id),
            [&](PlayerId target) { challenges.push_back({.challenger = id, .target = target}); });
  });
  return challenges;
}

Players BlockersOf(const World& world, const Challenge& challenge) {
  Players blockers = 0;
  ForEach(world.InPlay(TeamOf(challenge.target)) & ~BitOf(challenge.target), [&](PlayerId id) {
    if (world.players[id].has_acted) return;
    if (world.AreWithinReach(id, challenge.target) && world.AreWithinReach(id, challenge.challenger)) {
      blockers |= BitOf(id);
    }
  });
  return blockers;
}

absl::Status CheckChallenge(const World& world, std::uint32_t challenger, std::uint32_t target) {
  const auto is_there = [&](Side team, std::uint32_t number) {
    return number >= 1 && number <= kTeamSizeMax && Contains(ClusterOf(world), PlayerOf(team, number));
  };
  const Side team = world.combat.chooser;
  if (!is_there(team, challenger)) {
    return ClauseError("R8.5",
                       absl::StrCat("the team has no player ", challenger, " in the cluster to challenge with"));
  }
  if (!is_there(OpponentOf(team), target)) {
    return ClauseError("R8.5", absl::StrCat("there is no player ", target, " in the cluster to be challenged"));
  }
  const PlayerId id = PlayerOf(team, challenger);
  if (world.players[id].has_acted) {
    return ClauseError("R8.5", absl::StrCat("player ", challenger, " has attacked or blocked in this tick already"));
  }
  if (world.players[id].role == Role::kTrap) {
    return ClauseError("R8.5", absl::StrCat("player ", challenger, " is a Trap, which may not challenge"));
  }
  if (world.AreWithinReach(id, PlayerOf(OpponentOf(team), target))) return absl::OkStatus();
  return ClauseError(
      "R8.5", absl::StrCat("player ", target, " is out of player ", challenger, "'s reach, ", world.rules.reach));
}

absl::Status CheckBlock(const World& world, std::uint32_t number) {
  const Challenge& challenge = *world.combat.challenge;
  const Players blockers = BlockersOf(world, challenge);
  const Side team = TeamOf(challenge.target);
  if (number >= 1 && number <= kTeamSizeMax && Contains(blockers, PlayerOf(team, number))) return absl::OkStatus();
  std::string names;
  ForEach(blockers, [&names](PlayerId id) { absl::StrAppend(&names, NumberOf(id), " or "); });
  return ClauseError("R8.6", absl::StrCat("player ", number, " may not block; expected ", names, "nobody"));
}

void MakeChallenge(const Challenge& challenge, World& world, PublicEvents& public_events) {
  public_events.push_back({.kind = PublicEvent::Kind::kChallenged,
                           .team = world.combat.chooser,
                           .player = challenge.challenger,
                           .other = challenge.target});
  world.combat.challenge = challenge;
  world.combat.passes = 0;
  if (BlockersOf(world, challenge) == 0) FightOut(challenge.target, world, public_events);
}

void Pass(World& world, PublicEvents& public_events) {
  public_events.push_back({.kind = PublicEvent::Kind::kPassed, .team = world.combat.chooser});
  ++world.combat.passes;
  PassTurn(world.combat);
}

void FightOut(PlayerId defender, World& world, PublicEvents& public_events) {
  const Challenge challenge = *std::exchange(world.combat.challenge, std::nullopt);
  const PlayerId attacker = challenge.challenger;
  if (defender != challenge.target) {
    public_events.push_back(
        {.kind = PublicEvent::Kind::kBlocked, .team = OpponentOf(world.combat.chooser), .player = defender});
    world.players[defender].has_acted = true;
  }
  world.players[attacker].has_acted = true;
  for (const PlayerId id : {attacker, defender}) world.players[id].is_on_display = true;
  const PublicEvent fought{.kind = PublicEvent::Kind::kFought,
                           .team = world.combat.chooser,
                           .player = attacker,
                           .other = defender,
                           .role = world.players[attacker].role,
                           .other_role = world.players[defender].role,
                           .verdict = Fight(world.players[attacker].role, world.players[defender].role)};
  public_events.push_back(fought);
  const auto [attacker_beaten, defender_beaten] = fought.verdict;
  if (!attacker_beaten) NoteBeatenGuard(attacker, defender, world);
  if (!defender_beaten) NoteBeatenGuard(defender, attacker, world);
  if (attacker_beaten) LeavePlay(attacker, world);
  if (defender_beaten) LeavePlay(defender, world);
  PassTurn(world.combat);
}

}  // namespace flagfall::gogo
