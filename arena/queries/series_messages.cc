#include "arena/queries/series_messages.h"

#include "arena/base/timestamps.h"
#include "arena/store/tournaments.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::queries {

absl::StatusOr<v1::TournamentSeries> MessageOf(store::Database& database, const store::Series& series) {
  v1::TournamentSeries message;
  message.set_id(static_cast<std::uint32_t>(series.id));
  message.set_name(series.spec.name());
  message.set_every_seconds(series.spec.every_seconds());
  message.set_tournaments(static_cast<std::uint32_t>(series.tournaments));
  message.set_newest_tournament_id(static_cast<std::uint32_t>(series.newest_tournament));
  if (series.stopped_time.has_value()) *message.mutable_stop_time() = TimestampOf(*series.stopped_time);
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament newest, store::FindTournament(database, series.newest_tournament));
  *message.mutable_newest_start_time() = newest.spec.start_time();
  return message;
}

}  // namespace flagfall::arena::queries
