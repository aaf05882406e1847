#include "arena/replay/all_events.h"

#include <cstddef>

namespace flagfall::arena::replay {
namespace {

// Adds the changes of the player's own cards.
void AddOwn(const v1::CardsEvent& told, v1::Side side, v1::CardsEvent& all) {
  for (const v1::CardsArmyChange& change : told.changes()) {
    if (change.side() == side) *all.add_changes() = change;
  }
}

void FillIn(const v1::CardsEvent& red, const v1::CardsEvent& blue, v1::CardsEvent& all) {
  all.clear_changes();
  AddOwn(red, v1::SIDE_RED, all);
  AddOwn(blue, v1::SIDE_BLUE, all);
}

void FillIn(const v1::GogoEvent& red, const v1::GogoEvent& blue, v1::GogoEvent& all) {
  if (!all.has_changed()) return;
  if (red.changed().has_red()) *all.mutable_changed()->mutable_red() = red.changed().red();
  if (blue.changed().has_blue()) *all.mutable_changed()->mutable_blue() = blue.changed().blue();
}

}  // namespace

std::vector<v1::Event> AllEvents(const ObserverEvents& told) {
  std::vector<v1::Event> all = told.spectator;
  for (std::size_t i = 0; i < all.size(); ++i) {
    switch (all[i].kind_case()) {
      case v1::Event::kCards:
        FillIn(told.red[i].cards(), told.blue[i].cards(), *all[i].mutable_cards());
        break;
      case v1::Event::kGogo:
        FillIn(told.red[i].gogo(), told.blue[i].gogo(), *all[i].mutable_gogo());
        break;
      // After the set-up the events of board games are public.
      case v1::Event::kPiecesPlaced:
      case v1::Event::kPlyMade:
      case v1::Event::kPieceRevealed:
      case v1::Event::kPieceRemoved:
      case v1::Event::kBluffing:
      case v1::Event::KIND_NOT_SET:
        break;
    }
  }
  return all;
}

}  // namespace flagfall::arena::replay
