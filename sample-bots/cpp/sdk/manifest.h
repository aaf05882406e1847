#ifndef SAMPLE_BOTS_CPP_SDK_MANIFEST_H_
#define SAMPLE_BOTS_CPP_SDK_MANIFEST_H_

#include <string>

#include "absl/status/statusor.h"
#include "sample-bots/cpp/sdk/player.h"

namespace flagfall::bot {

// `info` with its name, version and rulesets, where they are empty, taken from the bot.json at `path`. The file need
// not exist when none of them is empty. NOT_FOUND or INVALID_ARGUMENT names the file.
absl::StatusOr<BotInfo> WithManifest(BotInfo info, const std::string& path);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_MANIFEST_H_
