#include "arena/base/durable_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace flagfall::arena {
namespace {

namespace fs = std::filesystem;

TEST(DurableFiles, AnErrorSaysWhatTheSystemSaid) {
  struct Row {
    int error;
    absl::StatusCode code;
  };
  for (const Row& row :
       {Row{ENOSPC, absl::StatusCode::kResourceExhausted}, Row{EDQUOT, absl::StatusCode::kResourceExhausted},
        Row{ENOENT, absl::StatusCode::kNotFound}, Row{ENOTDIR, absl::StatusCode::kNotFound},
        Row{EEXIST, absl::StatusCode::kAlreadyExists}, Row{EACCES, absl::StatusCode::kPermissionDenied},
        Row{EROFS, absl::StatusCode::kPermissionDenied}, Row{EIO, absl::StatusCode::kInternal},
        Row{EMFILE, absl::StatusCode::kInternal}}) {
    const absl::Status status = FileError("/some/file", "written", row.error);
    EXPECT_EQ(status.code(), row.code) << status;
    EXPECT_EQ(status.message().find("/some/file: "), 0U) << status;
  }
  EXPECT_EQ(FileError("a", "read", EIO).message(), "a: cannot be read (Input/output error)");
}

TEST(DurableFiles, AFileIsWrittenForItsOwnerInPlaceOfAnother) {
  const std::string path = testing::TempDir() + "durable_file";
  std::ofstream(path) << "another, which is longer";
  fs::permissions(path, fs::perms::all);
  ASSERT_TRUE(WriteDurably(path, "text").ok());
  std::ifstream file(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "text");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_TRUE(SyncToDisk(path).ok());
  EXPECT_TRUE(SyncToDisk(FolderOf(path)).ok());
  fs::remove(path);
  EXPECT_EQ(WriteDurably(path + "/none", "text").code(), absl::StatusCode::kNotFound);
}

TEST(DurableFiles, WhatCannotBePutOnTheDiskIsNoFullDisk) {
  // The kernel knows no disk of it.
  EXPECT_EQ(SyncToDisk("/dev/null").code(), absl::StatusCode::kInternal);
  EXPECT_EQ(SyncToDisk("/nowhere/at/all").code(), absl::StatusCode::kNotFound);
}

TEST(DurableFiles, AFileLiesInAFolder) {
  EXPECT_EQ(FolderOf("/home/flagfall.db"), "/home");
  EXPECT_EQ(FolderOf("flagfall.db"), ".");
}

}  // namespace
}  // namespace flagfall::arena
