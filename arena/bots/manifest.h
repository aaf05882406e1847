#ifndef ARENA_BOTS_MANIFEST_H_
#define ARENA_BOTS_MANIFEST_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/bots/sandbox/bot_launch.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::bots {

// Limits of a manifest.
inline constexpr std::size_t kManifestBytesMax = std::size_t{64} * 1024;
inline constexpr std::size_t kBotNameCharactersMax = 40;
inline constexpr std::size_t kManifestTextCharactersMax = 1000;
inline constexpr int kCommandArgumentsMax = 64;
inline constexpr int kBotOptionsMax = 64;
// With less address space gRPC hangs without an error.
inline constexpr std::uint64_t kBotMemoryBytesMin = std::uint64_t{512} << 20;

// Reads the manifest `bot.json` in `folder`. Every error names the file, the field and what would be right: NOT_FOUND
// when there is no such file, INVALID_ARGUMENT when it is not a manifest, has fields that a manifest does not have, or
// breaks a limit. `rulesets_known` are the ids that its field `rulesets` may hold.
absl::StatusOr<v1::BotManifest> ReadManifest(const std::string& folder, const std::vector<std::string>& rulesets_known);

// Checks each field as ReadManifest does; the error names the field.
absl::Status CheckManifest(const v1::BotManifest& manifest, const std::vector<std::string>& rulesets_known);

// The same for a remote bot, which dials in by itself and has neither a command nor folders.
absl::Status CheckRemoteManifest(const v1::BotManifest& manifest, const std::vector<std::string>& rulesets_known);

// Returns the launch of the bot in `folder` (absolute) in that sandbox, without environment and log. Where the manifest
// gives the command or the working folder relative to the bot's folder, they become absolute.
BotLaunch LaunchOf(const v1::BotManifest& manifest, const std::string& folder, const Sandbox& sandbox);

// The same for the build command, which runs in the bot's folder itself.
BotLaunch BuildOf(const v1::BotManifest& manifest, const std::string& folder, const Sandbox& sandbox);

// Returns the value of FLAGFALL_BOT_OPTIONS: a JSON object with each option in the JSON type that it declares, from
// `settings` or its default. An integer below -2^53 or above 2^53, which many JSON readers would round, is a string of
// its digits.
std::string OptionsJson(const v1::BotManifest& manifest, const v1::BotSettings& settings = {});

// OK when the settings are valid values of options that the manifest lists; otherwise INVALID_ARGUMENT with what would
// be right.
absl::Status CheckSettings(const v1::BotManifest& manifest, const v1::BotSettings& settings);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_MANIFEST_H_
