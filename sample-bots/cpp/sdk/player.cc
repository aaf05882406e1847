#include "sample-bots/cpp/sdk/player.h"

namespace flagfall::bot {

Answer BoardPlayer::Choose(const GameState& game, v1::DecisionKind kind, const TimeLeft& time) {
  if (kind == v1::DECISION_KIND_SET_UP) return SetUpAction(ChooseSetUp(game, time));
  return ChoosePly(game, time);
}

}  // namespace flagfall::bot
