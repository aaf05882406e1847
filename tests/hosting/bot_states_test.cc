#include "arena/hosting/bot_states.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/hosting/hosted_home.h"

namespace flagfall::arena {
namespace {

using absl::StatusCode;
using testing::HasSubstr;

class BotStatesTest : public testing::Test {
 protected:
  HostedHome home_;
};

TEST_F(BotStatesTest, ABotIsSuspendedAndResumedAndRetired) {
  home_.Submit(home_.Write(HostedHome::Manifest("rook")));
  EXPECT_THAT(Resume(home_.database(), "rook"), IsError(StatusCode::kFailedPrecondition, "rook@1 is not suspended"));
  const auto suspended = Suspend(home_.database(), "rook", "too loud");
  ASSERT_THAT(suspended, IsOk());
  EXPECT_EQ(suspended->State(), BotState::kSuspended);
  EXPECT_EQ(suspended->Reason(), "too loud");
  EXPECT_EQ(Resume(home_.database(), "rook@1")->State(), BotState::kReady);
  const auto retired = Retire(home_.database(), "rook", "its author wished it");
  ASSERT_THAT(retired, IsOk());
  EXPECT_EQ(retired->State(), BotState::kRetired);
  for (const auto& refused : {Suspend(home_.database(), "rook", "why"), Resume(home_.database(), "rook"),
                              Retire(home_.database(), "rook", "why")}) {
    EXPECT_THAT(refused, IsError(StatusCode::kFailedPrecondition, "rook@1 is retired: its author wished it"));
  }
  EXPECT_THAT(Suspend(home_.database(), "eve", "why"), IsError(StatusCode::kNotFound, "eve"));
}

TEST_F(BotStatesTest, ReasonsHaveTheirLimits) {
  home_.Submit(home_.Write(HostedHome::Manifest("rook")));
  EXPECT_THAT(Suspend(home_.database(), "rook", ""), IsError(StatusCode::kInvalidArgument, "give 1 to 1000"));
  EXPECT_THAT(Suspend(home_.database(), "rook", std::string(1001, 'x')),
              IsError(StatusCode::kInvalidArgument, "has 1001 bytes; give 1 to 1000"));
  EXPECT_THAT(Suspend(home_.database(), "rook", std::string(1000, 'x')), IsOk());
}

std::string Building(const std::string& script) {
  return HostedHome::Manifest("rook",
                              R"("command": ["/bin/true"], "build_command": ["/bin/sh", "-c", ")" + script + R"("])");
}

TEST_F(BotStatesTest, TheLogIsTheNewestSubmissionsOrTheEntrys) {
  const auto log = [&](const std::string& name) {
    const auto text = BotLog(home_.database(), home_.options().folders, name);
    EXPECT_THAT(text, IsOk());
    return *text;
  };
  home_.Submit(home_.Write(Building("echo first")));
  EXPECT_EQ(log("rook"), "== submission 1, build\nfirst\n");
  home_.Submit(home_.Write(Building("echo first")));
  EXPECT_EQ(log("rook"), "== submission 1, build\nfirst\n") << "the same again was not built";
  home_.Submit(home_.Write(Building("printf second; exit 1")));
  EXPECT_EQ(log("rook"), "== submission 3, build\nsecond\n");
  EXPECT_EQ(log("rook@1"), "== submission 1, build\nfirst\n");
  EXPECT_THAT(BotLog(home_.database(), home_.options().folders, "eve"), IsError(StatusCode::kNotFound, "eve"));
}

TEST_F(BotStatesTest, TheLogOfAnotherWhoTriedTheNameIsNotShown) {
  home_.Submit(home_.Write(Building("echo bens secret; exit 1")), "ben");
  home_.Submit(home_.Write(HostedHome::Manifest("rook")), "amy");
  EXPECT_THAT(*BotLog(home_.database(), home_.options().folders, "rook"), testing::Not(HasSubstr("secret")));
}

}  // namespace
}  // namespace flagfall::arena
