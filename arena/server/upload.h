#ifndef ARENA_SERVER_UPLOAD_H_
#define ARENA_SERVER_UPLOAD_H_

#include <cstdint>
#include <fstream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/bots/archive_limits.h"
#include "arena/server/scratch_file.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena::server {

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
