#include "tests/power_cuts/ledger_state.h"

#include <sqlite3.h>

#include <algorithm>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/store/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::power_cuts {
namespace {

using arena::store::Database;
using arena::store::Statement;

void AppendColumn(sqlite3_stmt* row, int column, std::string& out) {
  switch (sqlite3_column_type(row, column)) {
    case SQLITE_NULL:
      out += "NULL";
      break;
    case SQLITE_BLOB: {
      const auto* const bytes = static_cast<const char*>(sqlite3_column_blob(row, column));
      const auto size = static_cast<std::size_t>(sqlite3_column_bytes(row, column));
      absl::StrAppend(&out, "x", size, ":");
      out.append(bytes == nullptr ? "" : bytes, size);
      break;
    }
    default:
      out += reinterpret_cast<const char*>(sqlite3_column_text(row, column));
  }
  // A separator that no row of the tests has in it.
  out += '\x1f';
}

absl::StatusOr<std::string> RowsOf(Database& ledger, const std::string& table) {
  std::string sql = absl::StrCat("SELECT * FROM \"", table, "\"");
  sqlite3_stmt* select = ledger.TakePrepared(sql);
  if (select == nullptr && sqlite3_prepare_v2(ledger.connection(), sql.c_str(), -1, &select, nullptr) != SQLITE_OK) {
    return ledger.LastError();
  }
  std::string rows;
  while (sqlite3_step(select) == SQLITE_ROW) {
    for (int column = 0; column < sqlite3_column_count(select); ++column) AppendColumn(select, column, rows);
    rows += '\x1e';
  }
  const absl::Status read = sqlite3_reset(select) == SQLITE_OK ? absl::OkStatus() : ledger.LastError();
  ledger.GiveBackPrepared(std::move(sql), select);
  if (!read.ok()) return read;
  return rows;
}

// The first row of `rows` that `others` lacks, with its bytes escaped.
std::string FirstBeyond(const std::string& rows, const std::string& others) {
  const std::vector<std::string> all = absl::StrSplit(others, '\x1e');
  for (const std::string& row : std::vector<std::string>(absl::StrSplit(rows, '\x1e'))) {
    if (std::find(all.begin(), all.end(), row) == all.end()) return absl::CEscape(row.substr(0, 400));
  }
  return "none";
}

absl::Status FindNothing(Database& ledger, const char* pragma, const char* good) {
  Statement check = ledger.Prepare(pragma);
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, check.Next());
  if (!found || check.Text(0) == good) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat(pragma, ": ", check.Text(0)));
}

}  // namespace

absl::StatusOr<LedgerState> StateOf(Database& ledger) {
  Statement select = ledger.Prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> tables,
                            select.Collect<std::string>([](const Statement& row) { return row.Text(0); }));
  LedgerState state;
  for (const std::string& table : tables) {
    FLAGFALL_ASSIGN_OR_RETURN(state[table], RowsOf(ledger, table));
  }
  return state;
}

std::string Difference(const LedgerState& expected, const LedgerState& found) {
  if (expected == found) return "";
  for (const auto& [table, rows] : expected) {
    const auto other = found.find(table);
    if (other == found.end()) return absl::StrCat("the table ", table, " is missing");
    if (other->second == rows) continue;
    return absl::StrCat("table ", table, ": expected and not found: ", FirstBeyond(rows, other->second),
                        "; found and not expected: ", FirstBeyond(other->second, rows));
  }
  return "there is a table too many";
}

absl::Status CheckFile(Database& ledger) {
  FLAGFALL_RETURN_IF_ERROR(FindNothing(ledger, "PRAGMA integrity_check(1)", "ok"));
  return FindNothing(ledger, "PRAGMA foreign_key_check", "");
}

absl::Status CheckLedger(Database& ledger, bool with_schema) {
  if (with_schema) FLAGFALL_RETURN_IF_ERROR(arena::store::CheckIntegrity(ledger));
  FLAGFALL_RETURN_IF_ERROR(arena::store::CheckTournaments(ledger));
  FLAGFALL_RETURN_IF_ERROR(arena::store::CheckRatings(ledger));
  return arena::store::CheckBots(ledger);
}

}  // namespace flagfall::power_cuts
