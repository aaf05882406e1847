#include "arena/store/series.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "arena/store/books.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// The columns that ReadSeries reads.
#define FLAGFALL_SELECT_SERIES                                                             \
  "SELECT series_id, spec, stopped_time_us, "                                              \
  "(SELECT count(*) FROM tournaments WHERE tournaments.series_id = series.series_id), "    \
  "(SELECT tournament_id FROM tournaments WHERE tournaments.series_id = series.series_id " \
  "ORDER BY series_number DESC LIMIT 1) FROM series "

absl::Status UnknownSeriesError(std::int64_t id) {
  return absl::NotFoundError(absl::StrCat("there is no series ", id, "; `flagfall tournament series list` shows them"));
}

absl::StatusOr<Series> ReadSeries(const Statement& row) {
  Series series;
  series.id = row.Int(0);
  if (const absl::Status read = FromJson(row.Text(1), "its spec", series.spec); !read.ok()) {
    return absl::DataLossError(absl::StrCat("series ", series.id, " is damaged: ", read.message()));
  }
  if (!row.IsNull(2)) series.stopped_time = Micros(row.Int(2));
  series.tournaments = row.Int(3);
  series.newest_tournament = row.Int(4);
  return series;
}

}  // namespace

absl::StatusOr<std::int64_t> CreateSeries(Database& database, const v1::TournamentSpec& spec, Micros now) {
  FLAGFALL_CHECK(spec.bots().empty() && spec.has_start_time() && spec.every_seconds() > 0);
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  v1::TournamentSpec kept = spec;
  // The text of a book has lines; the names of books, and references to them, have not.
  if (absl::StrContains(kept.book(), '\n')) {
    FLAGFALL_ASSIGN_OR_RETURN(*kept.mutable_book(), StoreBook(database, kept.book()));
  }
  Statement insert = database.Prepare("INSERT INTO series (spec, created_time_us) VALUES (?1, ?2) RETURNING series_id");
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, insert.Bind(ToJson(kept)).Bind(now.count()).Number());
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return id;
}

absl::StatusOr<Series> FindSeries(Database& database, std::int64_t id) {
  Statement select = database.Prepare(FLAGFALL_SELECT_SERIES "WHERE series_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(id).Next());
  if (!found) return UnknownSeriesError(id);
  return ReadSeries(select);
}

absl::StatusOr<std::vector<Series>> ListSeries(Database& database) {
  return database.Prepare(FLAGFALL_SELECT_SERIES "ORDER BY series_id DESC").Collect<Series>(ReadSeries);
}

absl::Status StopSeries(Database& database, std::int64_t id, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  Statement update = database.Prepare(
      "UPDATE series SET stopped_time_us = coalesce(stopped_time_us, ?2) WHERE series_id = ?1 RETURNING series_id");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, update.Bind(id).Bind(now.count()).Next());
  if (!found) return UnknownSeriesError(id);
  FLAGFALL_RETURN_IF_ERROR(update.Run());
  return transaction.Commit();
}

}  // namespace flagfall::arena::store
