#ifndef TESTS_RULES_RANDOM_GAME_H_
#define TESTS_RULES_RANDOM_GAME_H_

#include <cstdint>
#include <vector>

#include "flagfall/v1/game.pb.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/draw_world.h"
#include "referee/rules/game.h"
#include "referee/rules/side_messages.h"

namespace flagfall {

// Of any two numbers.
inline v1::Action PlyAction(std::uint32_t from, std::uint32_t to) {
  v1::Action action;
  action.mutable_ply()->set_from(from);
  action.mutable_ply()->set_to(to);
  return action;
}

// The whole army on random squares of the zone.
inline v1::Action RandomSetUp(const board::BoardRules& rules, v1::Side side, Random& random) {
  return SetUpAction(DrawSetUp(rules, SideOf(side), random));
}

// One of the legal actions of the side, which has an open decision that can be listed.
inline v1::Action RandomLegal(const Game& game, v1::Side side, Random& random) {
  const std::vector<v1::Action> legal = game.Legal(side).value();
  return legal[Below(legal.size(), random)];
}

}  // namespace flagfall

#endif  // TESTS_RULES_RANDOM_GAME_H_
