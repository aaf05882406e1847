#ifndef ARENA_BOTS_BUILD_H_
#define ARENA_BOTS_BUILD_H_

#include <chrono>
#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "arena/bots/archive_limits.h"
#include "arena/bots/sandbox/bot_launch.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::bots {

struct BuildOptions {
  std::string supervisor_path;
  // The file for the build's output; an older one is replaced.
  std::string log_path;
  std::chrono::seconds time_max{600};
  // In a strict sandbox the build works on a copy of the folder and has no network. If it succeeds, the copy takes the
  // folder's place: its files and folders, with links replaced by what they point to.
  Sandbox sandbox = {};
  // What the build may leave, in a strict sandbox.
  ArchiveLimits limits = kBuiltLimits;
  // When a stop is requested, the build is ended.
  std::stop_token stop = {};
};

// Runs the manifest's build command, if it has one, in the bot's `folder` (absolute), and waits for it.
// FAILED_PRECONDITION when the build fails, with how it ended, where the log is and its last lines; DEADLINE_EXCEEDED
// when it takes too long; CANCELLED when a stop was requested; errors as UnpackArchive when a build in a strict sandbox
// has left too much, or what is not accepted. No process that the build has started is left when this returns.
absl::Status BuildBot(const v1::BotManifest& manifest, const std::string& folder, const BuildOptions& options);

// What a build in a strict sandbox leaves behind when this process is killed: the archive that comes out of it, and a
// folder beside the bot's that was to take its place.
std::string BuildArchiveOf(const std::string& log_path);
inline constexpr char kBuiltSuffix[] = ".built";

// OK when the command's program exists and may be executed; otherwise NOT_FOUND or PERMISSION_DENIED with its name.
absl::Status CheckProgram(const BotLaunch& launch);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_BUILD_H_
