#ifndef TESTS_STORE_RAW_SQLITE_H_
#define TESTS_STORE_RAW_SQLITE_H_

#include <sqlite3.h>

#include <cstdio>
#include <string>
#include <vector>

#include "referee/base/check.h"

namespace flagfall::arena::store {

// SQLite without our own code, as another program may use the file. Aborts on an error.
class RawSqlite {
 public:
  explicit RawSqlite(const std::string& path) { FLAGFALL_CHECK(sqlite3_open(path.c_str(), &connection_) == SQLITE_OK); }
  RawSqlite(const RawSqlite&) = delete;
  RawSqlite& operator=(const RawSqlite&) = delete;
  ~RawSqlite() { sqlite3_close(connection_); }

  void Execute(const std::string& sql) { Run(sql, nullptr); }

  // Returns the first column of each row.
  std::vector<std::string> Column(const std::string& sql) {
    std::vector<std::string> values;
    Run(sql, &values);
    return values;
  }

 private:
  void Run(const std::string& sql, std::vector<std::string>* values) {
    const auto keep = [](void* out, int, char** texts, char**) {
      if (out != nullptr) static_cast<std::vector<std::string>*>(out)->push_back(texts[0] == nullptr ? "" : texts[0]);
      return 0;
    };
    const int code = sqlite3_exec(connection_, sql.c_str(), keep, values, nullptr);
    if (code != SQLITE_OK) std::fprintf(stderr, "%s: %s\n", sql.c_str(), sqlite3_errmsg(connection_));
    FLAGFALL_CHECK(code == SQLITE_OK);
  }

  sqlite3* connection_ = nullptr;
};

}  // namespace flagfall::arena::store

#endif  // TESTS_STORE_RAW_SQLITE_H_
