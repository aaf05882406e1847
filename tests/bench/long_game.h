#ifndef TESTS_BENCH_LONG_GAME_H_
#define TESTS_BENCH_LONG_GAME_H_

#include <cstdint>

#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/game.pb.h"

// A game of classic that does not end by itself and can be played without knowing the rules: two pieces of each side
// step out of the front row and back, in turn, far from each other. No piece moves twice in a row (R3), and none ever
// stands next to an opposing one (R4).
namespace flagfall::bench {

// After so many plies the game is adjudicated, and the next one begins.
inline constexpr std::uint32_t kPliesOfAGame = 2000;

// The whole army, flag and bombs farthest back.
inline v1::Action SetUpOf(v1::Side side) {
  struct Count {
    v1::PieceType type;
    int pieces;
  };
  constexpr Count kBackToFront[] = {
      {v1::PIECE_TYPE_FLAG, 1},     {v1::PIECE_TYPE_BOMB, 6},    {v1::PIECE_TYPE_SPY, 1},
      {v1::PIECE_TYPE_MARSHAL, 1},  {v1::PIECE_TYPE_GENERAL, 1}, {v1::PIECE_TYPE_COLONEL, 2},
      {v1::PIECE_TYPE_MAJOR, 3},    {v1::PIECE_TYPE_CAPTAIN, 4}, {v1::PIECE_TYPE_LIEUTENANT, 4},
      {v1::PIECE_TYPE_SERGEANT, 4}, {v1::PIECE_TYPE_MINER, 5},   {v1::PIECE_TYPE_SCOUT, 8}};
  v1::Action action;
  std::uint32_t place = 0;
  for (const Count& count : kBackToFront) {
    for (int i = 0; i < count.pieces; ++i, ++place) {
      v1::Placement& placement = *action.mutable_set_up()->add_placements();
      placement.set_square(side == v1::SIDE_RED ? place : 99 - place);
      placement.set_type(count.type);
    }
  }
  return action;
}

// The answer to a decision of that side; the set-up is decision 1.
inline void FillPly(v1::Side side, std::uint32_t decision, v1::Ply& ply) {
  // Red: a4-a5, b4-b5, a5-a4, b5-b4. Blue the same, seen from its own side.
  constexpr std::uint32_t kFrom[] = {30, 31, 40, 41};
  constexpr std::uint32_t kTo[] = {40, 41, 30, 31};
  const std::uint32_t step = (decision + 2) % 4;
  ply.set_from(side == v1::SIDE_RED ? kFrom[step] : 99 - kFrom[step]);
  ply.set_to(side == v1::SIDE_RED ? kTo[step] : 99 - kTo[step]);
}

}  // namespace flagfall::bench

#endif  // TESTS_BENCH_LONG_GAME_H_
