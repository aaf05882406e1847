#include <memory>

#include "sample-bots/cpp/random/random_player.h"
#include "sample-bots/cpp/sdk/run.h"
#include "sample-bots/cpp/sdk/seed.h"

int main() {
  namespace bot = flagfall::bot;
  // A decision takes microseconds: no need of a second thread.
  return bot::Run({.concurrent_games_max = 256, .threads = 0, .wants_legal_actions = true},
                  [](const auto& game, const auto& options) {
                    return std::make_unique<bot::RandomPlayer>(bot::SeedOf(game, options));
                  });
}
