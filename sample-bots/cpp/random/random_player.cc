#include "sample-bots/cpp/random/random_player.h"

namespace flagfall::bot {

SetUp RandomPlayer::ChooseSetUp(const GameState& game, const TimeLeft& /*time*/) { return RandomSetUp(game, random_); }

Move RandomPlayer::ChoosePly(const GameState& game, const TimeLeft& /*time*/) {
  const board::PlyList plies = game.LegalPlies();
  return plies[std::uniform_int_distribution<std::size_t>(0, plies.size() - 1)(random_)];
}

}  // namespace flagfall::bot
