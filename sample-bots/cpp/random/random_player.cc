#include "sample-bots/cpp/random/random_player.h"

namespace flagfall::bot {

Answer RandomPlayer::Choose(const GameState& game, v1::DecisionKind kind, const TimeLeft& /*time*/) {
  return RandomAction(game, kind, random_);
}

}  // namespace flagfall::bot
