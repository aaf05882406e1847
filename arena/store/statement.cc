#include "arena/store/statement.h"

#include <sqlite3.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/store/database.h"
#include "referee/base/check.h"

namespace flagfall::arena::store {

Statement::Statement(Database* database, const char* sql) : database_(database), sql_(sql) {
  stmt_ = database_->TakePrepared(sql_);
  if (stmt_ != nullptr) return;
  Checked(sqlite3_prepare_v3(database_->connection(), sql, -1, SQLITE_PREPARE_PERSISTENT, &stmt_, nullptr));
}

Statement::Statement(Statement&& other) noexcept
    : database_(other.database_),
      sql_(std::move(other.sql_)),
      stmt_(std::exchange(other.stmt_, nullptr)),
      bound_(other.bound_),
      status_(std::move(other.status_)) {}

Statement::~Statement() {
  if (stmt_ == nullptr) return;
  sqlite3_reset(stmt_);
  sqlite3_clear_bindings(stmt_);
  database_->GiveBackPrepared(std::move(sql_), stmt_);
  database_->OverwriteFailedCommit();
}

Statement& Statement::Checked(int code) {
  if (code != SQLITE_OK && status_.ok()) status_ = database_->LastError();
  return *this;
}

Statement& Statement::Bind(std::int64_t value) {
  ++bound_;
  return status_.ok() ? Checked(sqlite3_bind_int64(stmt_, bound_, value)) : *this;
}

Statement& Statement::Bind(absl::string_view text) {
  ++bound_;
  // SQLite would bind a view without data as NULL.
  const char* data = text.empty() ? "" : text.data();
  return status_.ok() ? Checked(sqlite3_bind_text64(stmt_, bound_, data, text.size(), SQLITE_TRANSIENT, SQLITE_UTF8))
                      : *this;
}

Statement& Statement::BindBlob(absl::string_view bytes) {
  ++bound_;
  const char* data = bytes.empty() ? "" : bytes.data();
  return status_.ok() ? Checked(sqlite3_bind_blob64(stmt_, bound_, data, bytes.size(), SQLITE_TRANSIENT)) : *this;
}

Statement& Statement::BindList(absl::Span<const std::int64_t> values) {
  return Bind(absl::StrCat("[", absl::StrJoin(values, ","), "]"));
}

Statement& Statement::BindNull() {
  ++bound_;
  return status_.ok() ? Checked(sqlite3_bind_null(stmt_, bound_)) : *this;
}

Statement& Statement::BindColumn(const Statement& row, int column) {
  ++bound_;
  return status_.ok() ? Checked(sqlite3_bind_value(stmt_, bound_, sqlite3_column_value(row.stmt_, column))) : *this;
}

absl::StatusOr<bool> Statement::Next() {
  if (!status_.ok()) return status_;
  FLAGFALL_CHECK(bound_ == sqlite3_bind_parameter_count(stmt_));
  const int code = sqlite3_step(stmt_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  status_ = database_->LastError();
  return status_;
}

absl::Status Statement::Run() {
  return ForEachRow([](const Statement&) {});
}

absl::StatusOr<std::int64_t> Statement::Number() {
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, Next());
  if (!found) return 0;
  const std::int64_t number = Int(0);
  FLAGFALL_RETURN_IF_ERROR(Run());
  return number;
}

std::int64_t Statement::Int(int column) const { return sqlite3_column_int64(stmt_, column); }

std::string Statement::Text(int column) const { return Blob(column); }

std::string Statement::Blob(int column) const {
  const void* data = sqlite3_column_blob(stmt_, column);
  const int size = sqlite3_column_bytes(stmt_, column);
  return data == nullptr ? std::string() : std::string(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

bool Statement::IsNull(int column) const { return sqlite3_column_type(stmt_, column) == SQLITE_NULL; }

}  // namespace flagfall::arena::store
