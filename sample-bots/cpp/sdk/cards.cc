#include "sample-bots/cpp/sdk/cards.h"

#include <numeric>

#include "referee/rules/ruleset.h"

namespace flagfall::bot {
namespace {

using cards::Card;

// Into what is counted by type; 0, where nothing is counted, for a type that only a later referee has.
std::size_t IndexOf(int type) { return static_cast<std::size_t>(CardOf(static_cast<v1::PieceType>(type))); }

const v1::CardsArmy& ArmyOf(const GameState& game, Side side) {
  const v1::CardsView& view = game.view().cards();
  return side == Side::kRed ? view.red() : view.blue();
}

}  // namespace

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
