#ifndef ARENA_SERVER_WORKER_SERVICE_H_
#define ARENA_SERVER_WORKER_SERVICE_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/bots/folder_hashes.h"
#include "arena/cluster/lease_board.h"
#include "arena/server/caller_quota.h"
#include "arena/server/recent_callers.h"
#include "arena/server/token_watch.h"
#include "arena/store/readers.h"
#include "flagfall/v1/worker_service.pb.h"
#include "referee/service/blocking_call.h"

namespace flagfall::arena::server {

// WorkerService as methods for the referee's server: finds out who calls, and has a LeaseBoard do the rest. The
// server's worker threads call the methods, many at once.
class WorkerService {
 public:
  // A record as the ledger takes it.
  static constexpr std::uint64_t kRecordBytesMax = std::uint64_t{64} << 20;
  // Of all records that are being handed in at once.
  static constexpr std::uint64_t kRecordBytesInAllMax = std::uint64_t{512} << 20;
  // Calls of workers at once, since each holds a thread.
  static constexpr CallerQuota::Limits kCalls = {.total = 128, .per_caller = 128};
  // Heartbeats at once, beside those; each is answered at once.
  static constexpr CallerQuota::Limits kHeartbeats = {.total = 64, .per_caller = 64};
  // A record and a question must be complete within this time.
  static constexpr std::chrono::seconds kReceivedWithin{120};

  // `board` and `token_watch` must outlive the service. `ledger_path` is where tokens are looked up. Packed bots lie in
  // `scratch_folder` while they are sent.
  WorkerService(cluster::LeaseBoard& board, TokenWatch& token_watch, const std::string& ledger_path,
                std::string scratch_folder);
  ~WorkerService();

  // All methods of WorkerService in the .proto. They use this object, which must outlive whoever calls them.
  std::vector<BlockingMethod> Methods();

 private:
  // Calls of the method take a slot of `quota`.
  BlockingMethod Row(absl::string_view name, bool takes_one_message, CallerQuota& quota,
                     absl::Status (WorkerService::*serve)(BlockingCall& call, const std::string& user));
  // The user who calls, when it is one who may.
  absl::StatusOr<std::string> Authorize(const BlockingCall& call, absl::string_view method);

  absl::Status LeaseGames(BlockingCall& call, const std::string& user);
  absl::Status KeepLease(BlockingCall& call, const std::string& user);
  absl::Status HandInGame(BlockingCall& call, const std::string& user);
  absl::Status FetchBot(BlockingCall& call, const std::string& user);

  // Of the bots that play in it. `bot_at_fault` is the one whose files cannot be read where there is an error.
  absl::Status AddFolderHashes(const std::string& user, v1::Lease& lease, std::string& bot_at_fault);
  void WatchLeases();

  cluster::LeaseBoard& board_;
  TokenWatch& token_watch_;
  mutable store::Readers readers_;
  RecentCallers callers_;
  const std::string scratch_folder_;
  CallerQuota calls_;
  CallerQuota heartbeats_;
  bots::FolderHashes hashes_;
  std::atomic<std::uint64_t> last_package_ = 0;
  std::atomic<std::uint64_t> record_bytes_ = 0;

  Mutex mutex_;
  CondVar ending_;
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;

  // Last: it uses all of the above.
  std::thread watch_;
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_WORKER_SERVICE_H_
