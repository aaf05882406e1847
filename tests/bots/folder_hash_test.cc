#include "arena/bots/folder_hash.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <system_error>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::bots {
namespace {

namespace fs = std::filesystem;

TEST(HashOfFolder, ChangesWithWhateverTheBotIsMadeOf) {
  const TempDir dir;
  std::set<std::string> seen;
  const auto is_new = [&] {
    const auto hash = HashOfFolder(dir.At("bot"));
    EXPECT_THAT(hash, IsOk());
    EXPECT_EQ(hash->size(), 32u);
    return seen.insert(*hash).second;
  };
  dir.Write("bot/bot.json", "{}");
  EXPECT_TRUE(is_new());
  EXPECT_FALSE(is_new());
  dir.Write("bot/src/main.py", "1");
  EXPECT_TRUE(is_new()) << "a file more";
  dir.Write("bot/src/main.py", "2");
  EXPECT_TRUE(is_new()) << "other bytes";
  fs::rename(dir.At("bot/src/main.py"), dir.At("bot/src/bot.py"));
  EXPECT_TRUE(is_new()) << "another name";
  fs::permissions(dir.At("bot/src/bot.py"), fs::perms::owner_all);
  EXPECT_TRUE(is_new()) << "it may be executed";
  fs::create_symlink("src/bot.py", dir.At("bot/run"));
  EXPECT_TRUE(is_new()) << "a link";
  fs::remove(dir.At("bot/run"));
  fs::create_symlink("src/other.py", dir.At("bot/run"));
  EXPECT_TRUE(is_new()) << "a link to elsewhere";
}

TEST(HashOfFolder, LeavesOutWhatPlayingLeavesBehind) {
  const TempDir dir;
  dir.Write("bot/bot.json", "{}");
  const auto before = HashOfFolder(dir.At("bot"));
  ASSERT_THAT(before, IsOk());
  dir.Write("bot/__pycache__/bot.pyc", "x");
  dir.Write("bot/.git/HEAD", "x");
  dir.Write("bot/flagfall-home/flagfall.db", "x");
  const auto after = HashOfFolder(dir.At("bot"));
  ASSERT_THAT(after, IsOk());
  EXPECT_EQ(*after, *before);
}

TEST(HashOfFolder, IsNotThatOfHalfAFile) {
  // Files of the kernel that may be opened; on most machines there are some among them that cannot be read.
  const std::string folder = "/proc/thread-self/attr";
  bool all_open = true;
  bool all_readable = true;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!entry.is_regular_file()) continue;
    const std::unique_ptr<std::FILE, decltype(&std::fclose)> file(std::fopen(entry.path().c_str(), "r"), &std::fclose);
    all_open = all_open && file != nullptr;
    if (file != nullptr && std::fgetc(file.get()) == EOF && std::ferror(file.get()) != 0) all_readable = false;
  }
  if (!all_open || all_readable) GTEST_SKIP() << "no file that can be opened and not read is known on this machine";
  EXPECT_THAT(HashOfFolder(folder), IsError(absl::StatusCode::kPermissionDenied, "cannot be read"));
}

TEST(HashOfFolder, NamesWhatIsNotThere) {
  const TempDir dir;
  EXPECT_THAT(HashOfFolder(dir.At("none")), IsError(absl::StatusCode::kNotFound, "none cannot be read"));
}

}  // namespace
}  // namespace flagfall::arena::bots
