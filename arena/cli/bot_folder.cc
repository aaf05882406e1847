#include "arena/cli/bot_folder.h"

#include <filesystem>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/bots/manifest.h"
#include "arena/cli/submission_setup.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {

absl::StatusOr<BotFolder> FindBotFolder(const std::string& folder) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::canonical(folder, error);
  if (error || !std::filesystem::is_directory(path)) {
    return absl::NotFoundError(absl::StrCat(folder, " is not a folder; give the one that holds the bot's bot.json"));
  }
  FLAGFALL_ASSIGN_OR_RETURN(v1::BotManifest manifest, bots::ReadManifest(path.string(), RulesetIds()));
  return BotFolder{.path = path.string(), .manifest = std::move(manifest)};
}

absl::StatusOr<v1::BotSettings> BotSettingsOf(const std::vector<std::string>& options) {
  v1::BotSettings settings;
  for (const std::string& option : options) {
    const std::pair<std::string, std::string> parts = absl::StrSplit(option, absl::MaxSplits('=', 1));
    if (parts.first.empty() || !absl::StrContains(option, '=')) {
      return absl::InvalidArgumentError(absl::StrCat("--option ", option, ": must be NAME=VALUE, as in seed=7"));
    }
    (*settings.mutable_values())[parts.first] = parts.second;
  }
  return settings;
}

}  // namespace flagfall::arena::cli
