#include <memory>

#include "sample-bots/cpp/sdk/run.h"
#include "sample-bots/cpp/sdk/seed.h"
#include "sample-bots/cpp/sergeant/sergeant_player.h"

int main() {
  using flagfall::bot::SergeantPlayer;
  flagfall::bot::BotInfo info;
  info.concurrent_games_max = 256;
  // A decision takes microseconds: no need of a second thread.
  info.threads = 0;
  return flagfall::bot::Run(info, [](const auto& game, const auto& options) {
    return std::make_unique<SergeantPlayer>(flagfall::bot::SeedOf(game, options));
  });
}
