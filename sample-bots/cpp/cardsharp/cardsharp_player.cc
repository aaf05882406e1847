#include "sample-bots/cpp/cardsharp/cardsharp_player.h"

#include <map>
#include <vector>

#include "absl/strings/str_format.h"
#include "sample-bots/cpp/cardsharp/cards_judge.h"
#include "sample-bots/cpp/sdk/cards.h"

namespace flagfall::bot {

Answer CardsharpPlayer::Choose(const GameState& game, v1::DecisionKind kind, const TimeLeft& /*time*/) {
  if (kind == v1::DECISION_KIND_TURN) return TakeTurn(game);
  if (kind == v1::DECISION_KIND_FILL) return Fill(game);
  std::vector<cards::Card> front_line = CardsJudge(game).ChooseFront({}, OwnHand(game), cards::kPlaces);
  // Where which card lies is for nobody to guess.
  Shuffle(front_line, random_);
  return FrontLineAction(front_line);
}

Answer CardsharpPlayer::TakeTurn(const GameState& game) {
  const CardsJudge judge(game);
  Answer best;
  double best_value = -1e9;
  for (const v1::Action& action : game.legal_actions()) {
    const double value = judge.ValueOf(action.cards()) + 0.01 * static_cast<double>(Below(10, random_));
    if (value <= best_value) continue;
    best_value = value;
    best.action = action;
  }
  best.comment = absl::StrFormat("%+.1f", best_value);
  return best;
}

v1::Action CardsharpPlayer::Fill(const GameState& game) {
  std::vector<std::uint32_t> gaps;
  std::vector<cards::Card> front;
  for (const v1::CardsFrontCard& card : OwnArmy(game).front_line()) {
    if (!card.is_gap()) front.push_back(CardOf(card.type()));
  }
  for (std::uint32_t place = 1; place <= cards::kPlaces; ++place) {
    if (OwnArmy(game).front_line(static_cast<int>(place) - 1).is_gap()) gaps.push_back(place);
  }
  Shuffle(gaps, random_);
  std::map<std::uint32_t, cards::Card> fillings;
  for (const cards::Card card : CardsJudge(game).ChooseFront(front, OwnHand(game), gaps.size())) {
    fillings[gaps.back()] = card;
    gaps.pop_back();
  }
  return FillAction(fillings);
}

}  // namespace flagfall::bot
