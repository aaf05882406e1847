#include "arena/cli/series_commands.h"

#include <memory>

#include "absl/strings/str_cat.h"
#include "arena/cli/schedule_flags.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

absl::Status PrintSeries(const Invocation& invocation) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListSeriesResponse response, api->ListSeries({}));
  Listing listing(invocation.console, {"id", "name", "every", "tournaments", "newest", "its start", "stopped"});
  for (const v1::TournamentSeries& series : response.series()) {
    listing.Add(series,
                {absl::StrCat(series.id()), series.name(), IntervalText(series.every_seconds()),
                 absl::StrCat(series.tournaments()), absl::StrCat(series.newest_tournament_id()),
                 TimeText(series.newest_start_time()), series.has_stop_time() ? TimeText(series.stop_time()) : "-"});
  }
  listing.Print("No series yet; `flagfall tournament create --every` at a server begins one.\n");
  return absl::OkStatus();
}

absl::Status StopSeries(const Invocation& invocation, std::uint32_t id) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<api::ArenaApi> api, invocation.Api());
  v1::StopSeriesRequest request;
  request.set_id(id);
  FLAGFALL_ASSIGN_OR_RETURN(const v1::TournamentSeries series, api->StopSeries(request));
  Print(invocation.console, series,
        absl::StrCat("Stopped series ", id, " after ", Counted(series.tournaments(), "tournament"),
                     "; what has begun is played on.\n"));
  return absl::OkStatus();
}

}  // namespace

void AddSeriesCommands(Command tournament, Invocation& invocation) {
  Command series = tournament.AddGroup("series", "Lists and stops tournaments that begin again and again (--every)",
                                       "flagfall tournament series list");
  AddCommand(series, invocation, "list", "Lists the series of tournaments, the newest first",
             "flagfall tournament series list", [&invocation] { return PrintSeries(invocation); });
  const auto id = std::make_shared<std::uint32_t>(0);
  AddCommand(series, invocation, "stop", "Ends a series at a server: its next tournament is cancelled",
             "flagfall --server 127.0.0.1:7443 tournament series stop 1",
             [&invocation, id] { return StopSeries(invocation, *id); })
      .AddOption("ID", *id, "As `tournament series list` prints it")
      .Required();
}

}  // namespace flagfall::arena::cli
