#include "arena/base/key_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace flagfall::arena {
namespace {

namespace fs = std::filesystem;

class KeyFile : public testing::Test {
 protected:
  KeyFile() {
    std::string name = testing::TempDir() + "key_file_XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  ~KeyFile() override { fs::remove_all(folder_); }

  std::string Path() const { return folder_ + "/flagfall.key"; }
  void Write(const std::string& text) const {
    std::ofstream(Path()) << text;
    ::chmod(Path().c_str(), 0600);
  }

  std::string folder_;
};

TEST_F(KeyFile, IsMadeOnceAndForItsOwnerAlone) {
  const absl::StatusOr<SigningKey> made = ReadOrMakeKeyFile(Path());
  ASSERT_TRUE(made.ok()) << made.status();
  const absl::StatusOr<SigningKey> again = ReadOrMakeKeyFile(Path());
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->PublicKey(), made->PublicKey());
  EXPECT_EQ(fs::status(Path()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  // Nothing unfinished is left.
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(KeyFile, RefusesOneThatOthersMayRead) {
  ASSERT_TRUE(ReadOrMakeKeyFile(Path()).ok());
  ::chmod(Path().c_str(), 0640);
  const absl::Status refused = ReadOrMakeKeyFile(Path()).status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_NE(refused.message().find("chmod 600"), std::string::npos) << refused;
}

TEST_F(KeyFile, LeavesAFileThatHasNoKey) {
  Write("no key");
  EXPECT_EQ(ReadOrMakeKeyFile(Path()).status().code(), absl::StatusCode::kFailedPrecondition);
  std::string text;
  std::getline(std::ifstream(Path()), text);
  EXPECT_EQ(text, "no key");
}

TEST_F(KeyFile, MissingIsToldWhenItIsOnlyRead) {
  EXPECT_EQ(ReadKeyFile(Path()).status().code(), absl::StatusCode::kNotFound);
  EXPECT_FALSE(fs::exists(Path()));
}

}  // namespace
}  // namespace flagfall::arena
