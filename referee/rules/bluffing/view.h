#ifndef REFEREE_RULES_BLUFFING_VIEW_H_
#define REFEREE_RULES_BLUFFING_VIEW_H_

#include <vector>

#include "referee/rules/bluffing/world.h"

namespace flagfall::bluffing {

// Only the board has secrets, and board_game/board_view.h keeps them; the table is public.

v1::BluffingView ViewFor(v1::Observer observer, const World& world);

// How the table differs from the one before, as events: what was said, which comes before what it did to the board, and
// what was taken back, proved, and gained, which comes after. Only `pieces` are looked at.
struct TableEvents {
  std::vector<v1::Event> said;
  std::vector<v1::Event> followed;
};
TableEvents Differences(const Table& before, const World& after, board::Bitboard pieces);

}  // namespace flagfall::bluffing

#endif  // REFEREE_RULES_BLUFFING_VIEW_H_
