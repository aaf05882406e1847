#ifndef ARENA_STORE_STATEMENT_H_
#define ARENA_STORE_STATEMENT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "referee/base/status_macros.h"

struct sqlite3_stmt;

namespace flagfall::arena::store {

class Database;

// One use of a prepared statement: bind the parameters in their order, then call Next or Run. The destructor returns
// the statement to its database. An error in preparing or binding is returned by Next or Run.
class Statement {
 public:
  Statement(Database* database, const char* sql);
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&&) = delete;
  ~Statement();

  Statement& Bind(std::int64_t value);
  Statement& Bind(absl::string_view text);
  Statement& BindBlob(absl::string_view bytes);
  Statement& BindNull();
  // Binds them as a JSON array, for json_each.
  Statement& BindList(absl::Span<const std::int64_t> values);
  // Binds a value of another statement's row, with its type.
  Statement& BindColumn(const Statement& row, int column);
  template <typename T>
  Statement& Bind(const std::optional<T>& value) {
    return value.has_value() ? Bind(*value) : BindNull();
  }

  // Moves to the next row, whose columns can then be read below. Returns false at the end.
  absl::StatusOr<bool> Next();
  // Runs the statement to its end and drops its rows.
  absl::Status Run();
  // Runs the statement to its end and returns the first column of its only row; 0 where it has none.
  absl::StatusOr<std::int64_t> Number();
  // Calls `read(*this)` for each row. If `read` returns an absl::Status, the first error ends the loop and is returned.
  template <typename F>
  absl::Status ForEachRow(F read) {
    while (true) {
      FLAGFALL_ASSIGN_OR_RETURN(const bool more, Next());
      if (!more) return absl::OkStatus();
      if constexpr (std::is_same_v<std::invoke_result_t<F, const Statement&>, absl::Status>) {
        FLAGFALL_RETURN_IF_ERROR(read(*this));
      } else {
        read(*this);
      }
    }
  }
  // Returns what `read(*this)` returns for each row, a T or an absl::StatusOr<T>; the first error ends the loop and is
  // returned.
  template <typename T, typename F>
  absl::StatusOr<std::vector<T>> Collect(F read) {
    std::vector<T> rows;
    FLAGFALL_RETURN_IF_ERROR(ForEachRow([&](const Statement& row) -> absl::Status {
      absl::StatusOr<T> value = read(row);
      if (!value.ok()) return value.status();
      rows.push_back(*std::move(value));
      return absl::OkStatus();
    }));
    return rows;
  }

  // The columns of the row, from 0.
  std::int64_t Int(int column) const;
  std::string Text(int column) const;
  std::string Blob(int column) const;
  bool IsNull(int column) const;

 private:
  Statement& Checked(int code);

  Database* database_;
  std::string sql_;
  sqlite3_stmt* stmt_ = nullptr;
  int bound_ = 0;
  absl::Status status_;
};

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_STATEMENT_H_
