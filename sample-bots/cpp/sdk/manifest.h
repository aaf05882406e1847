#ifndef SAMPLE_BOTS_CPP_SDK_MANIFEST_H_
#define SAMPLE_BOTS_CPP_SDK_MANIFEST_H_

#include <string>

#include "absl/status/statusor.h"
#include "sample-bots/cpp/sdk/player.h"

namespace flagfall::bot {

// The same with what it leaves empty of name, version and rulesets taken from the bot.json at `path`, which need not be
// there when nothing is left empty. NOT_FOUND or INVALID_ARGUMENT names the file.
absl::StatusOr<BotInfo> WithManifest(BotInfo info, const std::string& path);

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_MANIFEST_H_
