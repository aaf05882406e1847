#include "arena/accounts/submission.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/store/bots.h"
#include "arena/store/check.h"
#include "arena/store/tournaments.h"
#include "tests/accounts/hosted_home.h"

namespace flagfall::arena::accounts {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class SubmissionTest : public testing::Test {
 protected:
  HostedHome home_;
};

TEST_F(SubmissionTest, WhatIsBuiltAndCheckedIsAnEntry) {
  std::string checked;
  home_.options().check = [&](const v1::BotManifest& manifest, const std::string& folder, const std::string& log_path) {
    checked = manifest.name() + " in " + folder + ", log " + log_path;
    return absl::OkStatus();
  };
  const v1::Submission submission = home_.Submit(home_.Write(HostedHome::Manifest(
      "rook", R"("command": ["./run"], "build_command": ["/bin/sh", "-c", "echo made; cp /bin/true run"])")));
  EXPECT_EQ(submission.state(), v1::Submission::STATE_READY) << submission.reason();
  EXPECT_EQ(submission.entry(), "rook@1");
  const std::string folder = home_.dir().At("bots/rook@1");
  EXPECT_EQ(checked, "rook in " + folder + ", log " + home_.dir().At("logs/submissions/1/check.log"));
  EXPECT_EQ(home_.dir().Read("logs/submissions/1/build.log"), "made\n");
  const auto bot = store::FindBot(home_.database(), "rook");
  ASSERT_THAT(bot, IsOk());
  EXPECT_EQ(bot->name(), "rook@1");
  EXPECT_EQ(bot->owner, "amy");
  EXPECT_EQ(bot->folder, folder);
  EXPECT_TRUE(bot->is_submitted());
  EXPECT_TRUE(fs::exists(folder + "/run"));
  EXPECT_TRUE(home_.IsStagingEmpty());
  EXPECT_THAT(store::CheckBots(home_.database()), IsOk());
}

TEST_F(SubmissionTest, EachFailureHasItsReasonAndLeavesNothing) {
  struct Row {
    std::string manifest;
    v1::Submission::State last;
    std::string reason;
  };
  const auto build = [](const std::string& script, const std::string& more = "") {
    return HostedHome::Manifest(
        "rook", R"("command": ["./run"], "build_command": ["/bin/sh", "-c", ")" + script + R"("])" + more);
  };
  using S = v1::Submission;
  const std::vector<Row> rows = {
      {"{", S::STATE_CHECKING_MANIFEST, "bot.json: it is not JSON"},
      {HostedHome::Manifest("rook", R"("colour": 1)"), S::STATE_CHECKING_MANIFEST, "colour"},
      {HostedHome::Manifest(std::string(33, 'r')), S::STATE_CHECKING_MANIFEST, "field name: has 33 characters"},
      {HostedHome::Manifest("rook", R"("command": ["../../run"])"), S::STATE_CHECKING_MANIFEST,
       "field command: ../../run"},
      {HostedHome::Manifest("rook", R"("command": ["/etc/passwd"])"), S::STATE_CHECKING_MANIFEST,
       "field command: /etc/passwd"},
      {HostedHome::Manifest("rook", R"("command": ["/bin/true"], "working_directory": "../x")"),
       S::STATE_CHECKING_MANIFEST, "field working_directory"},
      {build("echo no compiler; exit 3"), S::STATE_BUILDING,
       "exited with code 3; its output is in build.log and ends with\n"},
      {build("sleep 1000"), S::STATE_BUILDING, "took longer than 1 s"},
      {build("true"), S::STATE_CHECKING, "the bot's program run does not exist"},
      {build("cp /bin/true run", R"(, "working_directory": "none")"), S::STATE_CHECKING,
       "none is not a folder in the bot's"},
      {build("ln -s /etc/passwd run"), S::STATE_CHECKING, "may not be executed"},
      {build("cp /bin/true run; printf 'n\\\\377o'"), S::STATE_CHECKING, "lost all its games"},
  };
  home_.options().build.time_max = std::chrono::seconds(1);
  home_.options().check = [](const v1::BotManifest&, const std::string&, const std::string&) {
    return absl::FailedPreconditionError("it lost all its games");
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.manifest);
    const v1::Submission submission = home_.Submit(home_.Write(row.manifest));
    EXPECT_EQ(submission.state(), S::STATE_FAILED);
    EXPECT_THAT(submission.reason(), HasSubstr(row.reason));
    EXPECT_THAT(submission.reason(), Not(HasSubstr(home_.dir().path()))) << "the host's own paths";
    ASSERT_GE(submission.steps_size(), 2);
    EXPECT_EQ(submission.steps(submission.steps_size() - 2).state(), row.last);
    EXPECT_THAT(home_.Entries(), testing::IsEmpty());
    EXPECT_TRUE(home_.IsStagingEmpty());
  }
  EXPECT_TRUE(store::ListBots(home_.database())->empty());
}

