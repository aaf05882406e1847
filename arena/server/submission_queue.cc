#include "arena/server/submission_queue.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/busy.h"
#include "arena/base/names.h"
#include "referee/base/status_macros.h"
#include "referee/net/refusal.h"
#include "referee/net/refusal_reason.h"

namespace flagfall::arena::server {
SubmissionQueue::SubmissionQueue(store::Database& database, accounts::SubmissionOptions options,
                                 std::function<void(const std::string&)> log)
    : database_(database), options_(std::move(options)), log_(std::move(log)) {
  MutexLock lock(database_.access());
  const absl::Status status = accounts::AbandonSubmissions(database_, options_.folders, options_.now());
  if (!status.ok()) log_(absl::StrCat("submissions of an earlier server: ", status.message()));
  thread_ = std::thread([this] { Run(); });
}

SubmissionQueue::~SubmissionQueue() {
  {
    MutexLock lock(mutex_);
    is_ending_ = true;
    changed_.NotifyAll();
  }
  thread_.join();
}

absl::StatusOr<v1::Submission> SubmissionQueue::Submit(absl::string_view owner, ScratchFile archive) {
  {
    MutexLock lock(mutex_);
    if (waiting_.size() >= kWaitingMax) {
      return RefusedFor(refusals::kBusy, absl::ResourceExhaustedError(absl::StrCat(
                                             kWaitingMax, " submissions wait already", kTryAgain, "a few minutes")));
    }
  }
  v1::Submission begun;
  {
    MutexLock lock(database_.access());
    FLAGFALL_ASSIGN_OR_RETURN(begun, store::BeginSubmission(database_, owner, options_.now()));
  }
  MutexLock lock(mutex_);
  waiting_.push_back({.begun = begun, .archive = std::move(archive)});
  changed_.NotifyAll();
  return begun;
}

std::uint64_t SubmissionQueue::AwaitChange(std::uint64_t seen, std::chrono::steady_clock::time_point deadline) {
  MutexLock lock(mutex_);
  while (changes_ == seen && changed_.WaitUntil(mutex_, deadline)) {
  }
  return changes_;
}

store::LedgerAccess::Connection SubmissionQueue::Ledger() {
  return {&database_, [this, access = std::make_shared<MutexLock>(database_.access())](store::Database*) mutable {
            access.reset();
            MutexLock lock(mutex_);
            ++changes_;
            changed_.NotifyAll();
          }};
}

void SubmissionQueue::Run() {
  const auto open = [this] { return Ledger(); };
  const store::LedgerAccess ledger(/*for_reading=*/open, /*for_writing=*/open);
  for (;;) {
    Waiting next;
    {
      MutexLock lock(mutex_);
      while (waiting_.empty() && !is_ending_) changed_.Wait(mutex_);
      if (is_ending_) return;
      next = std::move(waiting_.front());
      waiting_.pop_front();
    }
    const absl::StatusOr<v1::Submission> submission =
        accounts::RunSubmission(ledger, next.begun, next.archive.path(), options_);
    if (!submission.ok()) {
      log_(absl::StrCat("submission ", next.begun.id(), ": ", submission.status().message()));
      continue;
    }
    log_(absl::StrCat("submission ", next.begun.id(), " of ", submission->owner(), " is ",
                      EnumWord(submission->state()), submission->entry().empty() ? "" : ": ", submission->entry(),
                      submission->reason().empty() ? "" : ": ", submission->reason()));
  }
}

}  // namespace flagfall::arena::server
