#ifndef ARENA_SERVER_UPLOAD_H_
#define ARENA_SERVER_UPLOAD_H_

#include <chrono>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/bots/archive_limits.h"
#include "arena/server/scratch_file.h"
#include "flagfall/v1/arena_service.pb.h"
#include "referee/service/blocking_call.h"

namespace flagfall::arena::server {

// Cancels a call when it takes too long. Reading from a call blocks, and its caller may send as slowly as it likes.
class CallDeadline {
 public:
  CallDeadline(BlockingCall& call, std::chrono::milliseconds within);
  ~CallDeadline();

  bool has_passed() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable ended_;
  bool has_ended_ = false;
  bool has_passed_ = false;
  std::thread thread_;
};

// An archive that is being received into a file.
class Upload {
 public:
  Upload(std::string path, const bots::ArchiveLimits& limits);

  // INVALID_ARGUMENT for parts in a wrong order, RESOURCE_EXHAUSTED for more than the limits or the header allow.
  absl::Status Add(const v1::SubmitBotRequest& part);
  // Hands over the file. INVALID_ARGUMENT when something is missing.
  absl::StatusOr<ScratchFile> Finish();

 private:
  ScratchFile scratch_;
  const std::uint64_t bytes_max_;
  v1::SubmitBotHeader header_;
  bool has_header_ = false;
  std::uint64_t bytes_ = 0;
  std::ofstream file_;
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_UPLOAD_H_
