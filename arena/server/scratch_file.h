#ifndef ARENA_SERVER_SCRATCH_FILE_H_
#define ARENA_SERVER_SCRATCH_FILE_H_

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace flagfall::arena::server {

// The path of a file that is removed when this dies, whether the file was made or not.
class ScratchFile {
 public:
  ScratchFile() = default;
  explicit ScratchFile(std::string path) : path_(std::move(path)) {}
  ScratchFile(ScratchFile&& other) noexcept { std::swap(path_, other.path_); }
  ScratchFile& operator=(ScratchFile&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }
  ~ScratchFile() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove(path_, ignored);
  }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace flagfall::arena::server

#endif  // ARENA_SERVER_SCRATCH_FILE_H_
