#include "sample-bots/cpp/sdk/seed.h"

#include <random>

namespace flagfall::bot {

std::uint64_t SeedOf(const v1::GameStarted& game, const Options& options) {
  const auto option = static_cast<std::uint64_t>(options.Integer("seed", 0));
  if (option == 0) {
    std::random_device device;
    return static_cast<std::uint64_t>(device()) << 32 | device();
  }
  // FNV-1a, so that the seed is the same on every machine.
  std::uint64_t hash = 14695981039346656037u ^ option;
  for (const char c : game.game_id()) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash ^ static_cast<std::uint64_t>(game.side());
}

}  // namespace flagfall::bot
