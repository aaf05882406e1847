#include "arena/bots/folder_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <utility>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::bots {
namespace {

namespace fs = std::filesystem;

constexpr ArchiveLimits kSmall = {
    .unpacked_bytes_max = 64 << 10, .file_bytes_max = 1000, .entries_max = 5, .depth_max = 3, .path_bytes_max = 20};

class FolderWriterTest : public testing::Test {
 protected:
  std::unique_ptr<FolderWriter> Make(const ArchiveLimits& limits = kSmall) {
    auto writer = FolderWriter::Make(dir_.At("bot"), limits);
    EXPECT_THAT(writer, IsOk());
    return *std::move(writer);
  }

  absl::Status Add(FolderWriter& writer, const std::string& name, const std::string& content = "") {
    absl::string_view left = content;
    return writer.AddFile(name, /*is_executable=*/false, [&left]() -> absl::StatusOr<absl::string_view> {
      return std::exchange(left, absl::string_view());
    });
  }

  TempDir dir_;
};

TEST_F(FolderWriterTest, AcceptsEachLimitAndNothingAboveIt) {
  const auto writer = Make();
  EXPECT_THAT(Add(*writer, "f", std::string(1000, 'x')), IsOk());
  EXPECT_THAT(Add(*writer, "g", std::string(1001, 'x')),
              IsError(absl::StatusCode::kResourceExhausted, "entry 'g' is "));
  EXPECT_THAT(Add(*writer, "a/b/c"), IsOk());
  EXPECT_THAT(Add(*writer, "h"), IsError(absl::StatusCode::kResourceExhausted, "at most 5 files and folders"));
  EXPECT_THAT(FolderWriter::Make(dir_.At("bot"), kSmall), IsError(absl::StatusCode::kAlreadyExists, "bot"));
}

TEST_F(FolderWriterTest, PathsHaveTheirLimits) {
  const auto writer = Make();
  EXPECT_THAT(Add(*writer, "a/b/c/d"), IsError(absl::StatusCode::kInvalidArgument, "is 4 folders deep; at most 3"));
  EXPECT_THAT(Add(*writer, std::string(21, 'n')), IsError(absl::StatusCode::kInvalidArgument, "21 bytes; at most 20"));
  EXPECT_THAT(Add(*writer, std::string(20, 'n')), IsOk());
}

TEST_F(FolderWriterTest, RoomOnTheDiskIsCountedInBlocksAndNames) {
  ArchiveLimits limits = kSmall;
  limits.unpacked_bytes_max = 2 * (kDiskBlockBytes + kDiskEntryBytes);
  const auto writer = Make(limits);
  EXPECT_THAT(Add(*writer, "a", "1"), IsOk());
  EXPECT_THAT(Add(*writer, "b", "1"), IsOk());
  EXPECT_THAT(Add(*writer, "c"), IsError(absl::StatusCode::kResourceExhausted, "that a bot may take on the disk"));
}

TEST_F(FolderWriterTest, AnUnfinishedFolderIsRemoved) {
  {
    const auto writer = Make();
    ASSERT_THAT(Add(*writer, "a/b", "1"), IsOk());
    EXPECT_TRUE(fs::exists(dir_.At("bot/a/b")));
  }
  EXPECT_FALSE(fs::exists(dir_.At("bot")));
  const auto writer = Make();
  ASSERT_THAT(Add(*writer, "a/b", "1"), IsOk());
  ASSERT_THAT(writer->Finish(), IsOk());
}

TEST_F(FolderWriterTest, ALinkThatSomebodyPutsThereIsNotFollowed) {
  TempDir outside;
  const auto writer = Make();
  ASSERT_THAT(writer->AddFolder("a"), IsOk());
  fs::remove(dir_.At("bot/a"));
  fs::create_directory_symlink(outside.path(), dir_.At("bot/a"));
  EXPECT_THAT(Add(*writer, "a/b", "1"), IsError(absl::StatusCode::kInternal, "entry 'a/b' cannot be reached"));
  fs::create_symlink(outside.At("c"), dir_.At("bot/c"));
  EXPECT_THAT(Add(*writer, "c", "1"), IsError(absl::StatusCode::kInternal, "entry 'c' cannot be made"));
  EXPECT_TRUE(fs::is_empty(outside.path()));
}

}  // namespace
}  // namespace flagfall::arena::bots
