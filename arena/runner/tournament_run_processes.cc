// The part of TournamentRun that makes what its bots' processes need: logs, sandboxes and supervisors.
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/base/private_files.h"
#include "arena/bots/sandbox_probe.h"
#include "arena/runner/tournament_run.h"
#include "arena/tournament/spec.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::runner {
namespace {

// Whether the sandbox keeps a bot from killing its supervisor: the bot sees no process but its own, or is another user.
bool IsIsolated(const bots::Sandbox& sandbox) { return sandbox.mode == bots::SandboxMode::kStrict || sandbox.own_user; }

}  // namespace

absl::StatusOr<std::string> TournamentRun::MakeLogFolder() const {
  std::string log_folder = absl::StrCat(options_.logs_folder, "/", tournament_.id);
  const absl::Status made = MakePrivateFolders(log_folder);
  if (made.ok()) return log_folder;
  return absl::InternalError(absl::StrCat("logs have no folder: ", made.message()));
}

std::unique_ptr<BotProcesses> TournamentRun::MakeProcesses(std::vector<bots::Sandbox> sandboxes,
                                                           const std::string& log_folder) {
  BotProcessesOptions options{
      .supervisor_path = options_.supervisor_path,
      .tournament_id = tournament_.id,
      .log_folder = log_folder,
      .log_bytes_max = options_.log_limits.bot,
      .socket_path = [this](int bot, std::uint64_t life) { return folder_->SocketPath(bot, life); },
      .pondering = tournament::AllowsPondering(tournament_.spec),
      .settings = {tournament_.spec.bot_options().begin(), tournament_.spec.bot_options().end()}};
  std::vector<bool> isolated;
  for (const bots::Sandbox& sandbox : sandboxes) isolated.push_back(IsIsolated(sandbox));
  const auto on_exit = [this, isolated](int bot, std::uint64_t life, const bots::BotExit& exit) {
    const bool may_have_killed_it = !isolated[static_cast<std::size_t>(bot)];
    Push(coordinator::BotExited{bot, life, exit.detail, exit.has_lost_supervisor, may_have_killed_it});
  };
  return std::make_unique<BotProcesses>(bots_, std::move(sandboxes), referee_->referee(), std::move(options), on_exit);
}

absl::StatusOr<std::vector<bots::Sandbox>> TournamentRun::FindSandboxes() const {
  std::map<bots::SandboxMode, bots::Sandbox> found;
  std::vector<bots::Sandbox> sandboxes;
  for (const store::Bot& bot : bots_) {
    const bots::SandboxMode mode = options_.sandbox_of ? options_.sandbox_of(bot) : bots::SandboxMode::kNone;
    if (!found.contains(mode)) {
      FLAGFALL_ASSIGN_OR_RETURN(found[mode], bots::FindSandbox(mode, {.supervisor_path = options_.supervisor_path,
                                                                      .bwrap = options_.bwrap,
                                                                      .settings = options_.sandbox_settings}));
      if (mode != bots::SandboxMode::kNone) Notice(absl::StrJoin(bots::DescribeSandbox(found[mode]), "; "));
    }
    if (!tournament::AllowsPondering(tournament_.spec) && !bot.IsRemote() && !found[mode].cgroups.CanFreeze()) {
      return absl::FailedPreconditionError(absl::StrCat(
          bot.name(), " cannot be kept from pondering: that takes a sandbox, with control groups that can freeze (",
          absl::StrJoin(bots::DescribeSandbox(found[mode]), "; "), ")"));
    }
    sandboxes.push_back(found[mode]);
  }
  return sandboxes;
}

}  // namespace flagfall::arena::runner
