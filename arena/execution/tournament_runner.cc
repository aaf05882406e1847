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

absl::StatusOr<RunEnd> Run(Database& database, const Tournament& tournament, const RunOptions& options,
                           const RunObserver& observer, const std::stop_token& stop) {
  const v1::TournamentSpec& spec = tournament.spec;
  FLAGFALL_ASSIGN_OR_RETURN(v1::TimeControl time_control, ParseTimeControl(spec.time_control()));
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<Bot> bots, BotsOf(database, spec));
  const RoundRobin schedule(spec.bots_size(), spec.rounds(), spec.games(), spec.seed());
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<bool> played, PlayedOf(database, tournament, schedule.Total()));
  TournamentRun run(tournament, std::move(bots), std::move(played), std::move(time_control), options, observer);
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
  FLAGFALL_RETURN_IF_ERROR(SetTournamentState(database, tournament.id, TournamentState::kRunning, WallClock()));
  absl::StatusOr<RunEnd> end = Run(database, tournament, options, observer, stop);
  const bool is_finished = end.ok() && *end == RunEnd::kFinished;
  const absl::Status noted = SetTournamentState(
      database, tournament.id, is_finished ? TournamentState::kFinished : TournamentState::kStopped, WallClock());
  // What went wrong first is what the host wants to know.
  if (end.ok()) FLAGFALL_RETURN_IF_ERROR(noted);
  return end;
}

}  // namespace flagfall::arena
