#include "arena/store/database.h"

#include <sqlite3.h>

#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/store/errors.h"
#include "arena/store/migrate.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

// A long-running reader lets the write-ahead log grow; once it is over the file is cut back to this.
constexpr char kForEveryConnection[] =
    "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;";
constexpr char kForWriters[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864;";

absl::Status QuickCheck(Database& database) {
  Statement check = database.Prepare("PRAGMA quick_check(1)");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, check.Next());
  if (found && check.Text(0) == "ok") return absl::OkStatus();
  return DamagedError(database.path(), found ? check.Text(0) : "no answer to its check");
}

}  // namespace

Database::Database(std::string path, std::optional<FileLock> lock) : path_(std::move(path)), lock_(std::move(lock)) {}

Database::~Database() {
  for (auto& [sql, statements] : prepared_) {
    for (sqlite3_stmt* stmt : statements) sqlite3_finalize(stmt);
  }
  // Fails only when a Statement has outlived its database.
  FLAGFALL_CHECK(sqlite3_close(connection_) == SQLITE_OK);
}

absl::StatusOr<std::unique_ptr<Database>> Database::OpenForWriting(const std::string& path,
                                                                   const DatabaseOptions& options) {
  FLAGFALL_ASSIGN_OR_RETURN(FileLock lock, FileLock::Take(absl::StrCat(path, ".lock")));
  std::unique_ptr<Database> database(new Database(path, std::move(lock)));
  FLAGFALL_RETURN_IF_ERROR(database->Connect(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, options));
  FLAGFALL_RETURN_IF_ERROR(VersionOf(*database).status());
  FLAGFALL_RETURN_IF_ERROR(QuickCheck(*database));
  FLAGFALL_RETURN_IF_ERROR(database->ConfigureForWriting());
  FLAGFALL_RETURN_IF_ERROR(Migrate(*database, Migrations()));
  return database;
}

absl::StatusOr<std::unique_ptr<Database>> Database::OpenForReading(const std::string& path,
                                                                   const DatabaseOptions& options) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return NoDatabaseError(path);
  std::unique_ptr<Database> database(new Database(path, std::nullopt));
  FLAGFALL_RETURN_IF_ERROR(database->Connect(SQLITE_OPEN_READONLY, options));
  FLAGFALL_ASSIGN_OR_RETURN(const int version, VersionOf(*database));
  const int latest = static_cast<int>(Migrations().size());
  if (version > latest) return NewerVersionError(path, version, latest);
  if (version < latest) return OlderVersionError(path, version, latest);
  return database;
}

absl::Status Database::Connect(int flags, const DatabaseOptions& options) {
  // One thread at a time: SQLite's own mutexes are not needed.
  const int code = sqlite3_open_v2(path_.c_str(), &connection_, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  if (connection_ == nullptr) return ErrorOfCode(code, 0, sqlite3_errstr(code), path_);
  if (code != SQLITE_OK) return ErrorOf(connection_, path_);
  sqlite3_extended_result_codes(connection_, 1);
  sqlite3_busy_timeout(connection_, static_cast<int>(options.busy_timeout.count()));
  return Execute(kForEveryConnection);
}

absl::Status Database::ConfigureForWriting() { return Execute(kForWriters); }

absl::Status Database::Execute(const char* sql) {
  if (sqlite3_exec(connection_, sql, nullptr, nullptr, nullptr) == SQLITE_OK) return absl::OkStatus();
  return ErrorOf(connection_, path_);
}

sqlite3_stmt* Database::TakePrepared(const std::string& sql) {
  const auto found = prepared_.find(sql);
  if (found == prepared_.end() || found->second.empty()) return nullptr;
  sqlite3_stmt* stmt = found->second.back();
  found->second.pop_back();
  return stmt;
}

void Database::GiveBackPrepared(std::string sql, sqlite3_stmt* stmt) { prepared_[std::move(sql)].push_back(stmt); }

absl::StatusOr<Transaction> Transaction::BeginWriting(Database& database) {
  FLAGFALL_RETURN_IF_ERROR(database.Execute("BEGIN IMMEDIATE"));
  return Transaction(&database);
}

absl::StatusOr<Transaction> Transaction::BeginReading(Database& database) {
  FLAGFALL_RETURN_IF_ERROR(database.Execute("BEGIN DEFERRED"));
  return Transaction(&database);
}

Transaction::Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}

Transaction::~Transaction() {
  // SQLite has already rolled back by itself after some errors, a full disk for one.
  if (database_ == nullptr || sqlite3_get_autocommit(database_->connection()) != 0) return;
  // Cannot be helped when it fails: the connection then refuses the next transaction.
  (void)database_->Execute("ROLLBACK");
}

absl::Status Transaction::Commit() {
  FLAGFALL_CHECK(database_ != nullptr);
  FLAGFALL_RETURN_IF_ERROR(database_->Execute("COMMIT"));
  database_ = nullptr;
  return absl::OkStatus();
}

}  // namespace flagfall::arena
