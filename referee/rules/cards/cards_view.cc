#include "referee/rules/cards/cards_view.h"

namespace flagfall::cards {
namespace {

bool IsOpponent(v1::Observer observer, Side side) { return observer == ObserverOf(ToProto(OpponentOf(side))); }

ArmyKnowledge KnowledgeOfArmy(const CardsState& state, v1::Observer observer, Side side) {
  const Army& army = state.army(side);
  ArmyKnowledge known;
  known.deck_size = static_cast<std::uint8_t>(army.deck.size());
  known.lost = army.lost;
  if (state.step == Step::kSetUp && !IsOpenTo(observer, side)) {
    // R7.2: nothing but that cards were dealt, neither what is chosen nor whether.
    known.hand.size = kDealt;
    return known;
  }
  for (int place = 0; place < kPlaces; ++place) {
    const FrontCard& card = army.front[place];
    if (card.is_gap()) continue;
    known.front[place] = {.is_gap = false,
                          .card = KnowsFrontCard(observer, side, card) ? card.card : Card::kNone,
                          .is_shown = card.is_shown,
                          .is_peeked = card.is_peeked,
                          .excluded = card.excluded};
  }
  known.hand.size = static_cast<std::uint8_t>(army.hand.size());
  known.hand.is_seen = army.hand_is_seen;
  if (KnowsHandOf(observer, side, army)) known.hand.cards = army.hand;
  return known;
}

}  // namespace

bool KnowsFrontCard(v1::Observer observer, Side side, const FrontCard& card) {
  return card.is_shown || IsOpenTo(observer, side) || (card.is_peeked && IsOpponent(observer, side));
}

bool KnowsHandOf(v1::Observer observer, Side side, const Army& army) {
  return IsOpenTo(observer, side) || (army.hand_is_seen && IsOpponent(observer, side));
}

CardsKnowledge KnowledgeOf(const CardsState& state, v1::Observer observer) {
  CardsKnowledge known;
  for (const Side side : kSides) {
    known.armies[IndexOf(side)] = KnowledgeOfArmy(state, observer, side);
  }
  const bool is_in_turn = state.step != Step::kSetUp && state.step != Step::kOver;
  known.turn = {
      .number = state.turn, .side = is_in_turn ? ToProto(state.side) : v1::SIDE_UNSPECIFIED, .step = state.step};
  known.last_deed = state.last_deed;
  return known;
}

}  // namespace flagfall::cards
