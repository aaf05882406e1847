#include "arena/store/tallies.h"

#include <algorithm>
#include <utility>

#include "referee/base/status_macros.h"

namespace flagfall::arena::store {

absl::Status AddNewGames(Database& database, GamesTally& tally) {
  // By an index of tournaments the rows would come grouped, but all of them, each time.
  Statement select = database.Prepare(
      "SELECT tournament_id, result, reason, count(*), sum(plies), max(sequence) FROM games NOT INDEXED "
      "WHERE sequence > ?1 GROUP BY tournament_id, result, reason");
  select.Bind(tally.newest);
  // Added when all rows have been read, so that an error leaves no half of them.
  GamesTally counted = tally;
  FLAGFALL_RETURN_IF_ERROR(select.ForEachRow([&counted](const Statement& row) {
    const std::int64_t games = row.Int(3);
    counted.by_tournament[row.Int(0)] += games;
    counted.by_result[row.Text(1)] += games;
    counted.by_reason[row.Text(2)] += games;
    counted.plies += row.Int(4);
    counted.newest = std::max(counted.newest, row.Int(5));
  }));
  tally = std::move(counted);
  return absl::OkStatus();
}

absl::StatusOr<LedgerTally> TallyOf(Database& database) {
  LedgerTally tally;
  Statement voids = database.Prepare("SELECT reason, count(*) FROM void_games GROUP BY reason");
  FLAGFALL_RETURN_IF_ERROR(
      voids.ForEachRow([&tally](const Statement& row) { tally.void_games[row.Text(0)] = row.Int(1); }));
  // The state as in tournaments.cc.
  Statement tournaments = database.Prepare(
      "SELECT tournament_id, CASE WHEN due_time_us IS NOT NULL THEN 'scheduled' ELSE coalesce(standing, state) END, "
      "coalesce(waiting_games, 0) FROM tournaments");
  FLAGFALL_RETURN_IF_ERROR(tournaments.ForEachRow([&tally](const Statement& row) {
    tally.tournaments[row.Int(0)] = row.Text(1);
    tally.waiting_games += row.Int(2);
  }));
  Statement submissions = database.Prepare("SELECT count(*) FROM submissions WHERE state NOT IN ('ready', 'failed')");
  FLAGFALL_ASSIGN_OR_RETURN(tally.submissions_under_way, submissions.Number());
  Statement workers = database.Prepare("SELECT seen_time_us, suspected_reason IS NOT NULL FROM workers");
  FLAGFALL_RETURN_IF_ERROR(workers.ForEachRow([&tally](const Statement& row) {
    tally.workers.push_back({.seen = Micros(row.Int(0)), .is_suspected = row.Int(1) != 0});
  }));
  return tally;
}

}  // namespace flagfall::arena::store
