#include "arena/store/database.h"

#include <sqlite3.h>
#include <sys/statvfs.h>

#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/base/key_file.h"
#include "arena/base/private_files.h"
#include "arena/store/chain.h"
#include "arena/store/check.h"
#include "arena/store/errors.h"
#include "arena/store/log_sync.h"
#include "arena/store/migrate.h"
#include "arena/store/saved_copy.h"
#include "arena/store/schema.h"
#include "arena/store/way_back.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

constexpr char kForEveryConnection[] =
    "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;";
// While a reader runs for long, the write-ahead log grows; afterwards the log is cut back to this size. The cache, in
// KiB, holds the pages that results go to, of which each worker has its own in an index.
constexpr char kForWriters[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864; "
    "PRAGMA cache_size = -32768;";

// Whether a log lies beside the database's file, which has more than the file alone.
bool HasLog(const std::string& path) {
  std::error_code error;
  const std::string log = absl::StrCat(path, "-wal");
  return std::filesystem::exists(log, error) && std::filesystem::file_size(log, error) > 0;
}

// On a read-only file system SQLite cannot create the files by which it shares the database with a writer. There can be
// no writer either, so if the log is empty, the database file alone is complete.
bool IsOnReadOnlyDisk(const std::string& path) {
  struct statvfs disk;
  return !HasLog(path) && statvfs(path.c_str(), &disk) == 0 && (disk.f_flag & ST_RDONLY) != 0;
}

std::string ImmutableUri(const std::string& path) {
  return absl::StrCat("file:", absl::StrReplaceAll(path, {{"%", "%25"}, {"?", "%3f"}, {"#", "%23"}}), "?immutable=1");
}

}  // namespace

Database::Database(std::string path, std::optional<FileLock> lock) : path_(std::move(path)), lock_(std::move(lock)) {}

Database::~Database() {
  for (auto& [sql, statements] : prepared_) {
    for (sqlite3_stmt* stmt : statements) sqlite3_finalize(stmt);
  }
  // This fails only if a Statement has outlived its database.
  FLAGFALL_CHECK(sqlite3_close(connection_) == SQLITE_OK);
}

absl::StatusOr<std::unique_ptr<Database>> Database::OpenForWriting(const std::string& path,
                                                                   const DatabaseOptions& options) {
  FLAGFALL_ASSIGN_OR_RETURN(FileLock lock, FileLock::Take(absl::StrCat(path, ".lock")));
  std::error_code error;
  // SQLite would make a new ledger and remove the log of the old one.
  if (!std::filesystem::exists(path, error) && HasLog(path)) return LogWithoutLedgerError(path);
  // SQLite gives its other files the mode of this one.
  if (const std::error_code failed = MakePrivateFile(path)) return NotMadeError(path, failed);
  std::unique_ptr<Database> database(new Database(path, std::move(lock)));
  FLAGFALL_RETURN_IF_ERROR(database->Connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, options));
  FLAGFALL_ASSIGN_OR_RETURN(const int version, VersionOf(*database));
  const int latest = static_cast<int>(Migrations().size());
  if (version > latest) return NewerVersionError(path, version, latest);
  FLAGFALL_RETURN_IF_ERROR(CheckQuickly(*database, version));
  FLAGFALL_RETURN_IF_ERROR(database->Execute(kForWriters));
  FLAGFALL_RETURN_IF_ERROR(database->SyncLog());
  if (const absl::Status migrated = Migrate(*database, Migrations()); !migrated.ok()) {
    // A version that is not the true one is why a step fails that has been taken already. The steps before it have
    // raised the version.
    const absl::StatusOr<int> reached = VersionOf(*database);
    if (reached.ok()) FLAGFALL_RETURN_IF_ERROR(CheckSchema(*database, *reached));
    return migrated;
  }
  FLAGFALL_RETURN_IF_ERROR(database->StartChain());
  database->WatchFiles();
  return database;
}

