#include "arena/bots/build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena {
namespace {

class BuildBotTest : public testing::Test {
 protected:
  absl::Status Build(const std::vector<std::string>& command,
                     std::chrono::seconds time_max = std::chrono::seconds(60)) {
    v1::BotManifest manifest;
    manifest.set_name("anna");
    manifest.mutable_build_command()->Assign(command.begin(), command.end());
    return BuildBot(manifest, dir_.path(),
                    {.keeper_path = FLAGFALL_KEEPER, .log_path = dir_.At("build.log"), .time_max = time_max});
  }

  TempDir dir_;
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

}  // namespace
}  // namespace flagfall::arena
