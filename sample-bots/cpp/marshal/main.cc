#include <chrono>
#include <memory>

#include "sample-bots/cpp/marshal/marshal_player.h"
#include "sample-bots/cpp/sdk/run.h"
#include "sample-bots/cpp/sdk/seed.h"

int main() {
  using flagfall::bot::MarshalPlayer;
  flagfall::bot::BotInfo info;
  info.concurrent_games_max = 16;
  return flagfall::bot::Run(info, [](const auto& game, const auto& options) {
    const std::chrono::milliseconds think(options.Integer("think_ms", 100));
    auto player =
        std::make_unique<MarshalPlayer>(flagfall::bot::SeedOf(game, options), think, options.Integer("nodes", 0));
    if (options.Boolean("beliefs", false)) player->HandInBeliefs();
    return player;
  });
}
