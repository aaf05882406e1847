#include "sample-bots/cpp/sdk/player.h"

#include "sample-bots/cpp/sdk/board.h"

namespace flagfall::bot {

Answer BoardPlayer::Choose(const GameState& game, v1::DecisionKind kind, const TimeLeft& time) {
  if (kind == v1::DECISION_KIND_SET_UP) return SetUpAction(ChooseSetUp(game, time));
  Move move = ChoosePly(game, time);
  Answer answer = PlyAction(move.ply);
  answer.comment = std::move(move.comment);
  answer.resigns = move.resigns;
  answer.offers_draw = move.offers_draw;
  answer.beliefs = std::move(move.beliefs);
  return answer;
}

}  // namespace flagfall::bot
