#ifndef REFEREE_RULES_CARDS_CARDS_STATE_H_
#define REFEREE_RULES_CARDS_CARDS_STATE_H_

#include <array>
#include <cstdint>
#include <optional>

#include "referee/rules/cards/card.h"
#include "referee/rules/chance.h"
#include "referee/rules/side.h"

namespace flagfall::cards {

// Places of a front line; counted from 0 in here, and from 1 wherever people or programs outside name one.
inline constexpr int kPlaces = 5;
inline constexpr std::uint8_t kNoPlace = 0xff;
// R7.2, R7.3.
inline constexpr std::size_t kDealt = 8;
inline constexpr std::size_t kHand = 3;

// A place of a front line. When its card leaves it, whatever was known of the card is forgotten (R7.10).
struct FrontCard {
  // kNone for a gap.
  Card card = Card::kNone;
  // Shown to everybody.
  bool is_shown = false;
  // Seen by the opponent's Scout.
  bool is_peeked = false;
  // Types named in vain by the opponent's Spotter: bit n for the type of value n.
  std::uint16_t excluded = 0;

  bool is_gap() const { return card == Card::kNone; }
};

// One player's cards.
struct Army {
  std::array<FrontCard, kPlaces> front{};
  // By type, so that its order says nothing. While a front line is to be chosen: all cards dealt.
  CardList hand;
  // The opponent's Spy has seen the hand as it is.
  bool hand_is_seen = false;
  // The last is the top.
  CardList deck;
  // First to last.
  CardList lost;

  int front_size() const;
  int gaps() const { return kPlaces - front_size(); }
  // Whether a front card can attack (R7.9).
  bool can_attack() const;
};

// A player's move. Its kind decides which of the members count.
struct Move {
  enum class Kind : std::uint8_t { kFrontLine, kAttack, kLookAtHand, kPeek, kNameCard, kRedeal, kFill };

  Kind kind = Kind::kAttack;
  // The own place that acts.
  std::uint8_t place = kNoPlace;
  // The opposing places attacked, named, or peeked at in ascending order; kNoPlace for none.
  std::array<std::uint8_t, 2> at = {kNoPlace, kNoPlace};
  // The type that the Spotter names.
  Card named = Card::kNone;
  // The card that is laid on each own place; kNone for none.
  std::array<Card, kPlaces> laid{};
};

// The part of a move made in a turn that everybody saw.
struct Deed {
  // From 1; 0 before the first.
  std::uint32_t turn = 0;
  Side side = Side::kRed;
  Move::Kind kind = Move::Kind::kAttack;
  std::uint8_t place = kNoPlace;
  std::array<std::uint8_t, 2> at = {kNoPlace, kNoPlace};
  Card named = Card::kNone;
  bool is_right = false;
  Card attacker = Card::kNone;
  Card defender = Card::kNone;
  Combat combat = Combat::kNone;
  // The own places on which something was laid: bit n for place n.
  std::uint8_t laid = 0;

  friend bool operator==(const Deed&, const Deed&) = default;
};

// The decision that is open. The values are those of v1::CardsStep.
enum class Step : std::uint8_t { kOver = 0, kSetUp = 1, kTurn = 2, kFill = 3, kFrontLine = 4 };

// The clause by which a front line is laid: at first, or anew by the Flag's trick.
constexpr absl::string_view FrontLineClause(Step step) { return step == Step::kFrontLine ? "R7.8" : "R7.2"; }

struct CardsResult {
  Side loser = Side::kRed;
  // R7.4, R7.7; otherwise R7.9.
  bool flag_captured = false;
};

// The whole state of a game but for its chance, hidden cards included; only the referee has it. A plain value.
struct CardsState {
  bool has_spotter = true;
  // By side.
  std::array<Army, 2> armies{};
  // By side: the first front line is chosen.
  std::array<bool, 2> is_set_up{};
  Step step = Step::kSetUp;
  // The side whose turn it is.
  Side side = Side::kRed;
  // The number of the turn that is on, from 1; 0 during set-up. When the game is over, of the last that began.
  std::uint32_t turn = 0;
  std::uint32_t turns_made = 0;
  // The turn in which the last card was removed; 0 before the first.
  std::uint32_t last_removal_turn = 0;
  Deed last_deed;
  std::optional<CardsResult> result;

  Army& army(Side of) { return armies[IndexOf(of)]; }
  const Army& army(Side of) const { return armies[IndexOf(of)]; }
};

// Both armies shuffled, Red's first, and eight cards dealt to each (R7.1, R7.2).
CardsState Deal(bool has_spotter, Chance& chance);

// Makes a legal move (CheckMove in cards_legality.h) of `side`, and all that follows of itself: the end of the turn,
// the next player's drawing, the end of the game.
void Make(Side side, const Move& move, Chance& chance, CardsState& state);

}  // namespace flagfall::cards

#endif  // REFEREE_RULES_CARDS_CARDS_STATE_H_
