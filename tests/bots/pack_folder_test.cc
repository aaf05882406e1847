#include "arena/bots/pack_folder.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "arena/bots/archive.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::bots {
namespace {

namespace fs = std::filesystem;

TEST(PackFolder, IsTakenAsTheFolderItWas) {
  const TempDir dir;
  dir.Write("bot/bot.json", "{}");
  dir.Write("bot/deep/er/file", std::string(200'000, 'x'));
  dir.Write("bot/empty", "");
  fs::permissions(dir.Write("bot/run", "#!/bin/sh\n"), fs::perms::owner_all);
  ASSERT_THAT(PackFolder(dir.At("bot"), dir.At("bot.tar.gz")), IsOk());

  const auto unpacked = UnpackArchive(FLAGFALL_ARCHIVE_READER, dir.At("bot.tar.gz"), dir.At("unpacked"), {});
  ASSERT_THAT(unpacked, IsOk());
  const auto copied = CopyFolder(dir.At("bot"), dir.At("copied"), {});
  ASSERT_THAT(copied, IsOk());
  EXPECT_EQ(unpacked->content_sha256, copied->content_sha256);
  EXPECT_EQ(dir.Read("unpacked/deep/er/file"), std::string(200'000, 'x'));
  EXPECT_NE(fs::status(dir.At("unpacked/run")).permissions() & fs::perms::owner_exec, fs::perms::none);
}

TEST(PackFolder, NamesAreUtf8WhateverTheLocaleIs) {
  const TempDir dir;
  dir.Write("bot/bot.json", "{}");
  dir.Write("bot/größe.txt", "1");
  dir.Write("bot/名前/😀", "2");
  ASSERT_THAT(PackFolder(dir.At("bot"), dir.At("bot.tar.gz")), IsOk());
  ASSERT_THAT(UnpackArchive(FLAGFALL_ARCHIVE_READER, dir.At("bot.tar.gz"), dir.At("unpacked"), {}), IsOk());
  EXPECT_EQ(dir.Read("unpacked/größe.txt"), "1");
  EXPECT_EQ(dir.Read("unpacked/名前/😀"), "2");

  dir.Write("bot/\xff", "");
  EXPECT_THAT(PackFolder(dir.At("bot"), dir.At("bot.tar.gz")),
              IsError(absl::StatusCode::kInvalidArgument, "entry '\\xff' has a name that is not UTF-8"));
}

TEST(PackFolder, LeavesOutCachesAndHomes) {
  const TempDir dir;
  dir.Write("bot/bot.json", "{}");
  const auto before = CopyFolder(dir.At("bot"), dir.At("before"), {});
  ASSERT_THAT(before, IsOk());
  for (const char* name :
       {"flagfall-home/flagfall.db", "__pycache__/bot.pyc", "deep/__pycache__/x", ".git/HEAD", "old.pyc"}) {
    dir.Write(std::string("bot/") + name, "left over");
  }
  const auto copied = CopyFolder(dir.At("bot"), dir.At("copied"), {});
  ASSERT_THAT(copied, IsOk());
  ASSERT_THAT(PackFolder(dir.At("bot"), dir.At("bot.tar.gz")), IsOk());
  const auto unpacked = UnpackArchive(FLAGFALL_ARCHIVE_READER, dir.At("bot.tar.gz"), dir.At("unpacked"), {});
  ASSERT_THAT(unpacked, IsOk());
  EXPECT_FALSE(fs::exists(dir.At("copied/flagfall-home")));
  EXPECT_FALSE(fs::exists(dir.At("copied/deep/__pycache__")));
  EXPECT_FALSE(fs::exists(dir.At("unpacked/.git")));
  EXPECT_EQ(unpacked->content_sha256, before->content_sha256);
}

TEST(PackFolder, NamesWhatIsNeitherFileNorFolder) {
  const TempDir dir;
  dir.Write("bot/bot.json", "{}");
  fs::create_symlink("bot.json", dir.At("bot/link"));
  EXPECT_THAT(PackFolder(dir.At("bot"), dir.At("bot.tar.gz")), IsError(absl::StatusCode::kInvalidArgument, "bot/link"));
  EXPECT_THAT(PackFolder(dir.At("none"), dir.At("none.tar.gz")), IsError(absl::StatusCode::kNotFound, "none"));
}

}  // namespace
}  // namespace flagfall::arena::bots
