#include "referee/rules/cards/cards_state.h"

#include <algorithm>

#include "referee/rules/random.h"

namespace flagfall::cards {
namespace {

void DrawUpTo(std::size_t size, Army& army) {
  while (army.hand.size() < size && !army.deck.empty()) {
    army.hand.push_back(army.deck.pop_back());
    army.hand_is_seen = false;
  }
  army.hand.Sort();
}

// R7.2, R7.8. The cards are put in the order of their types before, so that what comes of it depends on nothing else.
void ShuffleAndDeal(CardList cards, Chance& chance, Army& army) {
  cards.Sort();
  Shuffle(cards, chance);
  army.deck = cards;
  army.hand = {};
  army.hand_is_seen = false;
  army.front = {};
  DrawUpTo(kDealt, army);
}

void Lay(const Move& move, Army& army) {
  for (int place = 0; place < kPlaces; ++place) {
    if (move.laid[place] == Card::kNone) continue;
    army.hand.Take(move.laid[place]);
    army.front[place] = {.card = move.laid[place]};
  }
  army.hand_is_seen = false;
}

// Step 1 of a turn (R7.3), and R7.9.
void BeginTurn(Side side, CardsState& state) {
  state.side = side;
  state.step = Step::kTurn;
  ++state.turn;
  Army& army = state.army(side);
  DrawUpTo(kHand, army);
  if (army.can_attack()) return;
  state.result = CardsResult{.loser = side, .flag_captured = false};
  state.step = Step::kOver;
}

void EndTurn(CardsState& state) {
  state.turns_made = state.turn;
  BeginTurn(OpponentOf(state.side), state);
}

void Remove(Side side, int place, CardsState& state) {
  Army& army = state.army(side);
  const Card card = army.front[place].card;
  army.lost.push_back(card);
  army.front[place] = {};
  state.last_removal_turn = state.turn;
  if (card != Card::kFlag) return;
  state.result = CardsResult{.loser = side, .flag_captured = true};
  state.step = Step::kOver;
  state.turns_made = state.turn;
}

// R7.4
void Attack(const Move& move, CardsState& state) {
  const Side opponent = OpponentOf(state.side);
  const FrontCard& attacker = state.army(state.side).front[move.place];
  FrontCard& defender = state.army(opponent).front[move.at[0]];
  defender.is_shown = true;
  Deed& deed = state.last_deed;
  deed.attacker = attacker.card;
  deed.defender = defender.card;
  deed.combat = Fight(attacker.card, defender.card);
  if (deed.combat != Combat::kDefenderStays) Remove(opponent, move.at[0], state);
  if (deed.combat != Combat::kAttackerStays) Remove(state.side, move.place, state);
}

// R7.7
void NameCard(const Move& move, CardsState& state) {
  const Side opponent = OpponentOf(state.side);
  FrontCard& card = state.army(opponent).front[move.at[0]];
  state.last_deed.is_right = card.card == move.named;
  if (state.last_deed.is_right) {
    Remove(opponent, move.at[0], state);
  } else {
    card.excluded |= static_cast<std::uint16_t>(1 << static_cast<int>(move.named));
  }
}

// R7.8
void Redeal(Chance& chance, CardsState& state) {
  Army& army = state.army(state.side);
  CardList cards = army.deck;
  cards.Append(army.hand);
  for (const FrontCard& front : army.front) {
    if (!front.is_gap()) cards.push_back(front.card);
  }
  ShuffleAndDeal(cards, chance, army);
  state.step = Step::kFrontLine;
}

// Step 2 of a turn.
void TakeTurn(const Move& move, Chance& chance, CardsState& state) {
  Army& opponent = state.army(OpponentOf(state.side));
  state.army(state.side).front[move.place].is_shown = true;
  switch (move.kind) {
    case Move::Kind::kAttack:
      Attack(move, state);
      break;
    case Move::Kind::kLookAtHand:
      opponent.hand_is_seen = true;
      break;
    case Move::Kind::kPeek:
      for (const std::uint8_t place : move.at) {
        if (place != kNoPlace) opponent.front[place].is_peeked = true;
      }
      break;
    case Move::Kind::kNameCard:
      NameCard(move, state);
      break;
    case Move::Kind::kRedeal:
      Redeal(chance, state);
      return;
    case Move::Kind::kFrontLine:
    case Move::Kind::kFill:
      break;
  }
  if (state.step == Step::kOver) return;
  const Army& army = state.army(state.side);
  if (army.gaps() > 0 && !army.hand.empty()) {
    state.step = Step::kFill;
  } else {
    EndTurn(state);
  }
}

Deed BeginDeed(const Move& move, const CardsState& state) {
  Deed deed{.turn = state.turn,
            .side = state.side,
            .kind = move.kind,
            .place = move.place,
            .at = move.at,
            .named = move.named};
  for (int place = 0; place < kPlaces; ++place) {
    if (move.laid[place] != Card::kNone) deed.laid |= static_cast<std::uint8_t>(1 << place);
  }
  return deed;
}

}  // namespace

int Army::front_size() const {
  return static_cast<int>(
      std::count_if(front.begin(), front.end(), [](const FrontCard& card) { return !card.is_gap(); }));
}

bool Army::can_attack() const {
  return std::any_of(front.begin(), front.end(), [](const FrontCard& card) { return CanAttack(card.card); });
}

CardsState Deal(bool has_spotter, Chance& chance) {
  CardsState state;
  state.has_spotter = has_spotter;
  CardList cards;
  for (int type = 1; type < kCardTypes; ++type) {
    if (static_cast<Card>(type) == Card::kSpotter && !has_spotter) continue;
    for (int i = 0; i < kArmy[type]; ++i) cards.push_back(static_cast<Card>(type));
  }
  for (Army& army : state.armies) ShuffleAndDeal(cards, chance, army);
  return state;
}

void Make(Side side, const Move& move, Chance& chance, CardsState& state) {
  if (state.step == Step::kSetUp) {
    Lay(move, state.army(side));
    state.is_set_up[IndexOf(side)] = true;
    if (state.is_set_up[IndexOf(OpponentOf(side))]) BeginTurn(Side::kRed, state);
    return;
  }
  state.last_deed = BeginDeed(move, state);
  if (state.step == Step::kTurn) return TakeTurn(move, chance, state);
  Lay(move, state.army(side));
  EndTurn(state);
}

}  // namespace flagfall::cards
