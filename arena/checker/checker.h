#ifndef ARENA_CHECKER_CHECKER_H_
#define ARENA_CHECKER_CHECKER_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/bots/sandbox/sandbox.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/check.pb.h"

namespace flagfall::arena {

struct CheckOptions {
  std::string supervisor_path;
  // Where the bot's output is kept; written anew.
  std::string log_path;
  // Rulesets to be played, of those that the manifest lists; all of them when empty.
  std::vector<std::string> rulesets;
  // Numbers of the steps to be tried; all when empty.
  std::set<std::uint32_t> only;
  // Everything random in the check follows from it.
  std::uint64_t seed = 1;
  // For the whole check; steps that it leaves no time for are not tried.
  std::chrono::seconds time_max{180};
  // The check is given up when a stop is requested.
  std::stop_token stop;
  // What the bot is started in.
  Sandbox sandbox = {};
  // Told of each step when it is done.
  std::function<void(const v1::CheckedStep&)> on_step;
};

// Starts the bot in `folder` (absolute; built already) and plays it through the steps that ListCheckSteps lists. That
// the bot fails is no error. INVALID_ARGUMENT for a ruleset that the manifest does not list or a step that there is
// not; CANCELLED when a stop was requested; other errors when this machine cannot do it. Nothing that the bot has
// started is left when this returns. Takes a thread for itself; several bots may be checked at once.
absl::StatusOr<v1::CheckReport> CheckBot(const v1::BotManifest& manifest, const std::string& folder,
                                         const CheckOptions& options);

// All steps, not tried: number, title and whether it is required.
std::vector<v1::CheckedStep> ListCheckSteps();

}  // namespace flagfall::arena

#endif  // ARENA_CHECKER_CHECKER_H_
