// The part of TournamentRun that gives games to other machines, and what it tells whoever watches.
#include <algorithm>
#include <set>
#include <utility>

#include "arena/runner/tournament_run.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::runner {

void TournamentRun::ShareLeases(const std::vector<bots::Sandbox>& sandboxes) {
  if (options_.leases == nullptr) return;
  LeaseDesk::Run run{.tournament = tournament_, .bots = bots_, .strict = {}, .memory_bytes = {}, .tell = {}};
  for (std::size_t bot = 0; bot < bots_.size(); ++bot) {
    const bots::Sandbox& sandbox = sandboxes[bot];
    run.strict.push_back(sandbox.mode == bots::SandboxMode::kStrict);
    const std::uint64_t asked = bots_[bot].manifest.limits().memory_bytes_max();
    const bool is_limited = sandbox.mode != bots::SandboxMode::kNone;
    run.memory_bytes.push_back(is_limited ? std::min(asked, sandbox.settings.memory_bytes_most) : asked);
  }
  run.tell = [this](coordinator::Event event) { events_.Push({.event = std::move(event), .is_elsewhere = true}); };
  leases_ = options_.leases->Join(std::move(run));
}

absl::Status TournamentRun::CarryOut(const coordinator::GrantLease& command) {
  std::set<std::uint32_t> numbers;
  for (const coordinator::LeasedGame& leased : command.games) numbers.insert(leased.game.number);
  std::vector<LeaseDesk::Game> games;
  for (const coordinator::LeasedGame& leased : command.games) {
    MatchSpec match = match_specs_.SpecOf(leased.game, leased.seed);
    if (!tournament_.spec.duplicate() || !numbers.contains(leased.game.first_of_pair)) {
      FLAGFALL_ASSIGN_OR_RETURN(match.given_set_ups, ledger_->GivenSetUpsOf(leased.game, leased.seed));
    }
    games.push_back({.leased = leased, .match = std::move(match)});
  }
  leases_->Grant(command, std::move(games));
  return absl::OkStatus();
}

void TournamentRun::AnnounceUses(const std::vector<bots::BotUse>& uses) const {
  for (std::size_t bot = 0; bot < uses.size(); ++bot) {
    if (bots_[bot].IsRemote()) continue;
    v1::TournamentEvent event = coordinator_.Progress();
    v1::BotUse& use = *event.mutable_use();
    use.set_bot(bots_[bot].name());
    use.set_cpu_seconds(std::chrono::duration<double>(uses[bot].cpu).count());
    use.set_memory_bytes_peak(uses[bot].memory_bytes);
    use.set_processes_peak(static_cast<std::uint32_t>(uses[bot].processes));
    observer_(event);
  }
}

void TournamentRun::Notice(const std::string& text) const {
  v1::TournamentEvent event = coordinator_.Progress();
  event.set_notice(text);
  observer_(event);
}

}  // namespace flagfall::arena::runner
