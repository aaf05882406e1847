#include "arena/bots/folder_hashes.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "arena/bots/folder_hash.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "tests/support/wait.h"

namespace flagfall::arena::bots {
namespace {

void Write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

class FolderHashesTest : public testing::Test {
 protected:
  FolderHashesTest() {
    std::filesystem::create_directories(dir_.At("bot/lib"));
    Write(dir_.At("bot/bot.json"), "{}");
    Write(dir_.At("bot/lib/code.py"), "first");
  }

  // Looks at the folder until what was written to it is old enough to be known by its times.
  void Settle(FolderHashes& hashes) {
    EXPECT_TRUE(WaitFor([&] {
      const std::uint64_t before = hashes.reads();
      EXPECT_THAT(hashes.HashOf(dir_.At("bot")), IsOk());
      return hashes.reads() == before;
    }));
  }

  // A moment in which files of this machine may have one time.
  static constexpr Micros kTick = std::chrono::milliseconds(100);
  TempDir dir_;
};

TEST_F(FolderHashesTest, FilesThatHaveNotChangedAreReadOnce) {
  FolderHashes hashes(Micros(0), kTick);
  Settle(hashes);
  const std::uint64_t reads = hashes.reads();
  for (int again = 0; again < 100; ++again) {
    EXPECT_EQ(hashes.HashOf(dir_.At("bot")).value(), HashOfFolder(dir_.At("bot")).value());
  }
  EXPECT_EQ(hashes.reads(), reads);
}

TEST_F(FolderHashesTest, WhateverChangesIsSeen) {
  FolderHashes hashes(Micros(0), kTick);
  const std::string code = dir_.At("bot/lib/code.py");
  Settle(hashes);
  struct stat before = {};
  ASSERT_EQ(::stat(code.c_str(), &before), 0);
  // As long as before, and with the time of before: as whoever wants to hide a change would do it.
  Write(code, "other");
  const std::array<timespec, 2> times = {before.st_atim, before.st_mtim};
  ASSERT_EQ(::utimensat(AT_FDCWD, code.c_str(), times.data(), 0), 0);
  EXPECT_EQ(hashes.HashOf(dir_.At("bot")).value(), HashOfFolder(dir_.At("bot")).value());
  Settle(hashes);
  std::filesystem::permissions(code, std::filesystem::perms::owner_exec, std::filesystem::perm_options::add);
  EXPECT_EQ(hashes.HashOf(dir_.At("bot")).value(), HashOfFolder(dir_.At("bot")).value());
  Settle(hashes);
  Write(dir_.At("bot/lib/more.py"), "");
  EXPECT_EQ(hashes.HashOf(dir_.At("bot")).value(), HashOfFolder(dir_.At("bot")).value());
}

TEST_F(FolderHashesTest, WhatChangesAgainInTheSameMomentIsSeen) {
  FolderHashes hashes(Micros(0), kTick);
  for (const char* text : {"a", "b", "c", "d", "e", "f"}) {
    Write(dir_.At("bot/bot.json"), text);
    EXPECT_EQ(hashes.HashOf(dir_.At("bot")).value(), HashOfFolder(dir_.At("bot")).value());
  }
}

TEST_F(FolderHashesTest, AFolderIsNotLookedAtAgainAtOnce) {
  FolderHashes hashes(std::chrono::hours(1));
  const std::string hash = hashes.HashOf(dir_.At("bot")).value();
  Write(dir_.At("bot/bot.json"), "other");
  EXPECT_EQ(hashes.HashOf(dir_.At("bot")).value(), hash);
  EXPECT_EQ(hashes.reads(), 1);
}

TEST_F(FolderHashesTest, WhatCannotBeReadIsNamed) {
  FolderHashes hashes(Micros(0), kTick);
  EXPECT_THAT(hashes.HashOf(dir_.At("none")), IsError(absl::StatusCode::kNotFound, "none cannot be read"));
}

}  // namespace
}  // namespace flagfall::arena::bots
