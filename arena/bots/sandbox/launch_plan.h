#ifndef ARENA_BOTS_SANDBOX_LAUNCH_PLAN_H_
#define ARENA_BOTS_SANDBOX_LAUNCH_PLAN_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/bots/sandbox/bot_launch.h"

namespace flagfall::arena::bots {

// Paths inside a strict sandbox.
inline constexpr char kSandboxBotFolder[] = "/bot";
inline constexpr char kSandboxHome[] = "/work";
inline constexpr char kSandboxPath[] = "/usr/local/bin:/usr/bin:/bin";
inline constexpr char kSandboxSocket[] = "/run/referee.sock";
inline constexpr char kSandboxStarter[] = "/run/flagfall-bot-supervisor";

// A launch as the supervisor gets it.
struct LaunchPlan {
  // The arguments of flagfall-bot-supervisor, without its own name.
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
};

// Returns what flagfall-bot-supervisor is to be started with for this launch. INVALID_ARGUMENT when the launch's folder
// is not in the bot's.
absl::StatusOr<LaunchPlan> PlanLaunch(const std::string& supervisor_path, const BotLaunch& launch);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_SANDBOX_LAUNCH_PLAN_H_
