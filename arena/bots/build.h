#ifndef ARENA_BOTS_BUILD_H_
#define ARENA_BOTS_BUILD_H_

#include <chrono>
#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "arena/bots/sandbox/bot_launch.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena {

struct BuildOptions {
  std::string supervisor_path;
  // Where the build's output is kept; written anew.
  std::string log_path;
  std::chrono::seconds time_max{600};
  // In a strict one the build sees a copy of the folder and no network, and what it has made of the copy takes the
  // folder's place if it succeeds: files and folders, links replaced by what they point to.
  Sandbox sandbox = {};
  // A build under way is ended when a stop is requested.
  std::stop_token stop = {};
};

// Runs the manifest's build command, if it has one, in the bot's `folder` (absolute), and waits for it.
// FAILED_PRECONDITION with how it ended, where the log is and its last lines when it fails; DEADLINE_EXCEEDED when it
// takes too long; CANCELLED when a stop was requested; RESOURCE_EXHAUSTED or INVALID_ARGUMENT when a strict sandbox's
// build has made what is too much or not to be taken.
// All that it has started is gone when this returns.
absl::Status BuildBot(const v1::BotManifest& manifest, const std::string& folder, const BuildOptions& options);

// OK when the command's program is there and may be run: NOT_FOUND or PERMISSION_DENIED name it otherwise.
absl::Status CheckProgram(const BotLaunch& launch);

}  // namespace flagfall::arena

#endif  // ARENA_BOTS_BUILD_H_
