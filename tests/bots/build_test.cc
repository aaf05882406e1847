#include "arena/bots/build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/bots/archive_limits.h"
#include "arena/bots/sandbox_probe.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::bots {
namespace {

class BuildBotTest : public testing::Test {
 protected:
  absl::Status Build(const std::vector<std::string>& command,
                     std::chrono::seconds time_max = std::chrono::seconds(60)) {
    v1::BotManifest manifest;
    manifest.set_name("anna");
    manifest.mutable_build_command()->Assign(command.begin(), command.end());
    return BuildBot(manifest, dir_.path(),
                    {.supervisor_path = FLAGFALL_SUPERVISOR, .log_path = dir_.At("build.log"), .time_max = time_max});
  }

  TempDir dir_;
};

// Builds in a strict sandbox. The log lies beside the bot's folder, because the build replaces the folder.
class StrictBuildTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto sandbox = FindSandbox(SandboxMode::kStrict, {.supervisor_path = FLAGFALL_SUPERVISOR});
    if (!sandbox.ok()) GTEST_SKIP() << sandbox.status().message();
    sandbox_ = *sandbox;
    dir_.Write("bot/bot.json", "{}");
    std::filesystem::permissions(dir_.path(), std::filesystem::perms(0755));
    std::filesystem::permissions(dir_.At("bot"), std::filesystem::perms(0755));
  }

  absl::Status Build(const std::string& script) {
    v1::BotManifest manifest;
    manifest.set_name("anna");
    for (const std::string& word : {std::string("/bin/sh"), std::string("-c"), script}) {
      manifest.add_build_command(word);
    }
    return BuildBot(manifest, dir_.At("bot"),
                    {.supervisor_path = FLAGFALL_SUPERVISOR, .log_path = dir_.At("build.log"), .sandbox = sandbox_});
  }

  TempDir dir_;
  Sandbox sandbox_;
};

TEST_F(BuildBotTest, WithoutACommandThereIsNothingToDo) {
  EXPECT_THAT(Build({}), IsOk());
  EXPECT_FALSE(std::filesystem::exists(dir_.At("build.log")));
}

TEST_F(BuildBotTest, RunsInTheBotsFolderAndKeepsTheLog) {
  dir_.Write("build.log", "of the last time\n");
  EXPECT_THAT(Build({"/bin/sh", "-c", "echo built; echo made > made"}), IsOk());
  EXPECT_EQ(dir_.Read("made"), "made\n");
  EXPECT_EQ(dir_.Read("build.log"), "built\n");
}

TEST_F(BuildBotTest, AFailureShowsTheEndOfTheLog) {
  const absl::Status status = Build({"/bin/sh", "-c", "for i in $(seq 100); do echo line $i; done; exit 2"});
  EXPECT_THAT(status, IsError(absl::StatusCode::kFailedPrecondition, "exited with code 2"));
  EXPECT_THAT(status, IsError(absl::StatusCode::kFailedPrecondition, dir_.At("build.log")));
  EXPECT_THAT(status, IsError(absl::StatusCode::kFailedPrecondition, "ends with\n  line 89\n"));
}

TEST_F(BuildBotTest, AMissingProgramIsNamed) {
  EXPECT_THAT(Build({"./no-such-program"}),
              IsError(absl::StatusCode::kFailedPrecondition, "/no-such-program: No such file or directory"));
}

TEST_F(BuildBotTest, TakesNoLongerThanItMay) {
  EXPECT_THAT(Build({"/bin/sh", "-c", "sleep 1000"}, std::chrono::seconds(1)),
              IsError(absl::StatusCode::kDeadlineExceeded, "took longer than 1 s"));
}

TEST_F(StrictBuildTest, ItsOutputReplacesTheFolder) {
  dir_.Write("bot/source", "text\n");
  ASSERT_THAT(Build("pwd; mkdir deep && cp source deep/made && chmod +x deep/made && ln -s deep/made link"), IsOk());
  EXPECT_EQ(dir_.Read("build.log"), "/bot\n");
  EXPECT_EQ(dir_.Read("bot/deep/made"), "text\n");
  EXPECT_EQ(dir_.Read("bot/bot.json"), "{}");
  EXPECT_EQ(::access(dir_.At("bot/deep/made").c_str(), X_OK), 0);
  EXPECT_FALSE(std::filesystem::is_symlink(dir_.At("bot/link")));
  // Nothing else is left: the archive and the old folder are gone.
  EXPECT_THAT(std::vector<std::filesystem::path>(std::filesystem::directory_iterator(dir_.path()), {}),
              testing::SizeIs(2));
}

