#ifndef REFEREE_RULES_CARDS_CARDS_VIEW_H_
#define REFEREE_RULES_CARDS_CARDS_VIEW_H_

#include <array>
#include <cstdint>

#include "referee/rules/cards/cards_state.h"
#include "referee/rules/side_messages.h"

namespace flagfall::cards {

// A place of a front line as one observer knows it.
struct FrontKnowledge {
  bool is_gap = true;
  // kNone while the observer may not know it.
  Card card = Card::kNone;
  bool is_shown = false;
  bool is_peeked = false;
  std::uint16_t excluded = 0;

  friend bool operator==(const FrontKnowledge&, const FrontKnowledge&) = default;
};

struct HandKnowledge {
  std::uint8_t size = 0;
  bool is_seen = false;
  // Empty while the observer may not know them.
  CardList cards;

  friend bool operator==(const HandKnowledge&, const HandKnowledge&) = default;
};

struct ArmyKnowledge {
  std::array<FrontKnowledge, kPlaces> front{};
  HandKnowledge hand;
  std::uint8_t deck_size = 0;
  CardList lost;

  friend bool operator==(const ArmyKnowledge&, const ArmyKnowledge&) = default;
};

struct TurnKnowledge {
  std::uint32_t number = 0;
  // SIDE_UNSPECIFIED during set-up and when the game is over.
  v1::Side side = v1::SIDE_UNSPECIFIED;
  Step step = Step::kSetUp;

  friend bool operator==(const TurnKnowledge&, const TurnKnowledge&) = default;
};

// A game of cards as one observer knows it (R7.10, R9.1). This is the only place where secrets are held back:
// KnowledgeOf makes an observer's knowledge from the state, and everything else that is told to the observer, each
// event above all, is made from such knowledge alone.
struct CardsKnowledge {
  // By side.
  std::array<ArmyKnowledge, 2> armies{};
  TurnKnowledge turn;
  Deed last_deed;
};

// Whether the observer knows the card on a place of that side's front line.
bool KnowsFrontCard(v1::Observer observer, Side side, const FrontCard& card);
// Whether the observer knows that side's hand.
bool KnowsHandOf(v1::Observer observer, Side side, const Army& army);

// What the observer may know of the world.
CardsKnowledge KnowledgeOf(const CardsState& state, v1::Observer observer);

constexpr v1::PieceType ToProto(Card card) { return static_cast<v1::PieceType>(card); }
// The number of a place as players count, from 1.
constexpr std::uint32_t NumberOf(std::uint8_t place) { return place + 1U; }

}  // namespace flagfall::cards

#endif  // REFEREE_RULES_CARDS_CARDS_VIEW_H_
