#ifndef TESTS_SAMPLE_BOTS_SAMPLE_PLAYERS_H_
#define TESTS_SAMPLE_BOTS_SAMPLE_PLAYERS_H_

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "referee/base/check.h"
#include "sample-bots/cpp/cardsharp/cardsharp_player.h"
#include "sample-bots/cpp/marshal/marshal_player.h"
#include "sample-bots/cpp/random/random_player.h"
#include "sample-bots/cpp/sergeant/sergeant_player.h"

namespace flagfall::bot {

struct SampleOptions {
  std::uint64_t seed = 1;
  // For marshal: the most time for a ply, and if above 0, the positions for a ply instead.
  Micros think = std::chrono::milliseconds(100);
  std::int64_t nodes = 0;
};

// The players of a C++ sample bot, each side with a seed of its own.
inline PlayerFactory SamplePlayer(const std::string& bot, const SampleOptions& options) {
  return [bot, options](const v1::GameStarted& started, const Options&) -> std::unique_ptr<Player> {
    const std::uint64_t seed = options.seed * 2 + (started.side() == v1::SIDE_BLUE);
    if (bot == "random") return std::make_unique<RandomPlayer>(seed);
    if (bot == "sergeant") return std::make_unique<SergeantPlayer>(seed);
    if (bot == "cardsharp") return std::make_unique<CardsharpPlayer>(seed);
    FLAGFALL_CHECK(bot == "marshal");
    return std::make_unique<MarshalPlayer>(seed, options.think, options.nodes);
  };
}

}  // namespace flagfall::bot

#endif  // TESTS_SAMPLE_BOTS_SAMPLE_PLAYERS_H_
