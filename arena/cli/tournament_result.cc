#include "arena/cli/tournament_result.h"

#include <memory>
#include <utility>

#include "arena/cli/report.h"
#include "arena/tournament/spec.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

// The leaderboard of the tournament's pool; empty when the tournament is not rated.
absl::StatusOr<v1::GetLeaderboardResponse> RatingsOf(api::ArenaApi& api, const v1::Tournament& tournament) {
  if (!tournament.spec().rated()) return v1::GetLeaderboardResponse();
  v1::GetLeaderboardRequest request;
  request.set_ruleset_id(tournament.spec().ruleset().id());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GetLeaderboardResponse all, api.GetLeaderboard(request));
  const std::string pool = tournament::PoolOf(tournament.spec());
  v1::GetLeaderboardResponse response;
  for (const v1::RatedBot& bot : all.bots()) {
    if (bot.pool() == pool) *response.add_bots() = bot;
  }
  for (const v1::PoolFit& fit : all.fits()) {
    if (fit.pool() == pool) *response.add_fits() = fit;
  }
  return response;
}

}  // namespace

absl::Status PrintResult(const Invocation& invocation, std::int64_t id, const ControlVariateFlag& control_variate) {
  v1::GetTournamentRequest request;
  request.set_id(static_cast<std::uint32_t>(id));
  control_variate.SetIn(request);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  absl::StatusOr<v1::Tournament> found = api->GetTournament(request);
  absl::Status without_luck = absl::OkStatus();
  if (!found.ok() && control_variate.is_wanted()) {
    without_luck = found.status();
    ControlVariateFlag().SetIn(request);
    found = api->GetTournament(request);
  }
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Tournament tournament, std::move(found));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GetLeaderboardResponse rated, RatingsOf(*api, tournament));
  const Console& console = invocation.console;
  if (!console.json) console.out << "\n";
  PrintCrosstable(tournament, console);
  if (rated.bots().empty()) return without_luck;
  if (!console.json) console.out << "\n";
  PrintLeaderboards(rated, console);
  return without_luck;
}

std::string TableAfter(const Invocation& invocation, std::int64_t id, std::uint32_t games) {
  v1::GetTournamentRequest request;
  request.set_id(static_cast<std::uint32_t>(id));
  request.set_games_max(games);
  const absl::StatusOr<std::unique_ptr<api::ArenaApi>> api = invocation.Api();
  if (!api.ok()) return std::string(api.status().message());
  const absl::StatusOr<v1::Tournament> tournament = (*api)->GetTournament(request);
  return tournament.ok() ? CrosstableOf(*tournament, invocation.console) : std::string(tournament.status().message());
}

}  // namespace flagfall::arena::cli
