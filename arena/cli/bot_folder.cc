#include "arena/cli/bot_folder.h"

#include <filesystem>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/bots/manifest.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena::cli {

absl::StatusOr<BotFolder> FindBotFolder(const std::string& folder) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::canonical(folder, error);
  if (error || !std::filesystem::is_directory(path)) {
    return absl::NotFoundError(absl::StrCat(folder, " is not a folder; give the one that holds the bot's bot.json"));
  }
  std::vector<std::string> ids;
  for (const auto& definition : Catalogue()) ids.push_back(definition->info().id);
  FLAGFALL_ASSIGN_OR_RETURN(v1::BotManifest manifest, bots::ReadManifest(path.string(), ids));
  return BotFolder{.path = path.string(), .manifest = std::move(manifest)};
}

}  // namespace flagfall::arena::cli
