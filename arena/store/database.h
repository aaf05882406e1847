#ifndef ARENA_STORE_DATABASE_H_
#define ARENA_STORE_DATABASE_H_

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/file_lock.h"
#include "arena/store/statement.h"
#include "referee/base/mutex.h"

struct sqlite3;

namespace flagfall::arena {

// The database's file in a home.
inline constexpr char kDatabaseFileName[] = "flagfall.db";

struct DatabaseOptions {
  // How long a statement waits for another program's lock.
  std::chrono::milliseconds busy_timeout{5000};
};

// The ledger of a home: one connection to its SQLite file. To be used by one thread at a time: threads that share it
// hold `access()` while they use it, from the beginning of a transaction to its end.
//
// One process at most has it open for writing, which an exclusive lock on the file PATH.lock sees to: SQLite 3.40 may
// lose commits when two connections write and checkpoint. Any number may read at the same time.
class Database {
 public:
  // Makes the file where it is missing (its folder must exist) and brings it to the present version. Errors, each
  // naming the file: UNAVAILABLE when another process has it open for writing or locked, FAILED_PRECONDITION when it is
  // of a newer version or not flagfall's, DATA_LOSS when it is damaged, PERMISSION_DENIED when it cannot be written,
  // NOT_FOUND without the folder, RESOURCE_EXHAUSTED on a full disk.
  static absl::StatusOr<std::unique_ptr<Database>> OpenForWriting(const std::string& path,
                                                                  const DatabaseOptions& options = {});

  // Changes nothing, and works while another process writes, and on a disk mounted read-only. NOT_FOUND when there
  // is no file; FAILED_PRECONDITION also when it is of an older version; else as above.
  static absl::StatusOr<std::unique_ptr<Database>> OpenForReading(const std::string& path,
                                                                  const DatabaseOptions& options = {});

  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  const std::string& path() const { return path_; }
  Mutex& access() { return access_; }

  // --- For this folder and its tests only. ---

  Statement Prepare(const char* sql) { return Statement(this, sql); }
  // A script without parameters and rows.
  absl::Status Execute(const char* sql);

  sqlite3* connection() { return connection_; }
  // A prepared statement that is not in use, or null.
  sqlite3_stmt* TakePrepared(const std::string& sql);
  void GiveBackPrepared(std::string sql, sqlite3_stmt* stmt);

 private:
  friend class Transaction;
  Database(std::string path, std::optional<FileLock> lock);
  // `name` is the path, or SQLite's URI of it.
  absl::Status Connect(const std::string& name, int flags, const DatabaseOptions& options);
  // Returns the version.
  absl::StatusOr<int> ConnectForReading(const std::string& name, int flags, const DatabaseOptions& options);

  const std::string path_;
  Mutex access_;
  // Released after the connection is closed.
  const std::optional<FileLock> lock_;
  sqlite3* connection_ = nullptr;
  std::unordered_map<std::string, std::vector<sqlite3_stmt*>> prepared_;
  // A Transaction is under way. Not asked of SQLite: after a rollback that failed, what begins next must be refused,
  // not be taken for a part.
  bool is_in_transaction_ = false;
};

// A transaction that is rolled back unless it was committed. One that begins within another is a part of that: only the
// outer one's commit keeps it, and where the part failed the outer one must not be committed.
class Transaction {
 public:
  // Takes the right to write at once, so that it cannot fail for that later.
  static absl::StatusOr<Transaction> BeginWriting(Database& database);
  // All statements see one state of the database.
  static absl::StatusOr<Transaction> BeginReading(Database& database);

  Transaction(Transaction&& other) noexcept;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  // When this returns OK, all of it is on the disk (a part waits for the whole); when it returns an error, nothing is.
  absl::Status Commit();

 private:
  static absl::StatusOr<Transaction> Begin(Database& database, const char* sql);
  explicit Transaction(Database* database) : database_(database) {}

  // Null once it is over, and for a part.
  Database* database_;
};

}  // namespace flagfall::arena

#endif  // ARENA_STORE_DATABASE_H_
