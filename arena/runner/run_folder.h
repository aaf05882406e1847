#ifndef ARENA_RUNNER_RUN_FOLDER_H_
#define ARENA_RUNNER_RUN_FOLDER_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace flagfall::arena::runner {

// A folder for the sockets of one run, with a path short enough for a socket's address (108 bytes). Other users can
// pass through to a socket that was made theirs, but not look around: mode 0711.
// It is removed at the end; one that a killed run has left behind is removed by the next run.
class RunFolder {
 public:
  // Under $XDG_RUNTIME_DIR where that is a folder with a short path and we are not root, else under /tmp.
  static absl::StatusOr<std::unique_ptr<RunFolder>> Make();
  // The same under `parent`.
  static absl::StatusOr<std::unique_ptr<RunFolder>> MakeUnder(const std::string& parent);
  ~RunFolder();

  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  const std::string& path() const { return path_; }
  // Where the referee shall listen for the `life`th process of the run's bot with that index.
  std::string SocketPath(int bot, std::uint64_t life) const {
    return path_ + "/" + std::to_string(bot) + "-" + std::to_string(life);
  }

 private:
  RunFolder(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}

  const std::string path_;
  // A descriptor of the folder itself, locked for as long as this process lives.
  const int lock_;
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_RUN_FOLDER_H_
