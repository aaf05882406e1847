#include "arena/accounts/bot_logs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/api/home_api.h"
#include "arena/store/tournaments.h"
#include "tests/accounts/hosted_home.h"

namespace flagfall::arena::api {
namespace {

using absl::StatusCode;
using testing::HasSubstr;
using testing::Not;

class HomeBotsTest : public testing::Test {
 protected:
  HomeApi As(const std::string& user) {
    const accounts::Principal caller = user == "zoe"
                                           ? accounts::Principal{.role = accounts::Role::kHost, .user = user}
                                           : accounts::Principal{.role = accounts::Role::kOwner, .user = user};
    return HomeApi(store::LedgerAccess(home_.database()), caller, home_.options());
  }
  absl::StatusOr<v1::Bot> Suspend(const std::string& user, const std::string& bot, const std::string& reason) {
    v1::SuspendBotRequest request;
    request.set_name(bot);
    request.set_reason(reason);
    return As(user).SuspendBot(request);
  }
  absl::StatusOr<v1::Bot> Resume(const std::string& user, const std::string& bot) {
    v1::ResumeBotRequest request;
    request.set_name(bot);
    return As(user).ResumeBot(request);
  }
  absl::StatusOr<v1::Bot> Retire(const std::string& user, const std::string& bot, const std::string& reason) {
    v1::RetireBotRequest request;
    request.set_name(bot);
    request.set_reason(reason);
    return As(user).RetireBot(request);
  }