TEST_F(SubmissionTest, WhatCannotBeUnpackedFailsWithTheEntry) {
  home_.dir().Write("bad.zip", "PK\3\4 and nothing else");
  EXPECT_THAT(home_.Submit(home_.dir().At("bad.zip")).reason(), HasSubstr("archive bad.zip"));
  EXPECT_THAT(home_.Submit(home_.dir().At("none.zip")).reason(), HasSubstr("cannot be opened"));
  const std::string source = home_.Write(HostedHome::Manifest("rook"));
  fs::create_symlink("/etc/passwd", source + "/link");
  EXPECT_THAT(home_.Submit(source).reason(), HasSubstr("entry 'link' is a symbolic link"));
  fs::remove(source + "/link");
  fs::remove(source + "/bot.json");
  EXPECT_THAT(home_.Submit(source).reason(), HasSubstr("bot.json: no such file"));
  EXPECT_TRUE(home_.IsStagingEmpty());
}

TEST_F(SubmissionTest, OutputThatIsNoTextIsMadeText) {
  const v1::Submission submission = home_.Submit(home_.Write(HostedHome::Manifest(
      "rook", R"("command": ["./run"], "build_command": ["/bin/sh", "-c", "printf 'n\\377o'; exit 1"])")));
  EXPECT_THAT(submission.reason(), HasSubstr("n?o"));
  const v1::Submission lengthy = home_.Submit(home_.Write(HostedHome::Manifest(
      "rook",
      R"("command": ["./run"], "build_command": ["/bin/sh", "-c", "head -c 100000 /dev/zero | tr '\\0' x; exit 1"])")));
  EXPECT_EQ(lengthy.reason().size(), kReasonBytesMax);
}

TEST_F(SubmissionTest, TheSameAgainIsTheSameEntryAndAnythingElseANewOne) {
  EXPECT_EQ(home_.Submit(home_.Write(HostedHome::Manifest("rook"))).entry(), "rook@1");
  const v1::Submission again = home_.Submit(home_.Write(HostedHome::Manifest("rook")));
  EXPECT_EQ(again.state(), v1::Submission::STATE_READY);
  EXPECT_EQ(again.entry(), "rook@1");
  EXPECT_THAT(home_.Entries(), ElementsAre("rook@1"));
  EXPECT_EQ(home_.Submit(home_.Write(HostedHome::Manifest("rook"), "y")).entry(), "rook@2");
  EXPECT_EQ(store::FindBot(home_.database(), "rook@1")->State(), v1::Bot::STATE_RETIRED);
  EXPECT_THAT(home_.Entries(), ElementsAre("rook@2")) << "the retired one plays nowhere";
  EXPECT_THAT(home_.Submit(home_.Write(HostedHome::Manifest("rook"), "z"), "ben").reason(),
              HasSubstr("the name 'rook' belongs to amy"));
  EXPECT_THAT(store::CheckBots(home_.database()), IsOk());
}

TEST_F(SubmissionTest, ARetiredVersionStaysWhileATournamentHasIt) {
  home_.Submit(home_.Write(HostedHome::Manifest("rook")));
  home_.Submit(home_.Write(HostedHome::Manifest("king")), "ben");
  const auto id = store::CreateTournament(home_.database(), store::CompleteSpecOf({"rook", "king"}), store::kPool,
                                          home_.options().now());
  ASSERT_THAT(id, IsOk());
  home_.Submit(home_.Write(HostedHome::Manifest("rook"), "2"));
  EXPECT_THAT(home_.Entries(), ElementsAre("king@1", "rook@1", "rook@2"));
  ASSERT_THAT(store::SetTournamentState(home_.database(), *id, v1::Tournament::STATE_FINISHED, home_.options().now()),
              IsOk());
  home_.Submit(home_.Write(HostedHome::Manifest("rook"), "3"));
  EXPECT_THAT(home_.Entries(), ElementsAre("king@1", "rook@3"));
}

