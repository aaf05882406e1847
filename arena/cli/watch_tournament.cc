#include "arena/cli/watch_tournament.h"

#include "absl/strings/str_cat.h"
#include "arena/cli/report.h"
#include "arena/cli/run_display.h"
#include "arena/cli/tournament_result.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {

absl::Status WatchTournament(const Invocation& invocation, api::ArenaApi& api, std::uint32_t id,
                             std::uint32_t table_every, const ControlVariateFlag& control_variate) {
  v1::WatchTournamentRequest request;
  request.set_id(id);
  RunDisplay display(invocation.console, table_every,
                     [&](std::uint32_t games) { return TableAfter(invocation, id, games); });
  const absl::Status watched =
      api.WatchTournament(request, [&display](const v1::TournamentEvent& event) { display.Show(event); });
  // Whoever can no longer see the tournament has not stopped it.
  if (absl::IsUnavailable(watched)) {
    return absl::UnavailableError(absl::StrCat(watched.message(), "\nTournament ", id,
                                               " is the server's and goes on there: `flagfall tournament watch ", id,
                                               "` shows how"));
  }
  FLAGFALL_RETURN_IF_ERROR(watched);
  display.Finish();
  FLAGFALL_RETURN_IF_ERROR(PrintResult(invocation, id, control_variate));
  v1::GetTournamentRequest get;
  get.set_id(id);
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Tournament tournament, api.GetTournament(get));
  if (tournament.error().empty()) return absl::OkStatus();
  invocation.console.err << "Tournament " << id << " was stopped: " << Printable(tournament.error(), true) << "\n";
  return absl::OkStatus();
}

}  // namespace flagfall::arena::cli
