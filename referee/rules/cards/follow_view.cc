#include "referee/rules/cards/follow_view.h"

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/cards/card.h"
#include "referee/rules/reading_errors.h"

namespace flagfall::cards {
namespace {

absl::Status Change(const v1::CardsArmyChange& change, v1::CardsArmy& army) {
  for (const v1::CardsPlaceChange& place : change.places()) {
    if (place.place() < 1 || place.place() > static_cast<std::uint32_t>(army.front_line_size())) {
      return DoesNotFit(absl::StrCat("there is no place ", place.place()));
    }
    *army.mutable_front_line(static_cast<int>(place.place()) - 1) = place.card();
  }
  if (change.has_hand()) *army.mutable_hand() = change.hand();
  if (change.has_deck_size()) army.set_deck_size(change.deck_size());
  if (army.lost_size() + change.lost_size() > kArmySize) return DoesNotFit("more cards lost than there are");
  army.mutable_lost()->MergeFrom(change.lost());
  return absl::OkStatus();
}

}  // namespace

absl::Status FollowEvent(const v1::Event& event, v1::CardsView& view) {
  if (!event.has_cards()) return DoesNotFit("of a kind that `cards` does not have");
  const v1::CardsEvent& cards = event.cards();
  for (const v1::CardsArmyChange& change : cards.changes()) {
    if (change.side() != v1::SIDE_RED && change.side() != v1::SIDE_BLUE) return DoesNotFit("a change of no side");
    FLAGFALL_RETURN_IF_ERROR(
        Change(change, change.side() == v1::SIDE_RED ? *view.mutable_red() : *view.mutable_blue()));
  }
  if (cards.has_deed()) *view.mutable_last_deed() = cards.deed();
  if (cards.has_turn()) *view.mutable_turn() = cards.turn();
  return absl::OkStatus();
}

}  // namespace flagfall::cards
