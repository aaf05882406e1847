#include "referee/rules/gogo/knowledge.h"

#include "referee/rules/gogo/combat.h"

namespace flagfall::gogo {

Knowledge KnowledgeOf(const World& world, v1::Observer observer) {
  Knowledge knowledge{.in_play = world.in_play, .players = {}, .lost = {}, .situation = {}};
  for (const Side team : kSides) {
    const bool knows_roles = IsOpenTo(observer, team);
    ForEach(world.InPlay(team), [&](PlayerId id) {
      const Player& player = world.players[id];
      knowledge.players[id] = {.place = player.place,
                               .role = knows_roles || player.is_on_display ? player.role : Role::kNone,
                               .is_on_display = player.is_on_display,
                               .has_acted = player.has_acted,
                               .has_beaten_guard = player.has_beaten_guard,
                               .has_captured = Contains(world.captors, id)};
    });
    knowledge.lost[IndexOf(team)] = world.StateOf(team).lost;
  }
  Situation& situation = knowledge.situation;
  situation.tick = world.tick;
  situation.part = world.part;
  if (world.part != Part::kCombat) return knowledge;
  situation.to_decide = TeamToDecide(world);
  situation.cluster = ClusterOf(world);
  situation.has_passed = world.combat.passes == 1;
  situation.challenge = world.combat.challenge;
  return knowledge;
}

}  // namespace flagfall::gogo
