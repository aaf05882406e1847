#ifndef TESTS_RULES_CARDS_STUDY_H_
#define TESTS_RULES_CARDS_STUDY_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "referee/rules/cards/cards_actions.h"
#include "referee/rules/cards/cards_game.h"
#include "referee/rules/clause_error.h"

namespace flagfall::cards {

// Letters with spaces between as cards; `.` is a gap.
inline std::vector<Card> CardsOf(absl::string_view letters) {
  std::vector<Card> cards;
  for (const absl::string_view letter : absl::StrSplit(letters, ' ', absl::SkipEmpty())) {
    cards.push_back(letter == "." ? Card::kNone : *CardOfLetter(letter[0]));
  }
  return cards;
}

// "F 2 2": cards as letters, in their order.
template <typename Cards>
std::string Letters(const Cards& cards) {
  std::string letters;
  for (const auto card : cards) {
    absl::StrAppend(&letters, letters.empty() ? "" : " ", LetterOf(static_cast<int>(card)));
  }
  return letters;
}

// A front line, `.` for a gap.
inline std::string FrontOf(const Army& army) {
  std::string letters;
  for (const FrontCard& front : army.front) {
    absl::StrAppend(&letters, letters.empty() ? "" : " ",
                    front.is_gap() ? "." : std::string(1, CardLetter(front.card)));
  }
  return letters;
}

// One side's cards as a test wants them; the last of the deck is the top.
struct Holding {
  std::string front = "F 3 9 B 2";
  std::string hand = "";
  std::string deck = "";
};

inline Army ArmyOf(const Holding& holding) {
  Army army;
  const std::vector<Card> front = CardsOf(holding.front);
  for (std::size_t i = 0; i < front.size(); ++i) army.front[i].card = front[i];
  for (const Card card : CardsOf(holding.hand)) army.hand.push_back(card);
  army.hand.Sort();
  for (const Card card : CardsOf(holding.deck)) army.deck.push_back(card);
  return army;
}

// A game in the middle, with Red to take its first turn and hands drawn.
class Study {
 public:
  Study(const Holding& red, const Holding& blue) : game_(StateOf(red, blue), std::string(32, 's')) {}

  // What `side` does, in words. Errors as Act's.
  absl::StatusOr<ObserverEvents> Try(v1::Side side, absl::string_view words) {
    return game_.Act(side, *ReadAction(words));
  }
  // What must be legal.
  ObserverEvents Red(absl::string_view words) { return *Try(v1::SIDE_RED, words); }
  ObserverEvents Blue(absl::string_view words) { return *Try(v1::SIDE_BLUE, words); }
  // The clause by which it is refused; "legal" when it is not.
  std::string Refusal(v1::Side side, absl::string_view words) {
    const auto tried = game_.Clone()->Act(side, *ReadAction(words));
    return tried.ok() ? "legal" : ClauseOf(tried.status());
  }

  const CardsGame& game() const { return game_; }
  const CardsState& state() const { return game_.state(); }
  const Army& red() const { return state().army(Side::kRed); }
  const Army& blue() const { return state().army(Side::kBlue); }
  v1::CardsView View(v1::Observer observer) const { return game_.ViewFor(observer).cards(); }

 private:
  static CardsState StateOf(const Holding& red, const Holding& blue) {
    CardsState state;
    state.armies = {ArmyOf(red), ArmyOf(blue)};
    state.is_set_up = {true, true};
    state.step = Step::kTurn;
    state.turn = 1;
    return state;
  }

  CardsGame game_;
};

}  // namespace flagfall::cards

#endif  // TESTS_RULES_CARDS_STUDY_H_
