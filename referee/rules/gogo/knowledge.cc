#include "referee/rules/gogo/knowledge.h"

#include "referee/rules/gogo/combat.h"

namespace flagfall::gogo {

Knowledge KnowledgeOf(const World& world, v1::Observer observer) {
  Knowledge knowledge{.in_play = world.in_play, .players = {}, .lost = {}, .situation = {}, .grounds = {}};
  for (const Side team : kSides) {
    const bool knows_roles = IsOpenTo(observer, team);
    ForEach(world.InPlay(team), [&](PlayerId id) {
      const Player& player = world.players[id];
      // Written where it stays: as a value that is copied there it took more than twice as long, since what was just
      // written in bytes was read again as words.
      PlayerKnowledge& known = knowledge.players[id];
      known.place = player.place;
      if (knows_roles || player.is_on_display) known.role = player.role;
      known.is_on_display = player.is_on_display;
      known.has_acted = player.has_acted;
      known.has_beaten_guard = player.has_beaten_guard;
      known.has_captured = Contains(world.captors, id);
      known.was_moved_back = player.was_moved_back;
    });
    knowledge.lost[IndexOf(team)] = world.StateOf(team).lost;
    const bool is_told = (world.rules.chooses_bases || world.rules.rounds > 1) && world.part != Part::kBases;
    if (is_told) knowledge.grounds[IndexOf(team)] = world.StateOf(team).ground;
  }
  Situation& situation = knowledge.situation;
  if (world.rules.rounds > 1) {
    situation.round = world.round;
    situation.rounds_won = world.rounds_won;
  }
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
