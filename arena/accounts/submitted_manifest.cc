#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <system_error>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/accounts/submission.h"
#include "arena/bots/build.h"
#include "arena/bots/manifest.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::accounts {
namespace {

namespace fs = std::filesystem;

// The folders of programs that every bot finds.
constexpr absl::string_view kSystemFolders[] = {"/usr/bin", "/bin", "/usr/local/bin"};

bool IsSystemProgram(const fs::path& program) {
  return std::find(std::begin(kSystemFolders), std::end(kSystemFolders),
                   absl::string_view(program.parent_path().native())) != std::end(kSystemFolders);
}

bool IsInside(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

template <typename Command>
absl::Status CheckCommand(absl::string_view field, const Command& command) {
  if (command.empty()) return absl::OkStatus();
  const fs::path program{command[0]};
  const fs::path normal = program.lexically_normal();
  const bool is_bare = command[0].find('/') == std::string::npos;
  const bool is_own = program.is_relative() && *normal.begin() != "..";
  if (is_bare || is_own || (program == normal && IsSystemProgram(program))) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("bot.json: field ", field, ": ", absl::Utf8SafeCHexEscape(command[0]),
                   " is not in the bot's folder; give a program in it, as in \"./bot\", or one of the system, as in "
                   "\"python3\""));
}

}  // namespace

absl::Status CheckSubmittedManifest(const v1::BotManifest& manifest) {
  if (manifest.name().size() > kSubmittedNameCharactersMax) {
    return absl::InvalidArgumentError(absl::StrCat("bot.json: field name: has ", manifest.name().size(),
                                                   " characters; a submitted bot's has at most ",
                                                   kSubmittedNameCharactersMax));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckCommand("command", manifest.command()));
  return CheckCommand("build_command", manifest.build_command());
}

absl::Status CheckBuilt(const v1::BotManifest& manifest, const std::string& folder, const bots::Sandbox& sandbox) {
  const bots::BotLaunch launch = bots::LaunchOf(manifest, folder, sandbox);
  std::error_code error;
  const fs::path home = fs::canonical(folder, error);
  const fs::path work = fs::canonical(launch.folder, error);
  if (error || !fs::is_directory(work) || !IsInside(work, home)) {
    return absl::InvalidArgumentError(
        absl::StrCat("bot.json: field working_directory: ", absl::Utf8SafeCHexEscape(manifest.working_directory()),
                     " is not a folder in the bot's folder"));
  }
  FLAGFALL_RETURN_IF_ERROR(bots::CheckProgram(launch));
  if (launch.command[0].find('/') == std::string::npos) return absl::OkStatus();
  if (IsSystemProgram(launch.command[0])) return absl::OkStatus();
  const fs::path program = fs::canonical(launch.command[0], error);
  if (!error && (IsInside(program, home) || IsSystemProgram(program))) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("bot.json: field command: ", absl::Utf8SafeCHexEscape(manifest.command(0)),
                   " is a link that leads out of the bot's folder"));
}

}  // namespace flagfall::arena::accounts
