#include "sample-bots/cpp/sdk/cards.h"

#include <numeric>

#include "referee/rules/ruleset.h"

namespace flagfall::bot {
namespace {

using cards::Card;

// Into what is counted by type; 0, where nothing is counted, for a type that only a later referee has.
std::size_t IndexOf(int type) { return static_cast<std::size_t>(CardOf(static_cast<v1::PieceType>(type))); }

v1::PieceType ToProto(Card card) { return static_cast<v1::PieceType>(card); }

const v1::CardsArmy& ArmyOf(const GameState& game, Side side) {
  const v1::CardsView& view = game.view().cards();
  return side == Side::kRed ? view.red() : view.blue();
}

}  // namespace

v1::Action FrontLineAction(const std::vector<Card>& front_line) {
  v1::Action action;
  v1::CardsFrontLine& message = *action.mutable_cards()->mutable_front_line();
  for (const Card card : front_line) message.add_types(ToProto(card));
  return action;
}

v1::Action AttackAction(std::uint32_t place, std::uint32_t at) {
  v1::Action action;
  action.mutable_cards()->mutable_attack()->set_place(place);
  action.mutable_cards()->mutable_attack()->set_at(at);
  return action;
}

v1::Action LookAtHandAction(std::uint32_t place) {
  v1::Action action;
  action.mutable_cards()->mutable_look_at_hand()->set_place(place);
  return action;
}

v1::Action PeekAction(std::uint32_t place, const std::vector<std::uint32_t>& at) {
  v1::Action action;
  v1::CardsPeek& peek = *action.mutable_cards()->mutable_peek();
  peek.set_place(place);
  for (const std::uint32_t other : at) peek.add_at(other);
  return action;
}

v1::Action NameCardAction(std::uint32_t place, std::uint32_t at, Card named) {
  v1::Action action;
  v1::CardsNameCard& name_card = *action.mutable_cards()->mutable_name_card();
  name_card.set_place(place);
  name_card.set_at(at);
  name_card.set_type(ToProto(named));
  return action;
}

v1::Action RedealAction(std::uint32_t place) {
  v1::Action action;
  action.mutable_cards()->mutable_redeal()->set_place(place);
  return action;
}

v1::Action FillAction(const std::map<std::uint32_t, Card>& fillings) {
  v1::Action action;
  v1::CardsFill& fill = *action.mutable_cards()->mutable_fill();
  for (const auto& [place, card] : fillings) {
    v1::CardsFilling& filling = *fill.add_fillings();
    filling.set_place(place);
    filling.set_type(ToProto(card));
  }
  return action;
}

const v1::CardsArmy& OwnArmy(const GameState& game) { return ArmyOf(game, game.side()); }

const v1::CardsArmy& OpposingArmy(const GameState& game) { return ArmyOf(game, game.opponent()); }

Card CardOf(v1::PieceType type) { return type > 0 && type < cards::kCardTypes ? static_cast<Card>(type) : Card::kNone; }

std::vector<Card> OwnHand(const GameState& game) {
  std::vector<Card> hand;
  for (const int type : OwnArmy(game).hand().types()) hand.push_back(CardOf(static_cast<v1::PieceType>(type)));
  return hand;
}

CardCounts ArmyCounts(const GameState& game) {
  CardCounts counts;
  std::copy(cards::kArmy.begin(), cards::kArmy.end(), counts.begin());
  if (OptionOf(game.started().ruleset(), "spotter") != "on") counts[static_cast<int>(Card::kSpotter)] = 0;
  return counts;
}

CardCounts UnseenCards(const GameState& game) {
  CardCounts counts = ArmyCounts(game);
  const v1::CardsArmy& army = OpposingArmy(game);
  const auto take = [&counts](int type) { --counts[IndexOf(type)]; };
  for (const int type : army.lost()) take(type);
  for (const int type : army.hand().types()) take(type);
  for (const v1::CardsFrontCard& card : army.front_line()) take(card.type());
  counts[0] = 0;
  return counts;
}

std::array<double, cards::kCardTypes> CardChances(const GameState& game, std::uint32_t at) {
  std::array<double, cards::kCardTypes> chances{};
  const v1::CardsFrontCard& card = OpposingArmy(game).front_line(static_cast<int>(at) - 1);
  if (card.is_gap()) return chances;
  if (card.type() != v1::PIECE_TYPE_UNSPECIFIED) {
    chances[IndexOf(card.type())] = 1;
    chances[0] = 0;
    return chances;
  }
  const CardCounts unseen = UnseenCards(game);
  std::copy(unseen.begin(), unseen.end(), chances.begin());
  for (const int type : card.excluded()) chances[IndexOf(type)] = 0;
  const double total = std::accumulate(chances.begin(), chances.end(), 0.0);
  for (double& chance : chances) chance /= total;
  return chances;
}

}  // namespace flagfall::bot
