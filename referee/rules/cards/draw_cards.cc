#include "referee/rules/cards/draw_cards.h"

#include <algorithm>

#include "referee/rules/cards/cards_view.h"

namespace flagfall::cards {
namespace {

// A deal that does not agree with what is known is drawn again. Where none ever does, the front line is almost known,
// and stays as it is.
constexpr int kAttempts = 200;

constexpr int kSeedBytes = 32;

bool Allows(const FrontCard& front, Card card) { return (front.excluded >> static_cast<int>(card) & 1) == 0; }

// Takes the hidden front cards from the end of `cards`; false when they do not agree with what is known.
bool DealFront(const std::array<bool, kPlaces>& hidden, bool needs_attacker, CardList& cards, Army& army) {
  for (int place = 0; place < kPlaces; ++place) {
    if (!hidden[place]) continue;
    army.front[place].card = cards.pop_back();
    if (!Allows(army.front[place], army.front[place].card)) return false;
  }
  return !needs_attacker || army.can_attack();
}

// Puts `cards` in the hand, if that is hidden, and in the deck.
void DealRest(CardList cards, bool hand_is_hidden, Army& army) {
  if (hand_is_hidden) {
    for (Card& card : army.hand) card = cards.pop_back();
    army.hand.Sort();
  }
  army.deck = cards;
}

// `needs_attacker`: it is known that a front card can attack.
void RedrawHidden(v1::Observer observer, Side side, bool needs_attacker, Army& army, Random& random) {
  std::array<bool, kPlaces> hidden{};
  const bool hand_is_hidden = !KnowsHandOf(observer, side, army);
  CardList rest = army.deck;
  if (hand_is_hidden) rest.Append(army.hand);
  CardList pool = rest;
  for (int place = 0; place < kPlaces; ++place) {
    const FrontCard& front = army.front[place];
    hidden[place] = !front.is_gap() && !KnowsFrontCard(observer, side, front);
    if (hidden[place]) pool.push_back(front.card);
  }
  for (int i = 0; i < kAttempts; ++i) {
    CardList cards = pool;
    Shuffle(cards, random);
    Army drawn = army;
    if (!DealFront(hidden, needs_attacker, cards, drawn)) continue;
    army = drawn;
    return DealRest(cards, hand_is_hidden, army);
  }
  Shuffle(rest, random);
  DealRest(rest, hand_is_hidden, army);
}

}  // namespace

Move DrawFrontLine(const Army& army, Random& random) {
  CardList cards = army.hand;
  Shuffle(cards, random);
  Move move{.kind = Move::Kind::kFrontLine};
  const auto size = std::min<std::size_t>(kPlaces, cards.size());
  std::copy(cards.begin(), cards.begin() + size, move.laid.begin());
  return move;
}

CardsState DrawState(const CardsState& state, v1::Observer observer, Random& random) {
  CardsState drawn = state;
  if (state.step == Step::kOver || observer == v1::OBSERVER_ALL) return drawn;
  for (const Side side : kSides) {
    const bool needs_attacker = state.step == Step::kTurn && state.side == side;
    RedrawHidden(observer, side, needs_attacker, drawn.army(side), random);
  }
  return drawn;
}

std::string DrawSeed(Random& random) {
  std::string seed;
  for (int i = 0; i < kSeedBytes; ++i) seed.push_back(static_cast<char>(Below(256, random)));
  return seed;
}

}  // namespace flagfall::cards
