#include "arena/runner/run_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <chrono>
#include <filesystem>

#include "absl/strings/match.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::runner {
namespace {

namespace fs = std::filesystem;

void MakeOld(const std::string& path) {
  fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
}

TEST(RunFolder, LetsOthersPassThroughAndIsGoneAtTheEnd) {
  const TempDir parent;
  std::string path;
  {
    const auto folder = RunFolder::MakeUnder(parent.path());
    ASSERT_THAT(folder, IsOk());
    path = (*folder)->path();
    struct stat info {};
    ASSERT_EQ(::stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0711U);
    EXPECT_EQ((*folder)->SocketPath(12, 3), path + "/12-3");
    parent.Write(fs::path(path).filename().string() + "/s", "");
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(RunFolder, FitsIntoASocketsAddress) {
  const auto folder = RunFolder::Make();
  ASSERT_THAT(folder, IsOk());
  EXPECT_LT((*folder)->SocketPath(9999, 99999).size(), sizeof(sockaddr_un::sun_path));
}

TEST(RunFolder, AVeryLongRuntimeFolderIsNotTaken) {
  const TempDir parent;
  const std::string deep = parent.At(std::string(100, 'x'));
  fs::create_directory(deep);
  ::setenv("XDG_RUNTIME_DIR", deep.c_str(), 1);
  const auto folder = RunFolder::Make();
  ::unsetenv("XDG_RUNTIME_DIR");
  ASSERT_THAT(folder, IsOk());
  EXPECT_TRUE(absl::StartsWith((*folder)->path(), "/tmp/"));
}

TEST(RunFolder, RemovesWhatAKilledRunHasLeft) {
  const TempDir parent;
  fs::create_directories(parent.At("flagfall-run-abandoned"));
  parent.Write("flagfall-run-abandoned/s", "");
  MakeOld(parent.At("flagfall-run-abandoned"));
  fs::create_directories(parent.At("flagfall-run-young"));
  fs::create_directories(parent.At("another"));
  MakeOld(parent.At("another"));
  const auto owned = RunFolder::MakeUnder(parent.path());
  ASSERT_THAT(owned, IsOk());
  MakeOld((*owned)->path());
  const auto folder = RunFolder::MakeUnder(parent.path());
  ASSERT_THAT(folder, IsOk());
  EXPECT_FALSE(fs::exists(parent.At("flagfall-run-abandoned")));
  EXPECT_TRUE(fs::exists(parent.At("flagfall-run-young"))) << "its owner may be about to lock it";
  EXPECT_TRUE(fs::exists((*owned)->path())) << "its owner lives";
  EXPECT_TRUE(fs::exists(parent.At("another")));
}

TEST(RunFolder, NamesAFolderInWhichNothingCanBeMade) {
  EXPECT_THAT(RunFolder::MakeUnder("/nowhere"), IsError(absl::StatusCode::kInternal, "under /nowhere"));
}

}  // namespace
}  // namespace flagfall::arena::runner