  accounts::HostedHome home_;
};

// Who makes a remote bot known again has most often lost its token.
TEST_F(HomeBotsTest, ARemoteBotThatOneHasIsGivenANewTokenAndNotMadeAgain) {
  v1::CreateRemoteBotRequest request;
  request.mutable_manifest()->set_name("ferry");
  request.mutable_manifest()->set_version("1");
  request.mutable_manifest()->add_rulesets("classic");
  ASSERT_THAT(As("amy").CreateRemoteBot(request), IsOk());
  EXPECT_THAT(As("amy").CreateRemoteBot(request),
              IsError(StatusCode::kAlreadyExists, "`flagfall token create --bot ferry` gives it a new token"));
  v1::CreateBotTokenRequest token;
  token.set_bot("ferry");
  EXPECT_THAT(As("amy").CreateBotToken(token), IsOk());
  ASSERT_THAT(Retire("amy", "ferry", "its author wished it"), IsOk());
  EXPECT_THAT(Resume("amy", "ferry"),
              IsError(StatusCode::kFailedPrecondition, "; a remote bot stays so, and another name makes another"));
  const absl::Status retired = As("amy").CreateRemoteBot(request).status();
  EXPECT_EQ(retired.code(), StatusCode::kAlreadyExists);
  EXPECT_THAT(std::string(retired.message()), Not(HasSubstr("token create"))) << "a retired bot needs no token";
}

TEST_F(HomeBotsTest, ABotIsSuspendedAndResumedAndRetired) {
  home_.Submit(home_.Write(accounts::HostedHome::Manifest("rook")));
  EXPECT_THAT(Resume("amy", "rook"), IsError(StatusCode::kFailedPrecondition, "rook@1 is not suspended"));
  const auto suspended = Suspend("amy", "rook", "too loud");
  ASSERT_THAT(suspended, IsOk());
  EXPECT_EQ(suspended->state(), v1::Bot::STATE_SUSPENDED);
  EXPECT_EQ(suspended->suspended_reason(), "too loud");
  EXPECT_EQ(Resume("amy", "rook@1")->state(), v1::Bot::STATE_READY);
  const auto retired = Retire("amy", "rook", "its author wished it");
  ASSERT_THAT(retired, IsOk());
  EXPECT_EQ(retired->state(), v1::Bot::STATE_RETIRED);
  for (const auto& refused : {Suspend("amy", "rook", "why"), Resume("amy", "rook"), Retire("amy", "rook", "why")}) {
    EXPECT_THAT(refused, IsError(StatusCode::kFailedPrecondition,
                                 "rook@1 is retired: its author wished it; to send it in again brings it back"));
  }
  EXPECT_THAT(Suspend("amy", "eve", "why"), IsError(StatusCode::kNotFound, "eve"));
}

TEST_F(HomeBotsTest, ABotOfSomebodyElseIsLeftAlone) {
  home_.Submit(home_.Write(accounts::HostedHome::Manifest("rook")));
  for (const auto& refused : {Suspend("ben", "rook", "why"), Resume("ben", "rook"), Retire("ben", "rook", "why")}) {
    EXPECT_THAT(refused, IsError(StatusCode::kPermissionDenied, "this is not ben's"));
  }
}

TEST_F(HomeBotsTest, WhatAHostTakesOutOfPlayStaysOutByItsName) {
  for (const bool retires : {false, true}) {
    const std::string name = retires ? "rook" : "knight";
    const auto submit = [&](const std::string& content) {
      return home_.Submit(home_.Write(accounts::HostedHome::Manifest(name), content));
    };
    ASSERT_EQ(submit("a").state(), v1::Submission::STATE_READY);
    ASSERT_THAT(retires ? Retire("zoe", name, "it shouts") : Suspend("zoe", name, "it shouts"), IsOk());
    const v1::Submission refused = submit("b");
    EXPECT_EQ(refused.state(), v1::Submission::STATE_FAILED);
    EXPECT_THAT(refused.reason(), HasSubstr("out of play (it shouts)"));
    EXPECT_THAT(Resume("amy", name), IsError(StatusCode::kFailedPrecondition, "only a host"));
    ASSERT_THAT(Resume("zoe", name), IsOk());
    EXPECT_EQ(submit("b").entry(), name + "@2");
  }
}

TEST_F(HomeBotsTest, WhatItsOwnerTakesOutOfPlayIsTheirsToSendInAgain) {
  ASSERT_EQ(home_.Submit(home_.Write(accounts::HostedHome::Manifest("rook")), "amy").state(),
            v1::Submission::STATE_READY);
  ASSERT_THAT(Retire("amy", "rook", "broken"), IsOk());
  EXPECT_EQ(home_.Submit(home_.Write(accounts::HostedHome::Manifest("rook")), "amy").entry(), "rook@2");
}

TEST_F(HomeBotsTest, ReasonsHaveTheirLimits) {
  home_.Submit(home_.Write(accounts::HostedHome::Manifest("rook")));
  EXPECT_THAT(Suspend("amy", "rook", std::string(1001, 'x')),
              IsError(StatusCode::kInvalidArgument, "has 1001 bytes; give 1 to 1000"));
  EXPECT_THAT(Suspend("amy", "rook", std::string(1000, 'x')), IsOk());
  EXPECT_EQ(Suspend("amy", "rook", "")->suspended_reason(), "amy, its owner, wished it");
}

std::string Building(const std::string& script) {
  return accounts::HostedHome::Manifest(
      "rook", R"("command": ["/bin/true"], "build_command": ["/bin/sh", "-c", ")" + script + R"("])");
}

TEST_F(HomeBotsTest, TheLogIsTheNewestSubmissionsOrTheEntrys) {
  const auto log = [&](const std::string& name) {
    const auto text = accounts::BotLog(home_.database(), home_.options().folders, name);
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
  EXPECT_THAT(accounts::BotLog(home_.database(), home_.options().folders, "eve"),
              IsError(StatusCode::kNotFound, "eve"));
}

// Its entry is no bot yet, but has a name already.
TEST_F(HomeBotsTest, TheLogOfAnEntryThatIsBeingBuiltIsThere) {
  home_.Submit(home_.Write(accounts::HostedHome::Manifest("rook")));
  const auto begun = store::BeginSubmission(home_.database(), "amy", home_.options().now());
  const auto id = static_cast<std::int64_t>(begun->id());
  EXPECT_EQ(store::NameSubmission(home_.database(), id, "rook", std::string(32, 'h'), home_.options().now())->entry(),
            "rook@2");
  const accounts::SubmissionFolders& folders = home_.options().folders;
  std::filesystem::create_directories(folders.Logs(id));
  std::ofstream(folders.BuildLog(id)) << "so far\n";
  v1::GetBotLogRequest request;
  request.set_name("rook@2");
  const auto log = As("amy").GetBotLog(request);
  ASSERT_THAT(log, IsOk());
  EXPECT_EQ(log->text(), "== submission 2, build\nso far\n");
}

TEST_F(HomeBotsTest, WhatItPrintedInATournamentIsThere) {
  home_.Submit(home_.Write(accounts::HostedHome::Manifest("rook")));
  home_.dir().Write("logs/7/rook@1.log", "thinking\n");
  EXPECT_EQ(*accounts::TournamentLog(home_.database(), home_.options().folders, "rook", 7), "thinking\n");
  EXPECT_THAT(accounts::TournamentLog(home_.database(), home_.options().folders, "rook", 8),
              IsError(StatusCode::kNotFound, "there is no tournament 8"));
}

// Homes of an older flagfall have no logs of single games.
TEST_F(HomeBotsTest, TheLogOfATournamentHasTheNewestGamesUnderHeadings) {
  home_.Submit(home_.Write(accounts::HostedHome::Manifest("rook")));
  const auto log = [&] { return *accounts::TournamentLog(home_.database(), home_.options().folders, "rook", 7); };
  home_.dir().Write("logs/7/rook@1.log", "thinking\n");
  EXPECT_EQ(log(), "thinking\n");
  constexpr char kHeading[] = "== outside of single games, and in games that were played at the same time\n";
  home_.dir().Write("logs/7/games/rook@1/7-9.log", "ninth\n");
  home_.dir().Write("logs/7/games/rook@1/7-10.log", "tenth");
  home_.dir().Write("logs/7/games/rook@1/before.log", "long ago\n");
  const std::string first = log();
  EXPECT_EQ(first, absl::StrCat(kHeading, "thinking\n== game 7-9\nninth\n== game 7-10\ntenth\n"));
  const std::string whole(accounts::kLogTailBytes / 2, 'x');
  home_.dir().Write("logs/7/games/rook@1/7-11.log", whole);
  home_.dir().Write("logs/7/games/rook@1/7-12.log", "twelfth\n");
  home_.dir().Write("logs/7/games/rook@1/7-13.log", whole);
  const std::string text = log();
  EXPECT_LE(text.size(), static_cast<std::size_t>(accounts::kLogTailBytes));
  EXPECT_THAT(text, testing::StartsWith(absl::StrCat(
                        kHeading, "thinking\n== 3 older games left out; see each by its id, --game\n== game 7-12\n")));
}

TEST_F(HomeBotsTest, AGamesLogIsItsOwnersAndTheHosts) {
  home_.Submit(home_.Write(accounts::HostedHome::Manifest("rook")));
  home_.dir().Write("logs/7/games/rook@1/7-9.log", "ninth\n");
  v1::GetBotLogRequest request;
  request.set_name("rook");
  request.set_game_id("7-9");
  for (const char* caller : {"amy", "zoe"}) {
    const auto log = As(caller).GetBotLog(request);
    ASSERT_THAT(log, IsOk()) << caller;
    EXPECT_EQ(log->text(), "ninth\n");
  }
  EXPECT_THAT(As("ben").GetBotLog(request), IsError(StatusCode::kPermissionDenied, "this is not ben's"));
  request.set_tournament_id(7);
  EXPECT_THAT(As("amy").GetBotLog(request), IsError(StatusCode::kInvalidArgument, "either a tournament or a game"));
}

TEST_F(HomeBotsTest, AGameWithoutALogSaysWhere) {
  home_.Submit(home_.Write(accounts::HostedHome::Manifest("rook")));
  const auto log = [&](const std::string& game) {
    return accounts::GameLog(home_.database(), home_.options().folders, "rook", game).status();
  };
  for (const char* none : {"7", "7-", "7-09", "import-3-1", "../../7-9", "7-9/../../../secret"}) {
    EXPECT_THAT(log(none), IsError(StatusCode::kInvalidArgument, "is no game that was played here")) << none;
  }
  EXPECT_THAT(log("7-9"), IsError(StatusCode::kNotFound, "there is no tournament 7"));
  v1::TournamentSpec spec;
  spec.set_seed(7);
  spec.set_rated(false);
  for (const char* other : {"king", "queen"}) {
    home_.Submit(home_.Write(accounts::HostedHome::Manifest(other)));
    spec.add_bots(absl::StrCat(other, "@1"));
  }
  const auto without = store::CreateTournament(home_.database(), spec, "pool", home_.options().now());
  ASSERT_THAT(without, IsOk());
  EXPECT_THAT(log(absl::StrCat(*without, "-1")),
              IsError(StatusCode::kNotFound, "rook@1 is not in tournament 1; its bots are king@1, queen@1"));
  spec.add_bots("rook@1");
  const auto with = store::CreateTournament(home_.database(), spec, "pool", home_.options().now());
  ASSERT_THAT(with, IsOk());
  EXPECT_THAT(log(absl::StrCat(*with, "-1")),
              IsError(StatusCode::kNotFound, "has no log for game 2-1 alone: it printed nothing there; or it played"));
}

TEST_F(HomeBotsTest, OfALongLogTheEndIsShown) {
  home_.Submit(home_.Write(accounts::HostedHome::Manifest("rook")));
  home_.dir().Write("logs/7/rook@1.log", std::string(accounts::kLogTailBytes, 'x') + "newest\n");
  const auto log = accounts::TournamentLog(home_.database(), home_.options().folders, "rook", 7);
  ASSERT_THAT(log, IsOk());
  EXPECT_EQ(log->size(), static_cast<std::size_t>(accounts::kLogTailBytes));
  EXPECT_TRUE(log->ends_with("xnewest\n"));
}

TEST_F(HomeBotsTest, OnlyTheNewestSubmissionsKeepTheirLogs) {
  for (const char* word : {"first", "second", "third", "fourth"}) {
    if (word == std::string("fourth")) home_.options().logs_kept = 2;
    home_.Submit(home_.Write(Building(std::string("printf ") + word + "; exit 1")));
  }
  const accounts::SubmissionFolders& folders = home_.options().folders;
  for (const std::int64_t id : {1, 2, 3, 4}) EXPECT_EQ(std::filesystem::exists(folders.Logs(id)), id > 2) << id;
}

TEST_F(HomeBotsTest, TheLogOfAnotherWhoTriedTheNameIsNotShown) {
  home_.Submit(home_.Write(Building("echo bens secret; exit 1")), "ben");
  home_.Submit(home_.Write(accounts::HostedHome::Manifest("rook")), "amy");
  EXPECT_THAT(*accounts::BotLog(home_.database(), home_.options().folders, "rook"), testing::Not(HasSubstr("secret")));
}

}  // namespace
}  // namespace flagfall::arena::api
