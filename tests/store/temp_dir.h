#ifndef TESTS_STORE_TEMP_DIR_H_
#define TESTS_STORE_TEMP_DIR_H_

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "referee/base/check.h"

namespace flagfall::arena {

// A folder of its own, gone with the value.
class TempDir {
 public:
  TempDir() {
    std::string name = (std::filesystem::temp_directory_path() / "flagfall-XXXXXX").string();
    FLAGFALL_CHECK(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string path() const { return path_.string(); }
  std::string File(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace flagfall::arena

#endif  // TESTS_STORE_TEMP_DIR_H_
