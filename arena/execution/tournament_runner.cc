#include "arena/execution/tournament_runner.h"

#include <chrono>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/execution/tournament_run.h"
#include "arena/store/bots.h"
#include "arena/store/games.h"
#include "referee/base/status_macros.h"
#include "referee/match/time_control.h"

namespace flagfall::arena {
namespace {

Micros WallClock() { return std::chrono::duration_cast<Micros>(std::chrono::system_clock::now().time_since_epoch()); }

absl::StatusOr<std::vector<Bot>> BotsOf(Database& database, const v1::TournamentSpec& spec) {
  std::vector<Bot> bots;
  for (const std::string& name : spec.bots()) {
    FLAGFALL_ASSIGN_OR_RETURN(Bot bot, FindBot(database, name));
    bots.push_back(std::move(bot));
  }
  return bots;
}

absl::StatusOr<std::vector<bool>> PlayedOf(Database& database, const Tournament& tournament, std::uint32_t total) {
  std::vector<bool> played(total + 1, false);
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<GameSummary> games, TournamentGames(database, tournament.id));
  for (const GameSummary& game : games) {
    if (game.number > total) {
      return absl::DataLossError(absl::StrCat("game ", game.game_id, " is not in the schedule of its tournament"));
    }
    played[game.number] = true;
  }
  return played;
}

// What a run starts from.
struct Beginning {
  std::vector<Bot> bots;
  std::vector<bool> played;
};

absl::StatusOr<Beginning> Begin(Database& database, const Tournament& tournament) {
  const v1::TournamentSpec& spec = tournament.spec;
  MutexLock lock(database.access());
  FLAGFALL_RETURN_IF_ERROR(SetTournamentState(database, tournament.id, TournamentState::kRunning, WallClock()));
  Beginning beginning;
  FLAGFALL_ASSIGN_OR_RETURN(beginning.bots, BotsOf(database, spec));
  const RoundRobin schedule(spec.bots_size(), spec.rounds(), spec.games(), spec.seed());
  FLAGFALL_ASSIGN_OR_RETURN(beginning.played, PlayedOf(database, tournament, schedule.Total()));
  return beginning;
}

absl::Status CheckCanDialIn(const std::vector<Bot>& bots, const RunOptions& options) {
  for (const Bot& bot : bots) {
    if (!bot.IsRemote() || options.shared_referee != nullptr) continue;
    return absl::FailedPreconditionError(absl::StrCat("bot ", bot.manifest.name(),
                                                      " is remote: it plays where it can dial in, in tournaments that "
                                                      "`flagfall serve` plays (`flagfall tournament create`)"));
  }
  return absl::OkStatus();
}

absl::StatusOr<RunEnd> Run(Database& database, const Tournament& tournament, const RunOptions& options,
                           const RunObserver& observer, const std::stop_token& stop) {
  FLAGFALL_ASSIGN_OR_RETURN(Beginning beginning, Begin(database, tournament));
  FLAGFALL_RETURN_IF_ERROR(CheckCanDialIn(beginning.bots, options));
  FLAGFALL_ASSIGN_OR_RETURN(v1::TimeControl time_control, ParseTimeControl(tournament.spec.time_control()));
  TournamentRun run(tournament, std::move(beginning.bots), std::move(beginning.played), std::move(time_control),
                    options, observer);
  return run.Play(database, stop);
}

}  // namespace

absl::Status CheckEntrants(Database& database, const v1::TournamentSpec& spec) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Bot> bots, BotsOf(database, spec));
  for (const Bot& bot : bots) {
    const v1::BotManifest& manifest = bot.manifest;
    if (bot.State() == BotState::kSuspended) {
      return absl::FailedPreconditionError(absl::StrCat("bot ", manifest.name(),
                                                        " is suspended: ", bot.suspended_reason,
                                                        "; mend it, then `flagfall bot add ", bot.folder, "`"));
    }
    if (!absl::c_linear_search(manifest.rulesets(), spec.ruleset().id())) {
      return absl::InvalidArgumentError(absl::StrCat("bot ", manifest.name(), " does not play ", spec.ruleset().id(),
                                                     "; its manifest lists ",
                                                     absl::StrJoin(manifest.rulesets(), ", ")));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<RunEnd> RunTournament(Database& database, const Tournament& tournament, const RunOptions& options,
                                     const RunObserver& observer, const std::stop_token& stop) {
  absl::StatusOr<RunEnd> end = Run(database, tournament, options, observer, stop);
  const TournamentState state = !end.ok()                   ? TournamentState::kStopped
                                : *end == RunEnd::kFinished ? TournamentState::kFinished
                                                            : options.state_when_stopped;
  MutexLock lock(database.access());
  const absl::Status noted = SetTournamentState(database, tournament.id, state, WallClock());
  // What went wrong first is what the host wants to know.
  if (end.ok()) FLAGFALL_RETURN_IF_ERROR(noted);
  return end;
}

}  // namespace flagfall::arena
