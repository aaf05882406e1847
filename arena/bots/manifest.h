#ifndef ARENA_BOTS_MANIFEST_H_
#define ARENA_BOTS_MANIFEST_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/bots/sandbox/bot_launch.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena {

// Limits of a manifest.
inline constexpr std::size_t kManifestBytesMax = std::size_t{64} * 1024;
inline constexpr std::size_t kBotNameCharactersMax = 40;
inline constexpr std::size_t kManifestTextCharactersMax = 1000;
inline constexpr int kCommandArgumentsMax = 64;
inline constexpr int kBotOptionsMax = 64;
// Under a tighter limit of its address space, gRPC hangs without a word.
inline constexpr std::uint64_t kBotMemoryBytesMin = std::uint64_t{512} << 20;

// The manifest `bot.json` in `folder`. Every error names the file, the field and what would be right: NOT_FOUND when
// there is no such file, INVALID_ARGUMENT when it is not a manifest, has fields that a manifest does not have, or
// breaks a limit. `rulesets_known`: the ids that its field `rulesets` may hold.
absl::StatusOr<v1::BotManifest> ReadManifest(const std::string& folder, const std::vector<std::string>& rulesets_known);

// Checks each field by itself, as ReadManifest does; the error names the field.
absl::Status CheckManifest(const v1::BotManifest& manifest, const std::vector<std::string>& rulesets_known);

// The same for a bot that dials in by itself: it has neither command nor folders.
absl::Status CheckRemoteManifest(const v1::BotManifest& manifest, const std::vector<std::string>& rulesets_known);

// What to start for the bot in `folder` (absolute), without environment and log: the command and the working folder
// made absolute where the manifest has them relative to the bot's folder.
BotLaunch LaunchOf(const v1::BotManifest& manifest, const std::string& folder);

// The same for its build command, which is started in the bot's folder itself.
BotLaunch BuildOf(const v1::BotManifest& manifest, const std::string& folder);

// FLAGFALL_BOT_OPTIONS: a JSON object with each option in the JSON type that it declares: the value in `settings`, or
// its default. An integer beyond 2^53 either way, which many readers of JSON would round, comes as a string of its
// digits.
std::string OptionsJson(const v1::BotManifest& manifest, const v1::BotSettings& settings = {});

// Whether the settings are values of options that the manifest lists; INVALID_ARGUMENT says what would be right.
absl::Status CheckSettings(const v1::BotManifest& manifest, const v1::BotSettings& settings);

}  // namespace flagfall::arena

#endif  // ARENA_BOTS_MANIFEST_H_
