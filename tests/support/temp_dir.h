#ifndef TESTS_SUPPORT_TEMP_DIR_H_
#define TESTS_SUPPORT_TEMP_DIR_H_

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace flagfall {

// A folder of the test's own, removed with all that is in it.
class TempDir {
 public:
  TempDir() {
    char path[] = "/tmp/flagfall-test-XXXXXX";
    path_ = ::mkdtemp(path);
  }
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::string& path() const { return path_; }
  std::string At(const std::string& name) const { return path_ + "/" + name; }

  // Writes the file `name`, with the folders above it, and returns its path.
  std::string Write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = At(name);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  std::string Read(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(At(name), std::ios::binary).rdbuf();
    return text.str();
  }

 private:
  std::string path_;
};

}  // namespace flagfall

#endif  // TESTS_SUPPORT_TEMP_DIR_H_
