#include "sample-bots/cpp/sdk/gogo.h"

#include "referee/rules/gogo/gogo_ruleset.h"
#include "referee/rules/side_messages.h"

namespace flagfall::bot {
namespace {

using gogo::Role;

// A later referee may have larger teams and other roles: what has no place in the arrays of this one is passed over.
bool IsNumber(std::uint32_t number) { return number >= 1 && number <= gogo::kTeamSizeMax; }
Role RoleFrom(int role) { return role > 0 && role < gogo::kRoles ? static_cast<Role>(role) : Role::kNone; }

gogo::Players PlayersOf(Side team, const google::protobuf::RepeatedField<std::uint32_t>& numbers) {
  gogo::Players players = 0;
  for (const std::uint32_t number : numbers) {
    if (IsNumber(number)) players |= gogo::BitOf(gogo::PlayerOf(team, number));
  }
  return players;
}

const v1::GogoTeam& TeamIn(const v1::GogoView& view, Side team) {
  return team == Side::kRed ? view.red() : view.blue();
}

void PutTeam(const v1::GogoTeam& known, Side team, gogo::World& world) {
  gogo::TeamState& state = world.StateOf(team);
  if (known.has_base()) state.ground.base = {known.base().x(), known.base().y()};
  if (known.has_flag()) state.ground.flag = {known.flag().x(), known.flag().y()};
  const auto take = [&state](int type) {
    const Role role = RoleFrom(type);
    if (std::uint8_t& left = state.deck[gogo::IndexOf(role)]; left > 0) --left;
    return role;
  };
  for (const int role : known.lost()) state.lost.push_back(take(role));
  for (const v1::GogoPlayer& player : known.players()) {
    if (!IsNumber(player.number())) continue;
    const gogo::PlayerId id = gogo::PlayerOf(team, player.number());
    world.in_play |= gogo::BitOf(id);
    world.players[id] = {.place = {player.x(), player.y()},
                         .role = take(player.role()),
                         .is_on_display = player.is_on_display(),
                         .has_acted = player.has_acted(),
                         .has_beaten_guard = player.has_beaten_guard(),
                         .was_moved_back = player.was_moved_back()};
  }
}

void PutCombat(const v1::GogoSituation& situation, gogo::World& world) {
  world.part = gogo::Part::kCombat;
  gogo::Combat& combat = world.combat;
  combat.count = 1;
  combat.clusters[0] =
      PlayersOf(Side::kRed, situation.red_cluster()) | PlayersOf(Side::kBlue, situation.blue_cluster());
  const Side to_decide = SideOf(situation.to_decide());
  combat.chooser = situation.has_challenge() ? OpponentOf(to_decide) : to_decide;
  combat.passes = situation.has_passed() ? 1 : 0;
  const v1::GogoChallenge& challenge = situation.challenge();
  if (!IsNumber(challenge.challenger()) || !IsNumber(challenge.target())) return;
  combat.challenge = {.challenger = gogo::PlayerOf(combat.chooser, challenge.challenger()),
                      .target = gogo::PlayerOf(to_decide, challenge.target())};
}

}  // namespace

const v1::GogoTeam& OwnTeam(const GameState& game) { return TeamIn(game.view().gogo(), game.side()); }

const v1::GogoTeam& OpposingTeam(const GameState& game) { return TeamIn(game.view().gogo(), game.opponent()); }

gogo::World KnownWorld(const GameState& game) {
  const v1::GogoView& view = game.view().gogo();
  gogo::World world;
  world.rules = gogo::FieldRulesOf(game.started().ruleset());
  // 0 is of a match of one round.
  if (view.situation().round() > 0) world.round = view.situation().round();
  world.rounds_won = {view.situation().red_rounds_won(), view.situation().blue_rounds_won()};
  for (const Side team : kSides) PutTeam(TeamIn(view, team), team, world);
  world.tick = view.situation().tick();
  if (view.situation().part() == v1::TICK_PART_BASES) world.part = gogo::Part::kBases;
  if (view.situation().part() == v1::TICK_PART_COMBAT) PutCombat(view.situation(), world);
  return world;
}

TeamSteps& TeamSteps::StepTowards(std::uint32_t number, gogo::Point to) {
  if (!IsNumber(number)) return *this;
  const gogo::Point from = world_.players[gogo::PlayerOf(team_, number)].place;
  steps_.steps[number - 1] = gogo::VectorTowards(from, to, world_.rules.pace);
  return *this;
}

TeamSteps& TeamSteps::Enter(std::uint32_t number, Role role, gogo::Point near) {
  if (!IsNumber(number)) return *this;
  const gogo::Point base = world_.BaseOf(team_);
  const gogo::Point vector = gogo::VectorTowards(base, near, world_.rules.pace);
  steps_.entries[number - 1] = {.role = role, .place = {base.x + vector.x, base.y + vector.y}};
  return *this;
}

}  // namespace flagfall::bot
