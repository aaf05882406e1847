// UnpackArchive with programs in the place of the one that reads archives. What it makes of archives is in
// tests/hostile/archives.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "arena/bots/archive.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::bots {
namespace {

namespace fs = std::filesystem;

class ArchiveReaderTest : public testing::Test {
 protected:
  // Unpacks an archive with this script as the program.
  absl::Status UnpackWith(const std::string& script) {
    const std::string program = dir_.Write("reader", "#!/bin/sh\n" + script);
    fs::permissions(program, fs::perms::owner_all);
    return UnpackArchive(program, dir_.Write("bot.tar", "as it was sent"), dir_.At("unpacked"), {}).status();
  }

  const TempDir dir_;
};

TEST_F(ArchiveReaderTest, IsNamedWhereItIsMissing) {
  const std::string program = dir_.At("nowhere");
  EXPECT_THAT(UnpackArchive(program, dir_.Write("bot.tar", ""), dir_.At("unpacked"), {}),
              IsError(absl::StatusCode::kInternal,
                      "archive bot.tar cannot be read: " + program +
                          " does not start: No such file or directory; it belongs beside the flagfall program"));
}

TEST_F(ArchiveReaderTest, LeavesNothingWhereItDies) {
  EXPECT_THAT(UnpackWith(R"(printf 'f\4\0\0\0name'; kill -9 $$)"),
              IsError(absl::StatusCode::kInvalidArgument,
                      "archive bot.tar cannot be read: the program that reads archives broke"));
  EXPECT_FALSE(fs::exists(dir_.At("unpacked")));
}

TEST_F(ArchiveReaderTest, IsToldWhereItHasUsedUpItsProcessorTime) {
  EXPECT_THAT(UnpackWith(R"(printf 'f\4\0\0\0name'; kill -XCPU $$)"),
              IsError(absl::StatusCode::kDeadlineExceeded, "archive bot.tar takes too long to read"));
  EXPECT_FALSE(fs::exists(dir_.At("unpacked")));
}

TEST_F(ArchiveReaderTest, IsEndedWhereItsEntriesAreRefused) {
  EXPECT_THAT(UnpackWith(R"(printf 'd\7\0\0\0../away'; exec sleep 1000)"),
              IsError(absl::StatusCode::kInvalidArgument, "archive bot.tar: entry '../away'"));
  EXPECT_FALSE(fs::exists(dir_.At("unpacked")));
  EXPECT_FALSE(fs::exists(dir_.At("away")));
}

TEST_F(ArchiveReaderTest, GetsNothingButTheArchive) {
  // Not closed when a program is started, as a library may have opened one.
  const int open = ::fcntl(STDERR_FILENO, F_DUPFD, 200);
  ASSERT_GE(open, 0);
  // The error that it tells is the archive, its environment, but for what the shell itself puts there, and descriptors.
  const std::string script = R"sh(
    text="$(cat) $(env | grep -v -e '^PWD=' -e '^SHLVL=' -e '^_=' | wc -l) $(ls /proc/$$/fd | grep ... | wc -l)"
    printf '!'; printf "\\$(printf %o $((${#text} + 1)))"; printf '\0\0\0\3%s' "$text")sh";
  EXPECT_THAT(UnpackWith(script), IsError(absl::StatusCode::kInvalidArgument, "archive bot.tar as it was sent 0 0"));
  ::close(open);
}

}  // namespace
}  // namespace flagfall::arena::bots
