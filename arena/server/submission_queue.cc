#include "arena/server/submission_queue.h"

#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena {
namespace {

void Remove(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
}

}  // namespace

SubmissionQueue::SubmissionQueue(Database& database, SubmissionOptions options, std::function<void()> on_ready,
                                 std::function<void(const std::string&)> log)
    : database_(database), options_(std::move(options)), on_ready_(std::move(on_ready)), log_(std::move(log)) {
  const absl::Status status =
      AbandonSubmissions([this](const auto& work) { return OnLedger(work); }, options_.folders, options_.now());
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
  for (const Waiting& waiting : waiting_) Remove(waiting.archive);
}

absl::StatusOr<std::int64_t> SubmissionQueue::Submit(absl::string_view owner, const std::string& archive) {
  const auto begin = [&]() -> absl::StatusOr<std::int64_t> {
    {
      MutexLock lock(mutex_);
      if (waiting_.size() >= kWaitingMax) {
        return absl::ResourceExhaustedError(
            absl::StrCat(kWaitingMax, " submissions wait already; try again in a few minutes"));
      }
    }
    MutexLock lock(database_.access());
    return BeginSubmission(database_, owner, options_.now());
  };
  absl::StatusOr<std::int64_t> id = begin();
  if (!id.ok()) {
    Remove(archive);
    return id;
  }
  MutexLock lock(mutex_);
  waiting_.push_back({.id = *id, .archive = archive});
  changed_.NotifyAll();
  return id;
}

std::uint64_t SubmissionQueue::AwaitChange(std::uint64_t seen, std::chrono::steady_clock::time_point deadline) {
  MutexLock lock(mutex_);
  while (changes_ == seen && !is_ending_ && changed_.WaitUntil(mutex_, deadline)) {
  }
  return changes_;
}

bool SubmissionQueue::IsEnding() {
  MutexLock lock(mutex_);
  return is_ending_;
}

absl::Status SubmissionQueue::OnLedger(const std::function<absl::Status(Database&)>& work) {
  absl::Status status;
  {
    MutexLock lock(database_.access());
    status = work(database_);
  }
  MutexLock lock(mutex_);
  ++changes_;
  changed_.NotifyAll();
  return status;
}

void SubmissionQueue::Run() {
  for (;;) {
    Waiting next;
    {
      MutexLock lock(mutex_);
      while (waiting_.empty() && !is_ending_) changed_.Wait(mutex_);
      if (is_ending_) return;
      next = std::move(waiting_.front());
      waiting_.pop_front();
    }
    const absl::StatusOr<Submission> submission =
        RunSubmission([this](const auto& work) { return OnLedger(work); }, next.id, next.archive, options_);
    Remove(next.archive);
    if (!submission.ok()) {
      log_(absl::StrCat("submission ", next.id, ": ", submission.status().message()));
      continue;
    }
    log_(absl::StrCat("submission ", next.id, " of ", submission->owner, " is ", SubmissionStateName(submission->state),
                      submission->entry.empty() ? "" : ": ", submission->entry, submission->reason.empty() ? "" : ": ",
                      submission->reason));
    if (submission->state == SubmissionState::kReady) on_ready_();
  }
}

}  // namespace flagfall::arena
