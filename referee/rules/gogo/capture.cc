#include "referee/rules/gogo/capture.h"

namespace flagfall::gogo {
namespace {

// Whether the player may lay its hand on the opposing flag, Trap or not.
bool ReachesFlag(const World& world, PlayerId id) {
  const Side team = TeamOf(id);
  if (!IsWithin(world.players[id].place, world.FlagOf(OpponentOf(team)), world.rules.reach)) return false;
  if (world.players[id].has_beaten_guard) return true;
  bool is_guarded = false;
  ForEach(world.InPlay(OpponentOf(team)),
          [&](PlayerId guard) { is_guarded = is_guarded || IsGuardAgainst(world, guard, id); });
  return !is_guarded;
}

}  // namespace

bool IsGuardAgainst(const World& world, PlayerId guard, PlayerId player) {
  const Point flag = world.FlagOf(TeamOf(guard));
  return world.AreWithinReach(guard, player) &&
         SquaredDistance(world.players[guard].place, flag) < SquaredDistance(world.players[player].place, flag);
}

void EndTick(World& world, PublicEvents& public_events) {
  world.part = Part::kCapture;
  world.combat = {};
  ForEach(world.in_play, [&](PlayerId id) {
    Player& player = world.players[id];
    if (!ReachesFlag(world, id)) return;
    if (player.role == Role::kTrap) {
      player.is_surely_trap = true;
      return;
    }
    world.captors |= BitOf(id);
    public_events.push_back({.kind = PublicEvent::Kind::kCaptured, .team = TeamOf(id), .player = id});
  });
  if (world.captors != 0 || world.tick == world.rules.max_ticks) return;
  ForEach(world.in_play, [&](PlayerId id) {
    world.players[id].has_acted = false;
    world.players[id].has_beaten_guard = false;
  });
  ++world.tick;
  world.part = Part::kMove;
}

}  // namespace flagfall::gogo
