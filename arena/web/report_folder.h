#ifndef ARENA_WEB_REPORT_FOLDER_H_
#define ARENA_WEB_REPORT_FOLDER_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"

namespace flagfall::arena::web {

// The folder into which a report is written. May be used by many threads.
class ReportFolder {
 public:
  explicit ReportFolder(std::string path) : path_(std::move(path)) {}

  // Removes what an older report has written, finished or not. Fails rather than write into another folder that is not
  // empty.
  absl::Status Begin();

  // `name`: the file's path below the folder. PERMISSION_DENIED when it cannot be written.
  absl::Status Write(const std::string& name, absl::string_view bytes);
  // Writes the message below data/, as gzipped JSON.
  absl::Status WriteData(const std::string& name, const google::protobuf::Message& message);

  std::uint64_t files() const { return files_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  const std::string path_;
  std::atomic<std::uint64_t> files_ = 0;
  std::atomic<std::uint64_t> bytes_ = 0;
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_REPORT_FOLDER_H_
