#include "sample-bots/cpp/cardsharp/cards_judge.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace flagfall::bot {
namespace {

using cards::Card;
using cards::Combat;

// By cards::Card: what a card is worth.
constexpr double kWorth[cards::kCardTypes] = {0, 3, 2, 3, 3, 3.5, 4.5, 6, 7.5, 9, 11, 4, 60, 9};
// By cards::Card: how much it helps in front.
constexpr double kMerit[cards::kCardTypes] = {0, 1, 2.6, 2.5, 2.5, 3, 3.5, 4, 4.5, 5, 5, 3, -100, 6};

// Players keep the Flag in their hand as long as they can.
constexpr double kFlagInFront = 0.3;
// What a type that becomes known is worth, as a share of the card.
constexpr double kKnowledge = 0.15;
// How likely the opponent attacks a card of which it knows that it is the weaker one, or some card of a front line.
constexpr double kAttacked = 0.6;

double WorthOf(Card card) { return kWorth[static_cast<int>(card)]; }

bool IsKnown(const v1::CardsFrontCard& card) { return card.type() != v1::PIECE_TYPE_UNSPECIFIED; }

// Of an own card: whether the opponent knows it.
bool IsSeen(const v1::CardsFrontCard& own) { return own.is_shown() || own.is_peeked(); }

bool Beats(Card attacker, Card defender) {
  return cards::CanAttack(attacker) && cards::Fight(attacker, defender) == Combat::kAttackerStays;
}

int CountIn(const std::vector<Card>& front, bool (*holds)(Card)) {
  return static_cast<int>(std::count_if(front.begin(), front.end(), holds));
}

}  // namespace

CardsJudge::CardsJudge(const GameState& game)
    : own_(OwnArmy(game)), other_(OpposingArmy(game)), alive_(ArmyCounts(game)) {
  for (const int type : other_.lost()) --alive_[type];
  const bool may_hide_flag = other_.hand().size() > 0;
  for (std::uint32_t at = 1; at <= cards::kPlaces; ++at) {
    auto& chances = chances_[at - 1];
    chances = CardChances(game, at);
    double& flag = chances[static_cast<int>(Card::kFlag)];
    if (may_hide_flag && flag < 1) flag *= kFlagInFront;
    const double total = std::accumulate(chances.begin(), chances.end(), 0.0);
    if (total > 0) std::transform(chances.begin(), chances.end(), chances.begin(), [&](double c) { return c / total; });
  }
}

double CardsJudge::ValueOf(const v1::CardsAction& action) const {
  switch (action.kind_case()) {
    case v1::CardsAction::kAttack:
      return ValueOfAttack(Own(action.attack().place()), action.attack().at());
    case v1::CardsAction::kPeek:
      return ValueOfPeek(action.peek());
    case v1::CardsAction::kNameCard:
      return ValueOfNaming(action.name_card());
    case v1::CardsAction::kRedeal:
      return ValueOfRedeal(Own(action.redeal().place()));
    case v1::CardsAction::kLookAtHand:
      return -CostOfShowing(Own(action.look_at_hand().place()));
    default:
      return 0;
  }
}

double CardsJudge::ValueOfAttack(const v1::CardsFrontCard& own, std::uint32_t at) const {
  const Card attacker = CardOf(own.type());
  double value = 0;
  for (int type = 1; type < cards::kCardTypes; ++type) {
    const double chance = chances_[at - 1][type];
    if (chance == 0) continue;
    const auto defender = static_cast<Card>(type);
    const Combat combat = cards::Fight(attacker, defender);
    if (combat != Combat::kDefenderStays) value += chance * WorthOf(defender);
    if (combat == Combat::kDefenderStays && !IsKnown(Other(at))) value += chance * kKnowledge * WorthOf(defender);
    value -= chance * (combat == Combat::kAttackerStays ? CostOfShowing(own) : WorthInFront(own));
  }
  return value;
}

double CardsJudge::ValueOfPeek(const v1::CardsPeek& peek) const {
  double value = -CostOfShowing(Own(peek.place()));
  const bool can_name = std::any_of(own_.front_line().begin(), own_.front_line().end(),
                                    [](const auto& card) { return card.type() == v1::PIECE_TYPE_SPOTTER; });
  for (const std::uint32_t at : peek.at()) {
    if (IsKnown(Other(at))) continue;
    for (int type = 1; type < cards::kCardTypes; ++type) {
      value += chances_[at - 1][type] * kWorth[type] * (can_name ? 2 : 1) * kKnowledge;
    }
  }
  return value;
}

double CardsJudge::ValueOfNaming(const v1::CardsNameCard& name_card) const {
  return chances_[name_card.at() - 1][name_card.type()] * kWorth[name_card.type()] -
         CostOfShowing(Own(name_card.place()));
}

double CardsJudge::ValueOfRedeal(const v1::CardsFrontCard& flag) const {
  const auto in_front = std::count_if(own_.front_line().begin(), own_.front_line().end(),
                                      [](const auto& card) { return !card.is_gap(); });
  const double cards_left = static_cast<double>(in_front) + own_.hand().size() + own_.deck_size();
  const double danger = IsSeen(flag) ? 1 : kAttacked / static_cast<double>(in_front);
  const double danger_then = cards_left > cards::kPlaces ? 0 : kAttacked / cards_left;
  return (danger - danger_then) * WorthOf(Card::kFlag);
}

double CardsJudge::WorthInFront(const v1::CardsFrontCard& own) const {
  const Card card = CardOf(own.type());
  const bool is_doomed =
      IsSeen(own) && std::any_of(other_.front_line().begin(), other_.front_line().end(), [card](const auto& other) {
        return IsKnown(other) && Beats(CardOf(other.type()), card);
      });
  return WorthOf(card) * (is_doomed ? 1 - kAttacked : 1);
}

double CardsJudge::CostOfShowing(const v1::CardsFrontCard& own) const {
  if (IsSeen(own)) return 0;
  double stronger = 0;
  double all = 0;
  for (int type = 1; type < cards::kCardTypes; ++type) {
    all += alive_[type];
    if (Beats(static_cast<Card>(type), CardOf(own.type()))) stronger += alive_[type];
  }
  return all > 0 ? kAttacked * stronger / all * WorthOf(CardOf(own.type())) : 0;
}

bool CardsJudge::IsKnownInFront(Card card) const {
  return std::any_of(other_.front_line().begin(), other_.front_line().end(),
                     [card](const auto& other) { return CardOf(other.type()) == card; });
}

double CardsJudge::Merit(Card card, const std::vector<Card>& front) const {
  double merit = kMerit[static_cast<int>(card)];
  const auto bombs = CountIn(front, [](Card other) { return other == Card::kBomb; });
  if (card == Card::kBomb) merit -= 2 * bombs + (CountIn(front, cards::CanAttack) < 2 ? 10 : 0);
  if (card == Card::kMiner && IsKnownInFront(Card::kBomb)) merit += 2;
  if (card == Card::kSpy && IsKnownInFront(Card::kMarshal)) merit += 5;
  merit -= 0.7 * static_cast<double>(std::count(front.begin(), front.end(), card));
  return merit;
}

std::vector<Card> CardsJudge::ChooseFront(std::vector<Card> front, std::vector<Card> hand, std::size_t count) const {
  std::vector<Card> chosen;
  while (chosen.size() < count && !hand.empty()) {
    const auto best =
        std::max_element(hand.begin(), hand.end(), [&](Card a, Card b) { return Merit(a, front) < Merit(b, front); });
    front.push_back(*best);
    chosen.push_back(*best);
    hand.erase(best);
  }
  return chosen;
}

}  // namespace flagfall::bot