TEST_F(SubmissionTest, AnOwnersBotsTakeNoMoreThanTheHostAllows) {
  const std::string mib(1 << 20, 'x');
  home_.options().owner_bytes_max = 3 << 20;
  const auto submit = [&](const std::string& bot, const std::string& content, const std::string& owner = "amy") {
    return home_.Submit(home_.Write(HostedHome::Manifest(bot), content), owner);
  };
  EXPECT_EQ(submit("rook", mib).state(), v1::Submission::STATE_READY);
  EXPECT_EQ(submit("knight", mib).state(), v1::Submission::STATE_READY);
  const v1::Submission third = submit("queen", mib);
  EXPECT_EQ(third.state(), v1::Submission::STATE_FAILED);
  EXPECT_EQ(third.reason(),
            "with this one, as it is built, the bots of amy would take 4 MiB on this host, and may take 3 "
            "(--owner-bots-max); retire one that is of no use any more (`flagfall bot retire NAME`), and send this one "
            "in again");
  EXPECT_THAT(home_.Entries(), ElementsAre("knight@1", "rook@1"));
  EXPECT_EQ(submit("pawn", mib, "ben").state(), v1::Submission::STATE_READY) << "each owner has as much";
  EXPECT_EQ(submit("rook", mib + "more").state(), v1::Submission::STATE_READY)
      << "it takes the place of the one before";
  ASSERT_THAT(store::RetireBot(home_.database(), "knight@1", "it is of no use"), IsOk());
  EXPECT_EQ(submit("queen", mib).state(), v1::Submission::STATE_READY);
  EXPECT_THAT(home_.Entries(), ElementsAre("pawn@1", "queen@1", "rook@2")) << "what is retired goes";
}

TEST_F(SubmissionTest, WhatAKilledHostLeftIsFailedAndRemoved) {
  home_.Submit(home_.Write(HostedHome::Manifest("rook")));
  const auto begun = store::BeginSubmission(home_.database(), "amy", home_.options().now());
  ASSERT_THAT(begun, IsOk());
  const auto id = static_cast<std::int64_t>(begun->id());
  ASSERT_THAT(store::NameSubmission(home_.database(), id, "rook", std::string(32, 'h'), home_.options().now()), IsOk());
  const std::string archive = "logs/submissions/2/build.log.tar";
  for (const std::string left :
       {"bots/rook@2/half", "bots/rook@1.built/half", "bots/.staging/2/bot/half", "bots/.staging/upload",
        "bots/mine/bot.json", "bots/a@b/bot.json", archive.c_str(), "logs/submissions/2/build.log"}) {
    home_.dir().Write(left, "");
  }
  ASSERT_THAT(AbandonSubmissions(home_.database(), home_.options().folders, home_.options().now()), IsOk());
  EXPECT_THAT(home_.Entries(), ElementsAre("a@b", "mine", "rook@1")) << "what is nobody's entry is not ours to remove";
  EXPECT_TRUE(home_.IsStagingEmpty());
  EXPECT_FALSE(std::filesystem::exists(home_.dir().At(archive)));
  EXPECT_TRUE(std::filesystem::exists(home_.dir().At("logs/submissions/2/build.log"))) << "its author may read it";
  const auto submission = store::FindSubmission(home_.database(), id);
  ASSERT_THAT(submission, IsOk());
  EXPECT_EQ(submission->state(), v1::Submission::STATE_FAILED);
  EXPECT_EQ(submission->reason(), "the host was stopped (building); submit it again");
  EXPECT_EQ(home_.Submit(home_.Write(HostedHome::Manifest("rook"), "y")).entry(), "rook@2");
}

}  // namespace
}  // namespace flagfall::arena::accounts
