#ifndef ARENA_EXECUTION_RUN_FOLDER_H_
#define ARENA_EXECUTION_RUN_FOLDER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace flagfall::arena {

// A private folder for the socket of one run, mode 0700, with a path short enough for a socket's address (108 bytes).
// It is removed at the end; one that a killed run has left behind is removed by the next run.
class RunFolder {
 public:
  // Under $XDG_RUNTIME_DIR where that is a folder with a short path, else under /tmp.
  static absl::StatusOr<std::unique_ptr<RunFolder>> Make();
  // The same under `parent`.
  static absl::StatusOr<std::unique_ptr<RunFolder>> MakeUnder(const std::string& parent);
  ~RunFolder();

  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  const std::string& path() const { return path_; }
  // Where the referee shall listen: "unix:PATH/s".
  std::string SocketAddress() const { return "unix:" + path_ + "/s"; }

 private:
  RunFolder(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}

  const std::string path_;
  // A descriptor of the folder itself, locked for as long as this process lives.
  const int lock_;
};

}  // namespace flagfall::arena

#endif  // ARENA_EXECUTION_RUN_FOLDER_H_
