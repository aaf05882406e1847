#ifndef ARENA_CHECKER_CHECKER_H_
#define ARENA_CHECKER_CHECKER_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/bots/sandbox/sandbox.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/check.pb.h"

namespace flagfall::arena::checker {

struct CheckOptions {
  std::string supervisor_path;
  // The file for the bot's output; an older one is replaced.
  std::string log_path;
  // The rulesets to be played, out of those that the manifest lists; empty for all of these.
  std::vector<std::string> rulesets;
  // The numbers of the steps to be tried; empty for all steps.
  std::set<std::uint32_t> only;
  // All that is random in the check follows from the seed.
  std::uint64_t seed = 1;
  // The time for the whole check. Steps for which no time is left are not tried.
  std::chrono::seconds time_max{180};
  // The check is given up when a stop is requested.
  std::stop_token stop;
  // The sandbox that the bot is started in.
  bots::Sandbox sandbox = {};
  // Called after each step, on the thread of CheckBot.
  std::function<void(const v1::CheckedStep&)> on_step;
};

// INVALID_ARGUMENT for a ruleset that the manifest does not list or a step number that does not exist.
absl::Status CheckWhatIsAsked(const v1::BotManifest& manifest, const CheckOptions& options);

// Starts the bot in `folder` (absolute; already built), plays it through the steps that ListCheckSteps lists, and
// returns the report. A bot that fails steps is not an error. A step for which the bot had too little time because
// others used the processors is run again, with another process, and is inconclusive when that goes on.
// INVALID_ARGUMENT for a ruleset that the manifest does not list or a step number that does not exist; CANCELLED when a
// stop was requested; other errors when this machine cannot run the check. No process that the bot has started is left
// when this returns. Blocks its thread for the whole check; several bots may be checked at once, each on a thread of
// its own.
absl::StatusOr<v1::CheckReport> CheckBot(const v1::BotManifest& manifest, const std::string& folder,
                                         const CheckOptions& options);

// Returns all steps with number, title and whether each is required, without a verdict.
std::vector<v1::CheckedStep> ListCheckSteps();

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_CHECKER_H_
