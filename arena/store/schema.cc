#include "arena/store/schema.h"

#include <sqlite3.h>

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/store/errors.h"
#include "arena/store/migrate.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// How many rows are in memory at once.
constexpr int kRowsMax = 1000;

// A ledger of that version in memory, without rows.
absl::StatusOr<std::unique_ptr<Database>> MakeModel(int version) {
  const std::vector<const char*>& all = Migrations();
  FLAGFALL_CHECK(version >= 0 && version <= static_cast<int>(all.size()));
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<Database> model, Database::OpenInMemory());
  FLAGFALL_RETURN_IF_ERROR(Migrate(*model, {all.begin(), all.begin() + version}));
  return model;
}

// The definitions of tables, indexes and triggers, by type and name, as in "table users".
using Definitions = std::map<std::string, std::string>;

absl::StatusOr<Definitions> DefinitionsOf(Database& database) {
  Definitions definitions;
  Statement select = database.Prepare("SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema");
  FLAGFALL_RETURN_IF_ERROR(
      select.ForEachRow([&](const Statement& row) { definitions.emplace(row.Text(0), row.Text(1)); }));
  return definitions;
}

std::string Quoted(const std::string& name) { return absl::StrCat("\"", name, "\""); }

struct Table {
  std::string name;
  // Those that can be inserted: without generated ones.
  std::vector<std::string> columns = {};
  // The indices of those that make up the primary key.
  std::vector<int> key = {};
};

// Returns the tables with CHECK constraints.
absl::StatusOr<std::vector<Table>> CheckedTables(Database& model) {
  Statement select = model.Prepare(
      "SELECT schema.name, columns.name, columns.pk FROM sqlite_schema AS schema JOIN pragma_table_info(schema.name) "
      "AS columns WHERE schema.type = 'table' AND instr(schema.sql, 'CHECK') > 0 ORDER BY schema.name, columns.cid");
  std::vector<Table> tables;
  FLAGFALL_RETURN_IF_ERROR(select.ForEachRow([&](const Statement& row) {
    if (tables.empty() || tables.back().name != row.Text(0)) tables.push_back({.name = row.Text(0)});
    Table& table = tables.back();
    if (row.Int(2) > 0) table.key.push_back(static_cast<int>(table.columns.size()));
    table.columns.push_back(row.Text(1));
  }));
  return tables;
}

// Drops what is not needed to judge single rows.
absl::Status KeepTablesOnly(Database& model) {
  Statement select =
      model.Prepare("SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql <> ''");
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> drops, select.Collect<std::string>([](const Statement& row) {
    return absl::StrCat("DROP ", row.Text(0), " ", Quoted(row.Text(1)));
  }));
  for (const std::string& drop : drops) FLAGFALL_RETURN_IF_ERROR(model.Execute(drop.c_str()));
  return model.Execute("PRAGMA foreign_keys = OFF");
}

std::string NameOfRow(const Table& table, const Statement& row) {
  std::vector<std::string> parts;
  for (const int column : table.key) {
    parts.push_back(absl::StrCat(table.columns[static_cast<std::size_t>(column)], " ", row.Text(column)));
  }
  return absl::StrCat("row ", absl::StrJoin(parts, ", "), " of ", table.name);
}

// The names in these statements are the model's own, never the ledger's.
absl::StatusOr<std::string> FindBrokenRowOf(Database& database, Database& model, const Table& table) {
  const std::string columns = absl::StrJoin(
      table.columns, ", ", [](std::string* out, const std::string& name) { absl::StrAppend(out, Quoted(name)); });
  const std::string places = absl::StrJoin(std::vector<std::string>(table.columns.size(), "?"), ", ");
  // What must be unique in the whole table is not judged here.
  const std::string insert_sql =
      absl::StrCat("INSERT OR REPLACE INTO ", Quoted(table.name), " (", columns, ") VALUES (", places, ")");
  const std::string empty_sql = absl::StrCat("DELETE FROM ", Quoted(table.name));
  const std::string select_sql = absl::StrCat("SELECT ", columns, " FROM ", Quoted(table.name));

  std::string broken;
  int rows = 0;
  Statement select = database.Prepare(select_sql.c_str());
  while (true) {
    FLAGFALL_ASSIGN_OR_RETURN(const bool more, select.Next());
    if (!more) return broken;
    Statement insert = model.Prepare(insert_sql.c_str());
    for (int i = 0; i < static_cast<int>(table.columns.size()); ++i) insert.BindColumn(select, i);
    if (!insert.Run().ok()) return absl::StrCat(NameOfRow(table, select), ": ", sqlite3_errmsg(model.connection()));
    if (++rows % kRowsMax == 0) FLAGFALL_RETURN_IF_ERROR(model.Execute(empty_sql.c_str()));
  }
}

}  // namespace

absl::Status CheckSchema(Database& database, int version) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> model, MakeModel(version));
  FLAGFALL_ASSIGN_OR_RETURN(const Definitions expected, DefinitionsOf(*model));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> newest, MakeModel(static_cast<int>(Migrations().size())));
  FLAGFALL_ASSIGN_OR_RETURN(const Definitions known, DefinitionsOf(*newest));
  FLAGFALL_ASSIGN_OR_RETURN(const Definitions found, DefinitionsOf(database));
  const auto wrong = [&](absl::string_view what) {
    return DamagedError(database.path(), absl::StrCat(what, " version ", version));
  };
  // This comes first: what a later migration has changed is no damage of its own.
  for (const auto& [name, sql] : found) {
    if (expected.contains(name)) continue;
    if (known.contains(name)) {
      return wrong(absl::StrCat("it has the ", name, " of a later version and says that it is"));
    }
    if (name.starts_with("trigger ")) return wrong(absl::StrCat("the ", name, " does not belong to"));
  }
  for (const auto& [name, sql] : expected) {
    const auto at = found.find(name);
    if (at == found.end()) return wrong(absl::StrCat("the ", name, " is missing, which belongs to"));
    if (at->second != sql) return wrong(absl::StrCat("the ", name, " is not that of"));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> FindBrokenRow(Database& database, int version) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Database> model, MakeModel(version));
  FLAGFALL_RETURN_IF_ERROR(KeepTablesOnly(*model));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Table> tables, CheckedTables(*model));
  for (const Table& table : tables) {
    FLAGFALL_ASSIGN_OR_RETURN(std::string broken, FindBrokenRowOf(database, *model, table));
    if (!broken.empty()) return broken;
  }
  return "";
}

}  // namespace flagfall::arena::store
