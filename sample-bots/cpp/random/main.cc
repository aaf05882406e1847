#include <memory>

#include "sample-bots/cpp/random/random_player.h"
#include "sample-bots/cpp/sdk/run.h"
#include "sample-bots/cpp/sdk/seed.h"

int main() {
  using flagfall::bot::RandomPlayer;
  flagfall::bot::BotInfo info;
  info.wants_legal_actions = true;
  info.concurrent_games_max = 256;
  // The bot answers at once, so it needs no second thread.
  info.threads = 0;
  return flagfall::bot::Run(info, [](const auto& game, const auto& options) {
    return std::make_unique<RandomPlayer>(flagfall::bot::SeedOf(game, options));
  });
}
