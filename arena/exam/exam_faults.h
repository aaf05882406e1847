#ifndef ARENA_EXAM_EXAM_FAULTS_H_
#define ARENA_EXAM_EXAM_FAULTS_H_

#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "referee/base/counted.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::exam {

// How many processes of the bot died, did not start or went away in an exam. All methods may be called from any thread.
class ExamFaults {
 public:
  ExamFaults(std::string bot, std::uint32_t faults_max, std::string log)
      : bot_(std::move(bot)), faults_max_(faults_max), log_(std::move(log)) {}

  // FAILED_PRECONDITION when that was one too many.
  absl::Status Add(const std::string& detail) {
    MutexLock lock(mutex_);
    if (++faults_ < faults_max_) return absl::OkStatus();
    return absl::FailedPreconditionError(
        absl::StrCat("bot ", bot_, " failed in ", Counted(faults_, "process", "processes"),
                     " and is asked no more. The last: ", detail, ". What it printed is in ", log_));
  }

  std::uint32_t Count() const {
    MutexLock lock(mutex_);
    return faults_;
  }

 private:
  const std::string bot_;
  const std::uint32_t faults_max_;
  const std::string log_;
  mutable Mutex mutex_;
  std::uint32_t faults_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace flagfall::arena::exam

#endif  // ARENA_EXAM_EXAM_FAULTS_H_
