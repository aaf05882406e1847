#ifndef ARENA_CLI_BOT_FOLDER_H_
#define ARENA_CLI_BOT_FOLDER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::cli {

// A bot's folder as it was named on the command line.
struct BotFolder {
  // An absolute path.
  std::string path;
  v1::BotManifest manifest;
};

// NOT_FOUND when there is no such folder; errors of ReadManifest.
absl::StatusOr<BotFolder> FindBotFolder(const std::string& folder);

// What `--option` says of a bot's options, NAME=VALUE each. INVALID_ARGUMENT for one that is not written so; whether
// the bot has them is not looked at.
absl::StatusOr<v1::BotSettings> BotSettingsOf(const std::vector<std::string>& options);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_BOT_FOLDER_H_