absl::StatusOr<std::unique_ptr<Database>> Database::OpenForReading(const std::string& path,
                                                                   const DatabaseOptions& options) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return NoDatabaseError(path);
  std::unique_ptr<Database> database(new Database(path, std::nullopt));
  absl::StatusOr<int> version_or = database->ConnectForReading(path, SQLITE_OPEN_READONLY, options);
  if (absl::IsPermissionDenied(version_or.status()) && IsOnReadOnlyDisk(path)) {
    database.reset(new Database(path, std::nullopt));
    version_or = database->ConnectForReading(ImmutableUri(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, options);
  }
  FLAGFALL_ASSIGN_OR_RETURN(const int version, version_or);
  const int latest = static_cast<int>(Migrations().size());
  if (version > latest) return NewerVersionError(path, version, latest);
  if (version < latest) {
    FLAGFALL_RETURN_IF_ERROR(CheckSchema(*database, version));
    return OlderVersionError(path, version, latest);
  }
  return database;
}

absl::StatusOr<std::unique_ptr<Database>> Database::OpenCopy(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return NoDatabaseError(path);
  std::unique_ptr<Database> database(new Database(path, std::nullopt));
  const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
  FLAGFALL_RETURN_IF_ERROR(database->ConnectForReading(ImmutableUri(path), flags, {}).status());
  return database;
}

absl::StatusOr<std::unique_ptr<Database>> Database::OpenInMemory() {
  std::unique_ptr<Database> database(new Database(":memory:", std::nullopt));
  FLAGFALL_RETURN_IF_ERROR(database->Connect(database->path_, SQLITE_OPEN_READWRITE, {}));
  return database;
}

absl::StatusOr<int> Database::ConnectForReading(const std::string& name, int flags, const DatabaseOptions& options) {
  FLAGFALL_RETURN_IF_ERROR(Connect(name, flags, options));
  return VersionOf(*this);
}

absl::Status Database::Connect(const std::string& name, int flags, const DatabaseOptions& options) {
  // One thread uses the connection at a time, so SQLite's own mutexes are not needed.
  const int code = sqlite3_open_v2(name.c_str(), &connection_, flags | SQLITE_OPEN_NOMUTEX, options.vfs);
  if (connection_ == nullptr) return ErrorOfCode(code, 0, sqlite3_errstr(code), path_);
  if (code != SQLITE_OK) return ErrorOf(connection_, path_);
  sqlite3_extended_result_codes(connection_, 1);
  sqlite3_busy_timeout(connection_, static_cast<int>(options.busy_timeout.count()));
  return Execute(kForEveryConnection);
}

absl::Status Database::Execute(const char* sql) {
  if (sqlite3_exec(connection_, sql, nullptr, nullptr, nullptr) == SQLITE_OK) return absl::OkStatus();
  return LastError();
}

absl::Status Database::LastError() {
  // The hook of WatchFiles has refused a commit.
  const int code = sqlite3_extended_errcode(connection_);
  if (code == SQLITE_CONSTRAINT_COMMITHOOK) return SaveCopy();
  if (code == SQLITE_IOERR_FSYNC) has_failed_sync_ = true;
  return ErrorOf(connection_, path_);
}

absl::Status Database::SyncLog() {
  // SQLite opens the log when it reads.
  FLAGFALL_RETURN_IF_ERROR(VersionOf(*this).status());
  sqlite3_file* log = nullptr;
  sqlite3_file_control(connection_, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (log == nullptr || log->pMethods == nullptr) return absl::OkStatus();
  sqlite3_int64 size = 0;
  if (log->pMethods->xFileSize(log, &size) == SQLITE_OK && size == 0) return absl::OkStatus();
  {
    // Nobody else may write into it meanwhile.
    FLAGFALL_ASSIGN_OR_RETURN(const Transaction transaction, Transaction::BeginWriting(*this));
    FLAGFALL_RETURN_IF_ERROR(WriteLogAnew(*log, path_));
  }
  // SQLite says how many frames are whole when it moves them into the database, which may wait for readers.
  int frames = -1;
  const int code = sqlite3_wal_checkpoint_v2(connection_, "main", SQLITE_CHECKPOINT_PASSIVE, &frames, nullptr);
  if (code != SQLITE_OK && code != SQLITE_BUSY) return LastError();
  if (frames < 0) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction transaction, Transaction::BeginWriting(*this));
  return CutLogAfter(*log, frames, path_);
}

