#include <memory>

#include "sample-bots/cpp/cardsharp/cardsharp_player.h"
#include "sample-bots/cpp/sdk/run.h"
#include "sample-bots/cpp/sdk/seed.h"

int main() {
  using flagfall::bot::CardsharpPlayer;
  flagfall::bot::BotInfo info;
  info.wants_legal_actions = true;
  info.concurrent_games_max = 256;
  // A decision takes microseconds: no need of a second thread.
  info.threads = 0;
  return flagfall::bot::Run(info, [](const auto& game, const auto& options) {
    return std::make_unique<CardsharpPlayer>(flagfall::bot::SeedOf(game, options));
  });
}