TEST_F(StrictBuildTest, AFailureLeavesTheFolderAsItWas) {
  EXPECT_THAT(Build("echo broken > bot.json; echo oh; exit 2"),
              IsError(absl::StatusCode::kFailedPrecondition, "exited with code 2"));
  EXPECT_EQ(dir_.Read("bot/bot.json"), "{}");
}

TEST_F(StrictBuildTest, SeesNeitherHostNorNetwork) {
  EXPECT_THAT(
      Build(absl::StrCat("test ! -e ", dir_.path(), " && test ! -e /run/referee.sock && test ! -e /etc/passwd")),
      IsOk());
}

TEST_F(StrictBuildTest, CannotFillTheDisk) {
  EXPECT_THAT(Build("head -c 600M /dev/zero > full"),
              IsError(absl::StatusCode::kFailedPrecondition, "No space left on device"));
  EXPECT_THAT(Build("head -c 600M /dev/zero > /out"),
              IsError(absl::StatusCode::kFailedPrecondition, "its output is in"));
  EXPECT_FALSE(std::filesystem::exists(dir_.At("build.log.tar")));
}

TEST_F(StrictBuildTest, LeavesNoMoreThanItMay) {
  const std::uint64_t file_bytes = kBuiltLimits.file_bytes_max;
  EXPECT_THAT(Build(absl::StrCat("head -c ", file_bytes, " /dev/zero > full")), IsOk());
  EXPECT_THAT(Build(absl::StrCat("head -c ", file_bytes + 1, " /dev/zero > full")),
              IsError(absl::StatusCode::kResourceExhausted, absl::StrCat("at most ", file_bytes)));
  EXPECT_EQ(std::filesystem::file_size(dir_.At("bot/full")), file_bytes);
  // Two such files, with the folder and its manifest, are more than a bot may have on the disk.
  EXPECT_THAT(Build(absl::StrCat("head -c ", file_bytes, " /dev/zero > second")),
              IsError(absl::StatusCode::kResourceExhausted, "that a bot may take on the disk"));
  EXPECT_THAT(Build("truncate -s 150M second"),
              IsError(absl::StatusCode::kResourceExhausted, absl::StrCat(kBuiltLimits.archive_bytes_max, " bytes")));
}

TEST_F(StrictBuildTest, AnArchiveOfItsOwnIsTakenWithinLimitsOnly) {
  EXPECT_THAT(Build("mkfifo trap"), IsError(absl::StatusCode::kInvalidArgument, "trap"));
  EXPECT_EQ(dir_.Read("bot/bot.json"), "{}");
}

TEST_F(BuildBotTest, AProgramWhoseInterpreterIsMissingIsToldSo) {
  BotLaunch launch{.folder = dir_.path(),
                   .command = {dir_.Write("old.py", "#! /usr/bin/no-such-python -u\nprint(1)\n")},
                   .environment = {},
                   .log_path = "/dev/null",
                   .limits = {},
                   .bot_folder = dir_.path()};
  std::filesystem::permissions(launch.command.front(), std::filesystem::perms::owner_all);
  EXPECT_THAT(CheckProgram(launch),
              IsError(absl::StatusCode::kNotFound,
                      "its first line asks for the interpreter /usr/bin/no-such-python, which does not exist; name "
                      "another in that line, as in #!/usr/bin/env python3, or in `command`"));
  for (const char* sound : {"#!/usr/bin/env python3\n", "#!/bin/sh\n", "no script", "#!\n", ""}) {
    dir_.Write("old.py", sound);
    EXPECT_THAT(CheckProgram(launch), IsOk()) << sound;
  }
}

}  // namespace
}  // namespace flagfall::arena::bots
