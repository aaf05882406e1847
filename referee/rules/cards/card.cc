#include "referee/rules/cards/card.h"

namespace flagfall::cards {
namespace {

constexpr absl::string_view kNames[kCardTypes] = {"card",          "Spy",     "Scout", "Miner",   "Sergeant",
                                                  "Lieutenant",    "Captain", "Major", "Colonel", "General",
                                                  "Field Marshal", "Bomb",    "Flag",  "Spotter"};
constexpr char kLetters[] = "?S23456789MBFP";

}  // namespace

absl::string_view CardName(Card card) { return kNames[static_cast<int>(card)]; }

char CardLetter(Card card) { return kLetters[static_cast<int>(card)]; }

std::optional<Card> CardOfLetter(char letter) {
  for (int type = 1; type < kCardTypes; ++type) {
    if (kLetters[type] == letter) return static_cast<Card>(type);
  }
  return std::nullopt;
}

bool CardList::Take(Card card) {
  Card* const found = std::find(begin(), end(), card);
  if (found == end()) return false;
  std::move(found + 1, end(), found);
  pop_back();
  return true;
}

}  // namespace flagfall::cards
