#ifndef SAMPLE_BOTS_CPP_SDK_RUN_H_
#define SAMPLE_BOTS_CPP_SDK_RUN_H_

#include "sample-bots/cpp/sdk/player.h"

namespace flagfall::bot {

// Plays games until the referee closes the stream. A bot's main returns what this returns:
//
//   int main() { return flagfall::bot::Run({}, [](const auto&, const auto& options) {
//     return std::make_unique<MyPlayer>(options.Integer("seed", 0)); }); }
//
// If name, version or rulesets of `info` are empty, they are taken from the bot.json beside the program. The address,
// the token and the bot's options come from the environment (FLAGFALL_ADDRESS, FLAGFALL_TOKEN, FLAGFALL_BOT_OPTIONS).
// When the stream breaks, the bot dials in again, and its games go on; while the host is away, it waits (redial.h).
// Returns 0 when the referee has closed the stream or SIGINT or SIGTERM came; 78 when the host refuses the bot or a
// setting is wrong; 1 when the host was not reached for FLAGFALL_DIAL_FOR. A line on standard error says why.
int Run(const BotInfo& info, const PlayerFactory& new_player);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_RUN_H_
