#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "arena/base/names.h"
#include "arena/base/unplayed.h"
#include "arena/store/books.h"
#include "arena/store/check.h"
#include "flagfall/v1/arena.pb.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// The columns are those that CompareTournaments selects.
absl::Status CompareWithSpec(const Statement& row) {
  const auto wrong = [&](absl::string_view what) {
    return absl::DataLossError(absl::StrCat("tournament ", row.Int(0), ": ", what));
  };
  const std::string text = row.Text(2);
  v1::TournamentSpec spec;
  if (const absl::Status read = FromJson(text, "its spec", spec); !read.ok()) return wrong(read.message());
  if (row.Blob(6) != Sha256Of(text)) {
    return wrong("its spec is not the one with which it was created, whose SHA-256 is stored beside it");
  }
  if (row.Text(1) != spec.name()) return wrong("its name is not that of its spec");
  if (row.Text(3) != spec.ruleset().id() || row.Text(4) != RulesetText(spec.ruleset())) {
    return wrong("its ruleset is not that of its spec");
  }
  if (spec.has_rated() && spec.rated() == row.IsNull(5)) {
    return wrong(spec.rated() ? "its spec says that it is rated, and it has no pool"
                              : "its spec says that it is not rated, and it has a pool");
  }
  if (RatesForfeits(spec) != (row.Int(7) != 0)) {
    return wrong("its spec says something else of games that nobody played than the ledger does");
  }
  if (row.Text(8) != spec.challenger()) return wrong("its challenger is not that of its spec");
  if (spec.bots().empty() != (row.Int(9) != 0)) {
    return wrong("its spec says something else than the ledger of whether its list of bots was made");
  }
  if (row.Int(10) != spec.series() || row.Int(11) != spec.series_number()) {
    return wrong("its series is not that of its spec");
  }
  return absl::OkStatus();
}

absl::Status CompareTournaments(Database& database) {
  Statement select = database.Prepare(
      "SELECT tournament_id, name, spec, ruleset_id, ruleset, pool, spec_sha256, rates_forfeits, "
      "coalesce(challenger, ''), entries_open, coalesce(series_id, 0), coalesce(series_number, 0) FROM tournaments "
      "ORDER BY tournament_id");
  return select.ForEachRow(CompareWithSpec);
}

absl::Status CheckEntries(Database& database) {
  Statement select = database.Prepare(
      "SELECT tournament_id, value FROM tournaments, json_each(spec, '$.bots') "
      "WHERE value NOT IN (SELECT name FROM bots) ORDER BY tournament_id LIMIT 1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Next());
  if (!found) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("tournament ", select.Int(0), ": its spec names '", select.Text(1),
                                          "', which is none of the home's bots"));
}

// Rows of these tables are numbered by SQLite and never deleted (but for sessions), and no statement that adds one
// takes a number in vain. SQLite keeps the last number that it gave, so that a row that is missing at the end shows
// too.
absl::Status CheckNumbers(Database& database) {
  struct Row {
    const char* what;
    // Selects the first number without a row, the last number given, and the last row's.
    const char* sql;
  };
#define FLAGFALL_NUMBERS(table, key)                                                                   \
  "SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM " table " WHERE " key                                    \
  " = 1) THEN 1 ELSE "                                                                                 \
  "(SELECT min(" key ") + 1 FROM " table                                                               \
  " AS here WHERE NOT EXISTS "                                                                         \
  "(SELECT 1 FROM " table " AS next WHERE next." key " = here." key                                    \
  " + 1)) END, "                                                                                       \
  "coalesce((SELECT seq FROM sqlite_sequence WHERE name = '" table "'), 0), (SELECT coalesce(max(" key \
  "), 0) "                                                                                             \
  "FROM " table ")"
  constexpr Row kRows[] = {
      {"tournament", FLAGFALL_NUMBERS("tournaments", "tournament_id")},
      {"series", FLAGFALL_NUMBERS("series", "series_id")},
      {"game with sequence", FLAGFALL_NUMBERS("games", "sequence")},
      {"submission", FLAGFALL_NUMBERS("submissions", "submission_id")},
      // Sessions that are over are forgotten when their user begins another, which has a higher number. So only above
      // the newest session is none missing.
      {"token",
       "SELECT (SELECT min(number) + 1 FROM (SELECT coalesce(max(token_id), 0) AS number FROM tokens WHERE is_session "
       "UNION SELECT token_id FROM tokens WHERE token_id > (SELECT coalesce(max(token_id), 0) FROM tokens WHERE "
       "is_session)) AS here WHERE NOT EXISTS (SELECT 1 FROM tokens AS next WHERE next.token_id = here.number + 1)), "
       "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'tokens'), 0), "
       "(SELECT coalesce(max(token_id), 0) FROM tokens)"},
  };
#undef FLAGFALL_NUMBERS
  for (const Row& row : kRows) {
    Statement select = database.Prepare(row.sql);
    FLAGFALL_RETURN_IF_ERROR(select.Next().status());
    const std::int64_t gap = select.Int(0);
    const std::int64_t last = select.Int(1);
    if (gap <= last) {
      return absl::DataLossError(
          absl::StrCat(row.what, " ", gap, " is missing: ", last, " of them were stored, and none is ever deleted"));
    }
    if (select.Int(2) > last) {
      return absl::DataLossError(
          absl::StrCat(row.what, " ", select.Int(2), " is there, though the last number given is ", last));
    }
  }
  return absl::OkStatus();
}

absl::Status CountVoidAttempts(Database& database) {
  Statement select = database.Prepare(
      "SELECT tournament_id, void_attempts, (SELECT count(*) FROM void_games WHERE void_games.tournament_id = "
      "tournaments.tournament_id) AS there FROM tournaments WHERE void_attempts <> there ORDER BY tournament_id LIMIT "
      "1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Next());
  if (!found) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("tournament ", select.Int(0), ": ", select.Int(1),
                                          " void attempts were stored, and ", select.Int(2), " are there"));
}

absl::Status CheckQualifiers(Database& database) {
  Statement select = database.Prepare(
      "SELECT tournaments.tournament_id, qualifier.tournament_id FROM tournaments "
      "JOIN tournaments AS qualifier ON qualifier.tournament_id = tournaments.qualifier_id "
      "WHERE json_extract(qualifier.spec, '$.qualifies_for') IS NOT tournaments.tournament_id "
      "ORDER BY tournaments.tournament_id LIMIT 1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Next());
  if (!found) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("tournament ", select.Int(0), ": bots play for their entry in tournament ",
                                          select.Int(1), ", whose spec does not say so"));
}

}  // namespace

absl::Status CheckSpecs(Database& database) {
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction transaction, Transaction::BeginReading(database));
  FLAGFALL_RETURN_IF_ERROR(CompareTournaments(database));
  FLAGFALL_RETURN_IF_ERROR(CheckEntries(database));
  FLAGFALL_RETURN_IF_ERROR(CheckBooks(database));
  return CheckQualifiers(database);
}

absl::Status CheckTournaments(Database& database) {
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction transaction, Transaction::BeginReading(database));
  FLAGFALL_RETURN_IF_ERROR(CheckSpecs(database));
  FLAGFALL_RETURN_IF_ERROR(CheckNumbers(database));
  return CountVoidAttempts(database);
}

}  // namespace flagfall::arena::store
