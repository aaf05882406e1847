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
#include "referee/base/mutex.h"

namespace flagfall::arena {

// Takes submissions their way, one after the other, on a thread of its own: building and checking want the machine for
// themselves.
class SubmissionQueue {
 public:
  // Submissions that wait for those before them.
  static constexpr std::size_t kWaitingMax = 32;

  // `database` must outlive the queue, and is used under its access(). Submissions that an earlier server left under
  // way are failed.
  SubmissionQueue(Database& database, SubmissionOptions options, std::function<void(const std::string&)> log);
  // Waits for what is under way, which the options' stop tokens end soon.
  ~SubmissionQueue();

  const SubmissionOptions& options() const { return options_; }

  // Returns the submission's id. Errors as BeginSubmission's; RESOURCE_EXHAUSTED when too many wait.
  absl::StatusOr<std::int64_t> Submit(absl::string_view owner, ScratchFile archive);

  // Waits until some submission has come to another state since the call before this that returned `seen` (0 at first),
  // or the time has come. What is returned is to be handed in the next time.
  std::uint64_t AwaitChange(std::uint64_t seen, std::chrono::steady_clock::time_point deadline);

 private:
  struct Waiting {
    std::int64_t id = 0;
    ScratchFile archive;
  };

  absl::Status OnLedger(const std::function<absl::Status(Database&)>& work);
  void Run();

  Database& database_;
  const SubmissionOptions options_;
  const std::function<void(const std::string&)> log_;

  Mutex mutex_;
  CondVar changed_;
  std::deque<Waiting> waiting_ ABSL_GUARDED_BY(mutex_);
  std::uint64_t changes_ ABSL_GUARDED_BY(mutex_) = 1;
  bool is_ending_ ABSL_GUARDED_BY(mutex_) = false;

  // Last: it uses all of the above.
  std::thread thread_;
};

}  // namespace flagfall::arena

#endif  // ARENA_SERVER_SUBMISSION_QUEUE_H_
