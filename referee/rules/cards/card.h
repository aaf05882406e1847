#ifndef REFEREE_RULES_CARDS_CARD_H_
#define REFEREE_RULES_CARDS_CARD_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace flagfall::cards {

// The type of a card. The values are those of v1::PieceType.
enum class Card : std::uint8_t {
  // No card, or one that is not known.
  kNone = 0,
  kSpy = 1,
  kScout = 2,
  kMiner = 3,
  kSergeant = 4,
  kLieutenant = 5,
  kCaptain = 6,
  kMajor = 7,
  kColonel = 8,
  kGeneral = 9,
  kMarshal = 10,
  kBomb = 11,
  kFlag = 12,
  kSpotter = 13,
};
inline constexpr int kCardTypes = 14;

// How many of each type an army has, by type (R7.1); the Spotter only with the option.
inline constexpr std::array<std::uint8_t, kCardTypes> kArmy = {0, 1, 4, 4, 2, 2, 2, 1, 1, 1, 1, 3, 1, 1};
inline constexpr int kArmySize = 24;

// "Spy", "Field Marshal"; "card" for none.
absl::string_view CardName(Card card);
// F S 2 3 4 5 6 7 8 9 M B P, and ? for none. P is the Spotter.
char CardLetter(Card card);
// Absent when no type has that letter, and for `?`.
std::optional<Card> CardOfLetter(char letter);

// Whether a card of that type can attack at all (R7.4).
constexpr bool CanAttack(Card card) { return card != Card::kNone && card != Card::kBomb && card != Card::kFlag; }

// The result of an attack. The values are those of v1::CardsCombat.
enum class Combat : std::uint8_t { kNone = 0, kAttackerStays = 1, kDefenderStays = 2, kBothRemoved = 3 };

// R7.4; `attacker` can attack.
constexpr Combat Fight(Card attacker, Card defender) {
  if (defender == Card::kFlag) return Combat::kAttackerStays;
  if (defender == Card::kBomb) return attacker == Card::kMiner ? Combat::kAttackerStays : Combat::kDefenderStays;
  if (attacker == Card::kSpy && defender == Card::kMarshal) return Combat::kAttackerStays;
  if (defender == Card::kSpy && attacker != Card::kSpy) return Combat::kAttackerStays;
  // R7.1: the Spotter fights as a Spy does.
  const auto rank = [](Card card) { return card == Card::kSpotter ? Card::kSpy : card; };
  if (rank(attacker) == rank(defender)) return Combat::kBothRemoved;
  return rank(attacker) > rank(defender) ? Combat::kAttackerStays : Combat::kDefenderStays;
}

// Up to a whole army of cards, in order. Never allocates.
class CardList {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Card& operator[](std::size_t i) { return cards_[i]; }
  Card operator[](std::size_t i) const { return cards_[i]; }
  Card* begin() { return cards_.data(); }
  Card* end() { return cards_.data() + size_; }
  const Card* begin() const { return cards_.data(); }
  const Card* end() const { return cards_.data() + size_; }
  void push_back(Card card) { cards_[size_++] = card; }
  Card pop_back() { return cards_[--size_]; }
  void Append(const CardList& cards) {
    for (const Card card : cards) push_back(card);
  }
  void Sort() { std::sort(begin(), end()); }
  bool Contains(Card card) const { return std::find(begin(), end(), card) != end(); }
  // Takes out one card of that type, and keeps the order of the others; false when there is none.
  bool Take(Card card);

  friend bool operator==(const CardList& a, const CardList& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::array<Card, kArmySize> cards_{};
  std::uint8_t size_ = 0;
};

}  // namespace flagfall::cards

#endif  // REFEREE_RULES_CARDS_CARD_H_
