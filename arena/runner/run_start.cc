#include "arena/runner/run_start.h"

#include <memory>
#include <string>
#include <utility>

#include "arena/queries/ledger_messages.h"
#include "arena/store/errors.h"
#include "arena/store/games.h"
#include "arena/store/players.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/schedule.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::runner {

absl::StatusOr<std::vector<store::Bot>> EnteredPlayers(store::Database& database, const v1::TournamentSpec& spec) {
  std::vector<store::Bot> bots;
  for (const std::string& name : spec.bots()) {
    FLAGFALL_ASSIGN_OR_RETURN(store::Bot bot, store::FindEnteredPlayer(database, name));
    bots.push_back(std::move(bot));
  }
  return bots;
}

absl::StatusOr<Entrants> BeginRun(store::Database& database, const store::Tournament& tournament,
                                  const RunOptions& options, Micros now) {
  const v1::TournamentSpec& spec = tournament.spec;
  MutexLock lock(database.access());
  // A pause may have been noted since somebody took the tournament up; then the run ends before a game begins.
  if (!options.pause.stop_requested()) {
    FLAGFALL_RETURN_IF_ERROR(store::SetTournamentState(database, tournament.id, v1::Tournament::STATE_RUNNING, now));
  }
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<store::Bot> bots, EnteredPlayers(database, spec));
  coordinator::RunStart start{.tournament_id = tournament.id,
                              .spec = spec,
                              .void_attempts_max = options.void_attempts_max,
                              .shares_slots = options.slots != nullptr,
                              .leaves_launched_to_others = options.leaves_launched_to_others,
                              .cores = options.cores};
  for (const store::Bot& bot : bots) {
    start.bots.push_back({bot.name(), bot.IsRemote(), bot.faults, bot.suspended_reason});
  }
  auto schedule = std::make_unique<tournament::Schedule>(tournament::MakeFormat(spec));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<tournament::PlayedGame> played,
                            queries::PlayedGames(database, tournament));
  for (const tournament::PlayedGame& game : played) FLAGFALL_RETURN_IF_ERROR(schedule->Recall(game));
  start.games = std::move(schedule);
  start.games_stored = static_cast<std::uint32_t>(played.size());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::VoidGame> voids, store::VoidGames(database, tournament.id));
  for (const store::VoidGame& attempt : voids) ++start.void_attempts[attempt.number];
  return Entrants{std::move(bots), std::move(start)};
}

absl::StatusOr<coordinator::RunEnd> EndRun(store::Database& database, const store::Tournament& tournament,
                                           const RunOptions& options, absl::StatusOr<coordinator::RunEnd> end,
                                           bool is_pause_requested, Micros now) {
  const bool is_finished = end.ok() && *end == coordinator::RunEnd::kFinished;
  // When it is the ledger that fails, nothing is wrong with the tournament.
  const bool is_put_aside = end.ok() || store::IsLedgerFailure(end.status());
  // A pause outlives a stop that cuts off its last games.
  const bool is_paused = is_put_aside && is_pause_requested;
  const v1::Tournament::State state = is_finished    ? v1::Tournament::STATE_FINISHED
                                      : is_paused    ? v1::Tournament::STATE_PAUSED
                                      : is_put_aside ? options.state_when_stopped
                                                     : v1::Tournament::STATE_STOPPED;
  MutexLock lock(database.access());
  const absl::Status noted =
      store::SetTournamentState(database, tournament.id, state, now, is_put_aside ? "" : end.status().message());
  // What went wrong first is what the host wants to know, unless the ledger does not know it.
  if (is_put_aside && !end.ok()) return end;
  FLAGFALL_RETURN_IF_ERROR(noted);
  return end;
}

}  // namespace flagfall::arena::runner
