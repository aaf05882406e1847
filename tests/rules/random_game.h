#ifndef TESTS_RULES_RANDOM_GAME_H_
#define TESTS_RULES_RANDOM_GAME_H_

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "flagfall/v1/game.pb.h"
#include "referee/rules/board/bitboard.h"
#include "referee/rules/board/board_rules.h"
#include "referee/rules/game.h"

namespace flagfall {

inline v1::Action PlyAction(std::uint32_t from, std::uint32_t to) {
  v1::Action action;
  action.mutable_ply()->set_from(from);
  action.mutable_ply()->set_to(to);
  return action;
}

// The whole army on random squares of the zone.
inline v1::Action RandomSetUp(const board::BoardRules& rules, v1::Side side, std::mt19937_64& random) {
  std::vector<board::Square> squares;
  board::ForEach(rules.ZoneOf(side == v1::SIDE_RED ? Side::kRed : Side::kBlue),
                 [&squares](board::Square square) { squares.push_back(square); });
  std::shuffle(squares.begin(), squares.end(), random);
  v1::Action action;
  for (int type = 1; type < board::kPieceTypes; ++type) {
    for (int i = 0; i < rules.army[type]; ++i) {
      v1::Placement* placement = action.mutable_set_up()->add_placements();
      placement->set_square(squares.back());
      placement->set_type(static_cast<v1::PieceType>(type));
      squares.pop_back();
    }
  }
  return action;
}

// One of the legal actions of the side, which has an open decision that can be listed.
inline v1::Action RandomLegal(const Game& game, v1::Side side, std::mt19937_64& random) {
  const std::vector<v1::Action> legal = game.Legal(side).value();
  return legal[random() % legal.size()];
}

}  // namespace flagfall

#endif  // TESTS_RULES_RANDOM_GAME_H_
