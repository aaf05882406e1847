#include "arena/replay/all_events.h"

#include <cstddef>

namespace flagfall::arena {
namespace {

// The changes of that player's own cards.
void AddOwn(const v1::CardsEvent& told, v1::Side side, v1::CardsEvent& all) {
  for (const v1::CardsArmyChange& change : told.changes()) {
    if (change.side() == side) *all.add_changes() = change;
  }
}

}  // namespace

std::vector<v1::Event> AllEvents(const ObserverEvents& told) {
  // In a board game nothing is told after the set-up that is not public.
  std::vector<v1::Event> all = told.spectator;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].has_cards()) {
      all[i].mutable_cards()->clear_changes();
      AddOwn(told.red[i].cards(), v1::SIDE_RED, *all[i].mutable_cards());
      AddOwn(told.blue[i].cards(), v1::SIDE_BLUE, *all[i].mutable_cards());
    } else if (all[i].gogo().has_changed()) {
      v1::GogoChanged& changed = *all[i].mutable_gogo()->mutable_changed();
      const v1::GogoChanged& red = told.red[i].gogo().changed();
      const v1::GogoChanged& blue = told.blue[i].gogo().changed();
      if (red.has_red()) *changed.mutable_red() = red.red();
      if (blue.has_blue()) *changed.mutable_blue() = blue.blue();
    }
  }
  return all;
}

}  // namespace flagfall::arena
