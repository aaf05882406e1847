#ifndef SAMPLE_BOTS_CPP_CARDSHARP_CARDS_JUDGE_H_
#define SAMPLE_BOTS_CPP_CARDSHARP_CARDS_JUDGE_H_

#include <array>
#include <cstddef>
#include <vector>

#include "flagfall/v1/cards.pb.h"
#include "sample-bots/cpp/sdk/cards.h"

namespace flagfall::bot {

// Judges a situation in `cards` as a player who counts cards would. The game must outlive it. Values are in units of
// which a Scout is worth 2 and a Field Marshal 11.
class CardsJudge {
 public:
  explicit CardsJudge(const GameState& game);

  // The average gain of an action of a turn: cards won less cards lost and shown, or the value of what is learnt.
  double ValueOf(const v1::CardsAction& action) const;

  // The `count` best cards of the hand, or all if they are fewer, to lie beside those in front: no Flag while there is
  // anything else, cards that can attack, a Bomb or two.
  std::vector<cards::Card> ChooseFront(std::vector<cards::Card> front, std::vector<cards::Card> hand,
                                       std::size_t count) const;

 private:
  double ValueOfAttack(const v1::CardsFrontCard& own, std::uint32_t at) const;
  double ValueOfPeek(const v1::CardsPeek& peek) const;
  double ValueOfNaming(const v1::CardsNameCard& name_card) const;
  double ValueOfRedeal(const v1::CardsFrontCard& flag) const;
  // The worth of the card to its owner on its place, which is less when the opponent knows it and has shown a card that
  // beats it.
  double WorthInFront(const v1::CardsFrontCard& own) const;
  // The loss by showing the card.
  double CostOfShowing(const v1::CardsFrontCard& own) const;
  // The value of the card in a front line with these others.
  double Merit(cards::Card card, const std::vector<cards::Card>& front) const;
  const v1::CardsFrontCard& Own(std::uint32_t place) const { return own_.front_line(static_cast<int>(place) - 1); }
  const v1::CardsFrontCard& Other(std::uint32_t place) const { return other_.front_line(static_cast<int>(place) - 1); }
  bool IsKnownInFront(cards::Card card) const;

  const v1::CardsArmy& own_;
  const v1::CardsArmy& other_;
  // The probabilities of the types of the opposing card on each place, from 0.
  std::array<std::array<double, cards::kCardTypes>, cards::kPlaces> chances_;
  // The opponent's cards that are not lost, by type.
  CardCounts alive_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_CARDSHARP_CARDS_JUDGE_H_
