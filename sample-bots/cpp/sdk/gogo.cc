#include "sample-bots/cpp/sdk/gogo.h"

#include "referee/rules/gogo/gogo_ruleset.h"

namespace flagfall::bot {
namespace {

using gogo::Role;
using gogo::Team;

const v1::GogoTeam& TeamIn(const v1::GogoView& view, Team team) {
  return team == Team::kRed ? view.red() : view.blue();
}

void PutTeam(const v1::GogoTeam& known, Team team, gogo::World& world) {
  gogo::TeamState& state = world.StateOf(team);
  for (const int role : known.lost()) {
    state.lost.push_back(static_cast<Role>(role));
    --state.deck[role];
  }
  for (const v1::GogoPlayer& player : known.players()) {
    const gogo::PlayerId id = gogo::PlayerOf(team, player.number());
    world.in_play |= gogo::BitOf(id);
    world.players[id] = {.place = {player.x(), player.y()},
                         .role = static_cast<Role>(player.role()),
                         .is_on_display = player.is_on_display(),
                         .has_acted = player.has_acted(),
                         .has_beaten_guard = player.has_beaten_guard()};
    if (player.role() != v1::ROLE_UNSPECIFIED) --state.deck[player.role()];
  }
}

void PutCombat(const v1::GogoSituation& situation, gogo::World& world) {
  world.part = gogo::Part::kCombat;
  gogo::Combat& combat = world.combat;
  combat.count = 1;
  for (const std::uint32_t number : situation.red_cluster()) {
    combat.clusters[0] |= gogo::BitOf(gogo::PlayerOf(Team::kRed, number));
  }
  for (const std::uint32_t number : situation.blue_cluster()) {
    combat.clusters[0] |= gogo::BitOf(gogo::PlayerOf(Team::kBlue, number));
  }
  const Team to_decide = situation.to_decide() == v1::SIDE_BLUE ? Team::kBlue : Team::kRed;
  combat.chooser = situation.has_challenge() ? OpponentOf(to_decide) : to_decide;
  combat.passes = situation.has_passed() ? 1 : 0;
  if (!situation.has_challenge()) return;
  combat.challenge = {.challenger = gogo::PlayerOf(combat.chooser, situation.challenge().challenger()),
                      .target = gogo::PlayerOf(to_decide, situation.challenge().target())};
}

}  // namespace

Team OwnTeamOf(const GameState& game) { return game.started().side() == v1::SIDE_BLUE ? Team::kBlue : Team::kRed; }

const v1::GogoTeam& OwnTeam(const GameState& game) { return TeamIn(game.view().gogo(), OwnTeamOf(game)); }

const v1::GogoTeam& OpposingTeam(const GameState& game) {
  return TeamIn(game.view().gogo(), OpponentOf(OwnTeamOf(game)));
}

gogo::World KnownWorld(const GameState& game) {
  const v1::GogoView& view = game.view().gogo();
  gogo::World world;
  world.rules = gogo::FieldRulesOf(game.started().ruleset());
  for (const Team team : gogo::kTeams) PutTeam(TeamIn(view, team), team, world);
  world.tick = view.situation().tick();
  if (view.situation().part() == v1::TICK_PART_COMBAT) PutCombat(view.situation(), world);
  return world;
}

TeamSteps& TeamSteps::StepTowards(std::uint32_t number, gogo::Point to) {
  const gogo::Point from = world_.players[gogo::PlayerOf(team_, number)].place;
  steps_.steps[number - 1] = gogo::VectorTowards(from, to, world_.rules.pace);
  return *this;
}

TeamSteps& TeamSteps::Enter(std::uint32_t number, Role role, gogo::Point near) {
  const gogo::Point base = gogo::BaseOf(team_);
  const gogo::Point vector = gogo::VectorTowards(base, near, world_.rules.pace);
  steps_.entries[number - 1] = {.role = role, .place = {base.x + vector.x, base.y + vector.y}};
  return *this;
}

v1::Action TeamSteps::Action() const {
  v1::Action action;
  gogo::WriteSteps(steps_, *action.mutable_gogo()->mutable_steps());
  return action;
}

v1::Action ChallengeAction(std::uint32_t challenger, std::uint32_t target) {
  v1::Action action;
  v1::GogoChallenge& challenge = *action.mutable_gogo()->mutable_challenge();
  challenge.set_challenger(challenger);
  challenge.set_target(target);
  return action;
}

v1::Action PassAction() {
  v1::Action action;
  action.mutable_gogo()->mutable_pass();
  return action;
}

v1::Action BlockAction(std::uint32_t number) {
  v1::Action action;
  action.mutable_gogo()->mutable_block()->set_number(number);
  return action;
}

}  // namespace flagfall::bot
