#include "tests/coordinator/sim_schedule.h"

#include <memory>
#include <utility>

#include "arena/tournament/format_spec.h"
#include "arena/tournament/schedule.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::coordinator::simulation {

absl::StatusOr<RunStart> StartFrom(const Scenario& scenario, SimLedger& ledger) {
  RunStart start{.tournament_id = 1,
                 .spec = scenario.spec,
                 .games_stored = 0,
                 .shares_slots = scenario.shares_slots,
                 .leaves_launched_to_others = scenario.leaves_launched_to_others,
                 .cores = scenario.cores};
  for (std::size_t bot = 0; bot < scenario.bots.size(); ++bot) {
    const SimLedger::BotRow& row = ledger.bots()[bot];
    start.bots.push_back({scenario.bots[bot].name, scenario.bots[bot].is_remote, row.faults, row.suspended_reason});
  }
  auto schedule = std::make_unique<tournament::Schedule>(tournament::MakeFormat(scenario.spec));
  for (const auto& [number, result] : ledger.games()) {
    FLAGFALL_RETURN_IF_ERROR(schedule->Recall({.red = result.game.red,
                                               .blue = result.game.blue,
                                               .result = result.outcome.result(),
                                               .number = number,
                                               .round = result.game.round,
                                               .first_of_pair = result.game.first_of_pair,
                                               .is_forfeit = tournament::IsForfeit(result.outcome.reason()),
                                               .is_unplayed = IsUnplayed(result)}));
  }
  start.games = std::move(schedule);
  start.games_stored = static_cast<std::uint32_t>(ledger.games().size());
  start.void_attempts = ledger.voids();
  return start;
}

bool IsComplete(const Scenario& scenario, SimLedger& ledger) {
  const absl::StatusOr<RunStart> start = StartFrom(scenario, ledger);
  return start.ok() && start->games->IsOver();
}

}  // namespace flagfall::arena::coordinator::simulation
