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
#include "arena/store/chain_end.h"
#include "arena/store/file_lock.h"
#include "arena/store/open_files.h"
#include "arena/store/statement.h"
#include "referee/base/ed25519.h"
#include "referee/base/mutex.h"

struct sqlite3;

namespace flagfall::arena::store {

// The database's file in a home.
inline constexpr char kDatabaseFileName[] = "flagfall.db";

struct DatabaseOptions {
  // How long a statement waits for a lock of another program.
  std::chrono::milliseconds busy_timeout{5000};
  // The name of the file system, registered with SQLite (sqlite3_vfs), on which a writer's database and its log lie;
  // null for the machine's own. The file PATH.lock lies on the machine's own in any case. It is for tests, whose disk
  // loses power.
  const char* vfs = nullptr;
};

// The ledger of a home: one connection to its SQLite file. One thread may use it at a time: threads that share it must
// hold `access()` while they use it, from the beginning of a transaction to its end. Statements and transactions must
// not outlive it.
//
// At most one process has the file open for writing, which an exclusive lock on the file PATH.lock ensures: SQLite 3.40
// may lose commits when two connections write and checkpoint. Any number of processes may read at the same time.
//
// A writer looks with each commit whether its files are still where it opened them. Once they are not, nothing is
// committed any more, and every write fails with DATA_LOSS; the error says where a copy of all that had been committed
// is, if it could be made (LedgerGoneError).
class Database {
 public:
  // Opens the file, creates it if it is missing (its folder must exist), and migrates it to the present version. Errors
  // name the file: UNAVAILABLE when another process has it open for writing or locked, FAILED_PRECONDITION when it has
  // a newer version or is not flagfall's, DATA_LOSS when it is damaged, PERMISSION_DENIED when it cannot be written,
  // NOT_FOUND when its folder does not exist, RESOURCE_EXHAUSTED on a full disk. Makes the key flagfall.key beside it
  // too, or reads it (key_file.h).
  static absl::StatusOr<std::unique_ptr<Database>> OpenForWriting(const std::string& path,
                                                                  const DatabaseOptions& options = {});

  // Opens the file without changing it, also while another process writes, and on a disk that is mounted read-only.
  // NOT_FOUND when there is no file; FAILED_PRECONDITION also when it has an older version; otherwise errors as above.
  static absl::StatusOr<std::unique_ptr<Database>> OpenForReading(const std::string& path,
                                                                  const DatabaseOptions& options = {});

  // Opens a file that nobody writes, as a backup is, whatever version it has, and makes no other files beside it. A log
  // beside it is not read. Errors as above.
  static absl::StatusOr<std::unique_ptr<Database>> OpenCopy(const std::string& path);

  // Opens an empty database in memory, not migrated.
  static absl::StatusOr<std::unique_ptr<Database>> OpenInMemory();

  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  const std::string& path() const { return path_; }
  Mutex& access() { return access_; }
  // Of a writer: what its opening has found, where another key lies beside the ledger than the one that signed before.
  const std::optional<KeyChange>& key_change() const { return key_change_; }

  // --- For this folder and its tests only. ---

  Statement Prepare(const char* sql) { return Statement(this, sql); }
  // Runs a script that has no parameters; its rows are dropped.
  absl::Status Execute(const char* sql);

  sqlite3* connection() { return connection_; }
  // Computes the heads of the links that the transaction under way has added to the chain, as its commit does for all
  // that come later. Does nothing but for a writer.
  absl::Status SealChain();
  // SQLite's last error on the connection as a status; see errors.h.
  absl::Status LastError();
  // Returns a prepared statement for `sql` that is not in use, or null.
  sqlite3_stmt* TakePrepared(const std::string& sql);
  void GiveBackPrepared(std::string sql, sqlite3_stmt* stmt);
  // After a commit whose sync has failed, its change lies in the log, in the machine's memory and perhaps on the disk.
  // A process that starts later would find it there, and build on what a power cut may take away. So this writes over
  // it as soon as no transaction is under way. Does nothing otherwise.
  void OverwriteFailedCommit();

 private:
  friend class Transaction;
  Database(std::string path, std::optional<FileLock> lock);
  // `name` is the path, or its SQLite URI.
  absl::Status Connect(const std::string& name, int flags, const DatabaseOptions& options);
  // Returns the version of the database.
  absl::StatusOr<int> ConnectForReading(const std::string& name, int flags, const DatabaseOptions& options);
  // Makes durable what the log holds: a process that was killed may have written it and not synced it, or its sync may
  // have failed, after which another one reports success falsely.
  absl::Status SyncLog();
  // From now on each commit goes on with the chain, with the key that lies beside the ledger, which is made if need be.
  absl::Status StartChain();
  // From now on no commit succeeds whose files are not in their places.
  void WatchFiles();
  // Whether they are. Once they are not, this stays false, whatever comes to their places.
  bool AreFilesInPlace();
  // Copies what has been committed beside the ledger and returns the error that tells of it. What was written since the
  // last commit must have been rolled back.
  absl::Status SaveCopy();

  const std::string path_;
  Mutex access_;
  // Released after the connection is closed.
  const std::optional<FileLock> lock_;
  sqlite3* connection_ = nullptr;
  std::unordered_map<std::string, std::vector<sqlite3_stmt*>> prepared_;
  // Whether a Transaction is under way. SQLite's own answer would not do: after a failed rollback the next transaction
  // must be refused, and not become a part of the failed one.
  bool is_in_transaction_ = false;
  // Whether the log may hold the change of a commit that has failed.
  bool has_failed_sync_ = false;
  // Of a writer.
  std::optional<OpenFiles> open_files_;
  // Which file is missing; empty while none is.
  std::string missing_;
  // What every write has returned since a file is missing.
  absl::Status gone_;
  // Of a writer: with which each commit signs the head of the chain (chain.h).
  std::optional<SigningKey> chain_key_;
  std::optional<KeyChange> key_change_;
  // Where the chain ends, so that a commit need not read it; absent where that is not known. What a transaction that is
  // under way has sealed is in it.
  std::optional<ChainEnd> chain_end_;
};

// A transaction, rolled back by the destructor unless it was committed. A transaction that begins within another is a
// part of it: only the outer one's commit stores it, and if the part failed, the outer one must not be committed.
class Transaction {
 public:
  // Takes the write lock at once, so that no later statement can fail for want of it.
  static absl::StatusOr<Transaction> BeginWriting(Database& database);
  // All statements of the transaction see the same state of the database.
  static absl::StatusOr<Transaction> BeginReading(Database& database);

  Transaction(Transaction&& other) noexcept;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  // When this returns OK, everything is on the disk (a part's changes only with the outer commit); when it returns an
  // error, nothing is in the ledger. If the ledger's file went away during the commit, the copy that was saved of it
  // may have everything.
  absl::Status Commit();

 private:
  static absl::StatusOr<Transaction> Begin(Database& database, const char* sql);
  explicit Transaction(Database* database) : database_(database) {}

  // Null once the transaction is over, and for a part of another.
  Database* database_;
};

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_DATABASE_H_
