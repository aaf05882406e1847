#ifndef REFEREE_RULES_BLUFFING_VIEW_H_
#define REFEREE_RULES_BLUFFING_VIEW_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "referee/rules/bluffing/world.h"

namespace flagfall::bluffing {

// What is secret is the board's alone, and kept there (board_game/board_view.h); the table is public.

v1::BluffingView ViewFor(v1::Observer observer, const World& world);

// How the table differs from the one before, as events: what was said, which comes before what it did to the board, and
// what was taken back, proved, and gained, which comes after. Only `pieces` are looked at.
struct TableEvents {
  std::vector<v1::Event> said;
  std::vector<v1::Event> followed;
};
TableEvents Differences(const Table& before, const World& after, board::Bitboard pieces);

// Brings a view up to date with one event (RulesetDefinition::Follow). INVALID_ARGUMENT when the event does not fit.
absl::Status FollowEvent(const v1::Event& event, v1::BluffingView& view);

}  // namespace flagfall::bluffing

#endif  // REFEREE_RULES_BLUFFING_VIEW_H_
