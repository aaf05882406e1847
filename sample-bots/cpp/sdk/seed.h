#ifndef SAMPLE_BOTS_CPP_SDK_SEED_H_
#define SAMPLE_BOTS_CPP_SDK_SEED_H_

#include <cstdint>

#include "flagfall/v1/bot_service.pb.h"
#include "sample-bots/cpp/sdk/options.h"

namespace flagfall::bot {

// A seed for one game. It follows from the option `seed` and the game's id and side, so that a game can be played
// again; when the option is absent or 0, it comes from the system's random source.
std::uint64_t SeedOf(const v1::GameStarted& game, const Options& options);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_SEED_H_
