#ifndef ARENA_SERVER_SUBMISSION_QUEUE_H_
#define ARENA_SERVER_SUBMISSION_QUEUE_H_

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/accounts/submission.h"
#include "arena/server/scratch_file.h"
#include "arena/store/database.h"
#include "arena/store/ledger_access.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::server {

// Unpacks, builds and checks submissions, one after another on a thread of its own: building and checking want the
// machine for themselves. May be used by many threads.
class SubmissionQueue {
 public:
  // So many submissions may wait for those before them: as of a large course, in the last minute. An owner has one.
  static constexpr std::size_t kWaitingMax = 128;

  // `database` must outlive the queue, which holds its access() while it uses it. Fails the submissions that an earlier
  // server left under way.
  SubmissionQueue(store::Database& database, accounts::SubmissionOptions options,
                  std::function<void(const std::string&)> log);
  // Waits for the submission that is under way, which the options' stop tokens end soon.
  ~SubmissionQueue();

  const accounts::SubmissionOptions& options() const { return options_; }

  // Queues the archive as a new submission, and returns that. Errors as BeginSubmission's; RESOURCE_EXHAUSTED when too
  // many wait.
  absl::StatusOr<v1::Submission> Submit(absl::string_view owner, ScratchFile archive);

  // Waits until any submission has come to another state since the call that returned `seen` (0 at first), at most
  // until `deadline`. Returns what the next call is to be given as `seen`.
  std::uint64_t AwaitChange(std::uint64_t seen, std::chrono::steady_clock::time_point deadline);

 private:
  struct Waiting {
    v1::Submission begun;
    ScratchFile archive;
  };

  // The ledger, locked. Whoever waits for a change looks again when it is let go.
  store::LedgerAccess::Connection Ledger();
  void Run();

  store::Database& database_;
  const accounts::SubmissionOptions options_;
  const std::function<void(const std::string&)> log_;

  Mutex mutex_;
  CondVar changed_;
  std::deque<Waiting> waiting_ ABSL_GUARDED_BY(mutex_);
  std::uint64_t changes_ ABSL_GUARDED_BY(mutex_) = 1;
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;

  // Last: it uses all of the above.
  std::thread thread_;
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_SUBMISSION_QUEUE_H_
