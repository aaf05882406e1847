#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "arena/accounts/submission.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::accounts {
namespace {

namespace fs = std::filesystem;
using absl::StatusCode;

v1::BotManifest ManifestWith(const std::string& command, const std::string& build_command = "") {
  v1::BotManifest manifest;
  manifest.set_name("rook");
  manifest.add_command(command);
  if (!build_command.empty()) manifest.add_build_command(build_command);
  return manifest;
}

TEST(CheckSubmittedManifest, ProgramsAreTheBotsOwnOrTheSystems) {
  for (const char* program : {"./bot", "bin/bot", "python3", "/usr/bin/python3", "/bin/sh", "a/../bot"}) {
    EXPECT_THAT(CheckSubmittedManifest(ManifestWith(program)), IsOk()) << program;
    EXPECT_THAT(CheckSubmittedManifest(ManifestWith("./bot", program)), IsOk()) << program;
  }
  for (const char* program : {"../bot", "a/../../bot", "/home/host/bot", "/usr/bin/../../root/bot", "/usr/bin", "/",
                              "/usr/sbin/x", "//bin/sh"}) {
    EXPECT_THAT(CheckSubmittedManifest(ManifestWith(program)),
                IsError(StatusCode::kInvalidArgument, "field command: " + std::string(program)));
    EXPECT_THAT(CheckSubmittedManifest(ManifestWith("./bot", program)),
                IsError(StatusCode::kInvalidArgument, "field build_command: " + std::string(program)));
  }
}

TEST(CheckSubmittedManifest, ANameLeavesRoomForItsVersion) {
  v1::BotManifest manifest = ManifestWith("./bot");
  manifest.set_name(std::string(32, 'n'));
  EXPECT_THAT(CheckSubmittedManifest(manifest), IsOk());
  manifest.set_name(std::string(33, 'n'));
  EXPECT_THAT(CheckSubmittedManifest(manifest),
              IsError(StatusCode::kInvalidArgument, "has 33 characters; a submitted"));
}

class CheckBuiltTest : public testing::Test {
 protected:
  CheckBuiltTest() {
    fs::create_directories(dir_.At("bot/run"));
    dir_.Write("bot/own", "#!/bin/sh\n");
    fs::permissions(dir_.At("bot/own"), fs::perms::owner_all);
  }

  absl::Status Check(const std::string& command, const std::string& working_directory = "") {
    v1::BotManifest manifest = ManifestWith(command);
    manifest.set_working_directory(working_directory);
    return CheckBuilt(manifest, dir_.At("bot"));
  }

  TempDir dir_;
};

TEST_F(CheckBuiltTest, TakesWhatIsThere) {
  EXPECT_THAT(Check("./own"), IsOk());
  EXPECT_THAT(Check("./own", "run"), IsOk());
  EXPECT_THAT(Check("sh"), IsOk());
  EXPECT_THAT(Check("/bin/sh"), IsOk());
  fs::create_symlink("/usr/bin/env", dir_.At("bot/env"));
  EXPECT_THAT(Check("./env"), IsOk()) << "as Python's virtual environments have it";
}

TEST_F(CheckBuiltTest, NoLinkThatTheBuildHasMadeLeadsOut) {
  dir_.Write("outside", "#!/bin/sh\n");
  fs::permissions(dir_.At("outside"), fs::perms::owner_all);
  fs::create_symlink("../outside", dir_.At("bot/link"));
  EXPECT_THAT(Check("./link"), IsError(StatusCode::kInvalidArgument, "field command: ./link is a link that leads out"));
  fs::create_directory_symlink("/etc", dir_.At("bot/etc"));
  EXPECT_THAT(Check("./own", "etc"),
              IsError(StatusCode::kInvalidArgument, "working_directory: etc is not a folder in"));
  EXPECT_THAT(Check("./own", "own"),
              IsError(StatusCode::kInvalidArgument, "working_directory: own is not a folder in"));
  EXPECT_THAT(Check("./own", "none"), IsError(StatusCode::kInvalidArgument, "working_directory: none is not a folder"));
  EXPECT_THAT(Check("./none"), IsError(StatusCode::kNotFound, "does not exist"));
  EXPECT_THAT(Check("./run"), IsError(StatusCode::kNotFound, "does not exist"));
}

}  // namespace
}  // namespace flagfall::arena::accounts