absl::Status Database::StartChain() {
  const std::filesystem::path key = std::filesystem::path(path_).replace_filename(kChainKeyFileName);
  FLAGFALL_ASSIGN_OR_RETURN(SigningKey read, ReadOrMakeKeyFile(key.string()));
  FLAGFALL_ASSIGN_OR_RETURN(key_change_, BeginChain(*this, read));
  chain_key_ = std::move(read);
  return absl::OkStatus();
}

absl::Status Database::SealChain() {
  if (!chain_key_.has_value()) return absl::OkStatus();
  // An error leaves it half changed.
  std::optional<ChainEnd> end = std::exchange(chain_end_, std::nullopt);
  FLAGFALL_RETURN_IF_ERROR(store::SealChain(*this, *chain_key_, end));
  chain_end_ = std::move(end);
  return absl::OkStatus();
}

void Database::OverwriteFailedCommit() {
  if (!has_failed_sync_ || sqlite3_get_autocommit(connection_) == 0) return;
  // It changes nothing, and SQLite writes it where the failed commit lies. If it fails too, the next one is tried
  // again.
  has_failed_sync_ = false;
  const absl::StatusOr<int> version = VersionOf(*this);
  const bool is_overwritten = version.ok() && Execute(absl::StrCat("PRAGMA user_version = ", *version).c_str()).ok();
  has_failed_sync_ = !is_overwritten;
}

void Database::WatchFiles() {
  open_files_.emplace(path_);
  // SQLite calls it before each commit of a change, also of a single statement, and rolls back where it returns 1.
  const auto refuse_if_missing = [](void* database) {
    return static_cast<Database*>(database)->AreFilesInPlace() ? 0 : 1;
  };
  sqlite3_commit_hook(connection_, refuse_if_missing, this);
}

bool Database::AreFilesInPlace() {
  if (missing_.empty() && open_files_.has_value()) missing_ = open_files_->Missing();
  return missing_.empty();
}

absl::Status Database::SaveCopy() {
  if (gone_.ok()) gone_ = LedgerGoneError(missing_, SaveCopyOf(*this));
  return gone_;
}

sqlite3_stmt* Database::TakePrepared(const std::string& sql) {
  const auto found = prepared_.find(sql);
  if (found == prepared_.end() || found->second.empty()) return nullptr;
  sqlite3_stmt* stmt = found->second.back();
  found->second.pop_back();
  return stmt;
}

void Database::GiveBackPrepared(std::string sql, sqlite3_stmt* stmt) { prepared_[std::move(sql)].push_back(stmt); }

absl::StatusOr<Transaction> Transaction::Begin(Database& database, const char* sql) {
  if (database.is_in_transaction_) return Transaction(nullptr);
  FLAGFALL_RETURN_IF_ERROR(database.Execute(sql));
  database.is_in_transaction_ = true;
  return Transaction(&database);
}

absl::StatusOr<Transaction> Transaction::BeginWriting(Database& database) { return Begin(database, "BEGIN IMMEDIATE"); }

absl::StatusOr<Transaction> Transaction::BeginReading(Database& database) { return Begin(database, "BEGIN DEFERRED"); }

Transaction::Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}

Transaction::~Transaction() {
  if (database_ == nullptr) return;
  database_->is_in_transaction_ = false;
  // It may have sealed what is rolled back.
  if (sqlite3_txn_state(database_->connection(), "main") != SQLITE_TXN_READ) database_->chain_end_.reset();
  // After some errors, as a full disk, SQLite has already rolled back. If the rollback fails, the connection refuses
  // the next transaction.
  if (sqlite3_get_autocommit(database_->connection()) == 0) (void)database_->Execute("ROLLBACK");
  database_->OverwriteFailedCommit();
}

absl::Status Transaction::Commit() {
  if (database_ == nullptr) return absl::OkStatus();
  FLAGFALL_RETURN_IF_ERROR(database_->SealChain());
  FLAGFALL_RETURN_IF_ERROR(database_->Execute("COMMIT"));
  Database* const database = std::exchange(database_, nullptr);
  database->is_in_transaction_ = false;
  // The files may have gone away between SQLite's look at them and the commit.
  return database->AreFilesInPlace() ? absl::OkStatus() : database->SaveCopy();
}

}  // namespace flagfall::arena::store
