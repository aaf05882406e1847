#ifndef SAMPLE_BOTS_CPP_SDK_RUN_H_
#define SAMPLE_BOTS_CPP_SDK_RUN_H_

#include "sample-bots/cpp/sdk/player.h"

namespace flagfall::bot {

// Plays games until the referee closes the stream; what a bot's main returns.
//
//   int main() { return flagfall::bot::Run({}, [](const auto&, const auto& options) {
//     return std::make_unique<MyPlayer>(options.Integer("seed", 0)); }); }
//
// What `info` leaves empty of name, version and rulesets is that of the bot.json beside the program. Reads
// FLAGFALL_ADDRESS, FLAGFALL_TOKEN and FLAGFALL_BOT_OPTIONS from the environment. When the stream breaks it dials in
// again, for up to 10 s, and the games go on. Returns 0 when the referee has closed the stream or SIGINT or SIGTERM
// came; 1, with a line on standard error that says why, when there is nobody to play with or the bot was refused.
int Run(const BotInfo& info, const PlayerFactory& new_player);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_RUN_H_
