#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "absl/strings/ascii.h"
#include "arena/store/record_codec.h"
#include "arena/store/tournaments.h"
#include "arena/web/web_answer.h"
#include "flagfall/v1/arena_service.pb.h"
#include "tests/support/wait.h"
#include "tests/web/site.h"

namespace flagfall::arena::web {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class RouterTest : public testing::Test {
 protected:
  RouterTest() { site_.Start(); }
  int StatusOf(const std::string& path) { return site_.Get(path).status; }

  const v1::Ruleset ruleset_ = RulesetOf("duel");
  const PlayedMatch match_ = PlayRandomMatch(ruleset_, 7, 60);
  Site site_{ruleset_};
};

TEST_F(RouterTest, EveryPageOfAStoredGameIsThere) {
  const PlayedMatch match = PlayRandomMatch(ruleset_, 1, 60);
  site_.Store(match);
  EXPECT_EQ(site_.Read<v1::Site>("site").games(), 1u);
  EXPECT_EQ(site_.Read<v1::HostStatus>("status").queue(0).games_stored(), 1u);
  EXPECT_GT(site_.Read<v1::ListRulesetsResponse>("rulesets").rulesets_size(), 5);
  EXPECT_EQ(site_.Read<v1::RulesetPictures>("rulesets/duel").examples(0).id(), "set-up");
  EXPECT_EQ(StatusOf("rulesets/chess"), 404);
  EXPECT_EQ(site_.Read<v1::Leaderboard>("leaderboards/duel").rows_size(), 2);
  EXPECT_EQ(site_.Read<v1::ListBotsResponse>("bots").bots_size(), 2);
  EXPECT_EQ(site_.Read<v1::BotPage>("bots/ada").records_size(), 1);
  EXPECT_EQ(site_.Read<v1::ListTournamentsResponse>("tournaments").tournaments_size(), 1);
  EXPECT_EQ(site_.Read<v1::TournamentPage>("tournaments/1").tournament().standings_size(), 2);
  EXPECT_EQ(site_.Read<v1::ListGamesResponse>("games?bot=ada&opponent=bob").games_size(), 1);
  EXPECT_EQ(site_.Read<v1::ListGamesResponse>("games?plies_min=61").games_size(), 0);
  const v1::Replay replay = site_.Read<v1::Replay>("games/1-1");
  EXPECT_TRUE(replay.is_over());
  EXPECT_EQ(replay.game().plies(), match.record.plies());
  EXPECT_EQ(site_.Read<v1::GameRecord>("games/1-1/record").SerializeAsString(), match.record.SerializeAsString());
}

TEST_F(RouterTest, WhereABotLiesIsTheHostsToKnow) {
  for (const char* path : {"/api/v1/bots", "/api/v1/bots/ada"}) {
    const WireAnswer answer = site_.Get(path);
    EXPECT_THAT(answer.body, Not(HasSubstr("/host/bots"))) << path;
    EXPECT_THAT(answer.body, Not(HasSubstr("<script>"))) << "escaped even inside of JSON: " << path;
  }
}

TEST_F(RouterTest, ASeedIsPublicWhenTheTournamentIsFinished) {
  for (const char* path : {"/api/v1/tournaments", "/api/v1/tournaments/1"}) {
    EXPECT_THAT(site_.Get(path).body, Not(HasSubstr("\"seed\""))) << path;
  }
  ASSERT_TRUE(store::SetTournamentState(site_.database(), 1, v1::Tournament::STATE_FINISHED, Micros(3)).ok());
  for (const char* path : {"/api/v1/tournaments", "/api/v1/tournaments/1"}) {
    // A page that took long to make is shown for a while.
    EXPECT_TRUE(WaitFor([&] { return site_.Get(path).body.find("\"seed\":\"1800") != std::string::npos; })) << path;
  }
}

TEST_F(RouterTest, APairsFirstGameIsPublicWhenTheSecondIsOver) {
  Site site(ruleset_, SteadyNow, Micros(0), /*is_duplicate=*/true);
  site.Start();
  site.Store(match_);
  for (const char* path :
       {"/api/v1/games/1-7", "/api/v1/games/1-7/record", "/api/v1/games/1-7/text", "/api/v1/games/1-7/xml"}) {
    const WireAnswer answer = site.Get(path);
    EXPECT_EQ(answer.status, 409) << path;
    EXPECT_THAT(answer.body, HasSubstr("duplicate pair")) << path;
  }
  site.Store(PlayRandomMatch(ruleset_, 8, 60), /*first_of_pair=*/7);
  EXPECT_TRUE(site.Read<v1::Replay>("games/1-7").is_over());
  EXPECT_EQ(site.Get("/api/v1/games/1-7/record").status, 200);
}

TEST_F(RouterTest, AStoredGameNeverChangesAndOtherPagesAreAskedForAgain) {
  site_.Store(match_);
  for (const char* path :
       {"/api/v1/games/1-7", "/api/v1/games/1-7/record", "/api/v1/games/1-7/text", "/api/v1/games/1-7/xml"}) {
    EXPECT_THAT(site_.Get(path).headers["cache-control"], HasSubstr("immutable")) << path;
  }
  EXPECT_EQ(site_.Get("/api/v1/games/1-7/text").headers["content-disposition"], "attachment; filename=\"1-7.txt\"");
  const WireAnswer answer = site_.Get("/api/v1/bots");
  EXPECT_EQ(answer.headers.at("cache-control"), "no-cache");
  EXPECT_EQ(site_.Get("/api/v1/bots", "If-None-Match: " + answer.headers.at("etag") + "\r\n").status, 304);
}

TEST_F(RouterTest, APageShowsWhatTheLedgerHas) {
  EXPECT_EQ(site_.Read<v1::ListGamesResponse>("games").games_size(), 0);
  site_.Store(match_);
  // A page that took long to make is shown for a while.
  EXPECT_TRUE(WaitFor([this] { return site_.Read<v1::ListGamesResponse>("games").games_size() == 1; }));
}

// The page contains the host's time, so that two pages made one after the other differ.
TEST_F(RouterTest, AnotherSpellingIsNotAnotherPage) {
  EXPECT_TRUE(WaitFor([this] {
    const std::string body = site_.Get("/api/v1/status").body;
    return body == site_.Get("/api/v1/%73tatu%73").body && body == site_.Get("/api/v1/%73tatus").body;
  })) << "unless a second passed between them";
}

TEST_F(RouterTest, WhatIsNotThereIsNotFound) {
  for (const char* path : {"/api/v1/",
                           "/api/v2",
                           "/api/",
                           "/api/v1x/site",
                           "/api/v1/nothing",
                           "/api/v1/site/x",
                           "/api/v2/site",
                           "/api/v1/bots/eve",
                           "/api/v1/leaderboards/classic",
                           "/api/v1/leaderboards/classic/rankings",
                           "/api/v1/tournaments/9",
                           "/api/v1/tournaments/1/rounds/1",
                           "/api/v1/tournaments/1/rounds",
                           "/api/v1/games/1-7",
                           "/api/v1/games/1-7/record",
                           "/api/v1/games/1-7/events",
                           "/api/v1/games/1-7/png",
                           "/api/v1/bots/ada/events",
                           "/nothing.html",
                           "/assets",
                           "/assets/",
                           "/index.html/",
                           "//index.html"}) {
    EXPECT_EQ(StatusOf(path), 404) << path;
  }
}

TEST_F(RouterTest, PagesOfOtherSitesMayReadTheApiAndNothingElse) {
  for (const char* path :
       {"/api", "/api/v1", "/api/v1/site", "/api/v1/nothing", "/api/v1/bots/eve", "/api/v1/games?x=1"}) {
    const WireAnswer answer = site_.Get(path, "Origin: https://elsewhere.example\r\nCookie: a=b\r\n");
    EXPECT_EQ(answer.headers.at("access-control-allow-origin"), "*") << path;
    EXPECT_FALSE(answer.headers.contains("access-control-allow-credentials"));
  }
  Wire wire(site_.address());
  wire.Get("/api/v1/status/events");
  EXPECT_EQ(wire.ReadAnswer().headers.at("access-control-allow-origin"), "*");
  for (const char* path : {"/", "/nothing", "/apis"}) {
    EXPECT_FALSE(site_.Get(path).headers.contains("access-control-allow-origin")) << path;
  }
}

TEST_F(RouterTest, TheIndexNamesEveryPath) {
  EXPECT_EQ(site_.Get("/api").body, site_.Get("/api/v1").body);
  v1::ApiIndex index;
  site_.Parse(site_.Get("/api/v1"), index);
  EXPECT_EQ(index.open_api(), "/api/v1/openapi.json");
  std::vector<std::string> paths;
  for (const v1::ApiPath& path : index.paths()) {
    EXPECT_FALSE(path.about().empty()) << path.path();
    paths.push_back(path.path());
  }
  EXPECT_THAT(paths, testing::IsSupersetOf({"/api/v1/games", "/api/v1/games/{id}/events", "/api/v1/openapi.json"}));
}

TEST_F(RouterTest, AnotherSitesNameGetsNothing) {
  for (const char* path : {"/", "/api/v1/site", "/api/v1/status/events"}) {
    Wire wire(site_.address());
    wire.Send(absl::StrCat("GET ", path, " HTTP/1.1\r\nHost: evil.example\r\n\r\n"));
    const WireAnswer answer = wire.ReadAnswer();
    EXPECT_EQ(answer.status, 421) << path;
    EXPECT_THAT(answer.body, HasSubstr("--site-url"));
  }
}

TEST_F(RouterTest, WhatIsNotThereIsNotFollowedByAllThatThereIs) {
  EXPECT_EQ(site_.Get("/api/v1/bots/eve").body, R"({"code":"NOT_FOUND","message":"there is no bot 'eve'"})");
  for (const char* path : {"/api/v1/leaderboards/duel", "/api/v1/tournaments/9", "/api/v1/games?bot=eve"}) {
    EXPECT_THAT(site_.Get(path).body, Not(HasSubstr("ada"))) << path;
  }
}

TEST_F(RouterTest, NoPathLeavesTheSite) {
  for (const char* path :
       {"/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../../../etc/passwd",
        "/api/v1/../../etc/passwd", "/etc/passwd", "//etc/passwd", "/.%00/index.html"}) {
    const WireAnswer answer = site_.Get(path);
    EXPECT_TRUE(answer.status == 404 || answer.status == 400) << path << " " << answer.status;
    EXPECT_THAT(answer.body, Not(HasSubstr("root:"))) << path;
  }
}

TEST_F(RouterTest, OddIdsAreWrong) {
  for (const char* path : {"/api/v1/bots/..",
                           "/api/v1/bots/%2e%2e%2fx",
                           "/api/v1/bots/a%00b",
                           "/api/v1/bots/%ff",
                           "/api/v1/bots/",
                           "/api/v1/games/",
                           "/api/v1/games/1",
                           "/api/v1/games/1-7%20or%201=1",
                           "/api/v1/tournaments/0",
                           "/api/v1/tournaments/-1",
                           "/api/v1/tournaments/99999999999",
                           "/api/v1/tournaments/1/rounds/0",
                           "/api/v1/leaderboards/..%2fx",
                           "/api/v1/leaderboards/'--",
                           "/api/v1/games?page_token=x",
                           "/api/v1/games?page_size=1001",
                           "/api/v1/games?opponent=bob",
                           "/api/v1/site?x=1",
                           "/api/v1/bots/ada?x",
                           "/api/v1/games?x=%ff",
                           "/api/v1/games/1-7/events?from=-1",
                           "/api/v1/status/events?x=1"}) {
    const WireAnswer answer = site_.Get(path);
    EXPECT_EQ(answer.status, 400) << path;
    EXPECT_THAT(answer.body, HasSubstr("INVALID_ARGUMENT")) << path;
  }
}

TEST_F(RouterTest, EveryAnswerCarriesTheHeadersOfSafety) {
  for (const char* path : {"/", "/api/v1/site", "/api/v1/nothing", "/api/v1/bots/..", "/%zz"}) {
    const WireAnswer answer = site_.Get(path);
    for (const auto& [name, value] : SecurityHeaders()) {
      EXPECT_EQ(answer.headers.at(absl::AsciiStrToLower(name)), value) << path;
    }
  }
  EXPECT_THAT(site_.Get("/").body, HasSubstr("were not built"));
}

TEST_F(RouterTest, TheOtherGamesOfTwoPlayersAreOneAnswer) {
  site_.Store(PlayRandomMatch(ruleset_, 1, 20));
  site_.Store(PlayRandomMatch(ruleset_, 2, 20), /*first_of_pair=*/1);
  site_.Store(PlayRandomMatch(ruleset_, 9, 20));
  const auto of = [this](const std::string& id) {
    const auto found = site_.Read<v1::GameNeighbours>(absl::StrCat("games/", id, "/neighbours"));
    return absl::StrCat(found.previous(), " ", found.next(), " ", found.partner());
  };
  EXPECT_EQ(of("1-1"), " 1-2 1-2");
  EXPECT_EQ(of("1-2"), "1-1 1-9 1-1");
  EXPECT_EQ(StatusOf("/api/v1/games/1-7/neighbours"), 404);
  site_.Begin(match_, 12);
  EXPECT_EQ(of("1-7"), "1-2 1-9 ") << "also while it is being played";
  site_.Finish(match_);
  EXPECT_EQ(of("1-9"), "1-7  ") << "as soon as it is over";
}

TEST_F(RouterTest, ARunningGameHasNoRecord) {
  site_.Begin(match_, 12);
  const v1::Replay replay = site_.Read<v1::Replay>("games/1-7");
  EXPECT_FALSE(replay.is_over());
  EXPECT_THAT(replay.seed(), IsEmpty());
  EXPECT_EQ(site_.Get("/api/v1/games/1-7").headers["cache-control"], "no-cache");
  for (const char* form : {"record", "text", "xml"}) {
    const WireAnswer answer = site_.Get(std::string("/api/v1/games/1-7/") + form);
    EXPECT_EQ(answer.status, 409) << form;
    EXPECT_THAT(answer.body, HasSubstr("FAILED_PRECONDITION")) << form;
  }
  EXPECT_EQ(site_.Read<v1::HostStatus>("status").games(0).game_id(), "1-7");
}

TEST_F(RouterTest, AStoredGameIsShownAsItRunsUntilItsPublicViewIsAtItsEnd) {
  site_.Begin(match_, 12);
  site_.Store(match_);
  EXPECT_FALSE(site_.Read<v1::Replay>("games/1-7").is_over());
  EXPECT_EQ(StatusOf("/api/v1/games/1-7/record"), 409);
  site_.GoOn(match_, match_.entries.size());
  site_.live().Forget("1-7", match_.record.plies());
  EXPECT_TRUE(site_.Read<v1::Replay>("games/1-7").is_over());
  EXPECT_THAT(site_.Get("/api/v1/games/1-7").headers["cache-control"], HasSubstr("immutable"));
}

TEST(RouterOfLateGames, AGameShorterThanTheDelayIsLateAllTheSame) {
  std::atomic<Micros> now = Micros(1'000'000'000);
  Site site(
      RulesetOf("duel"), [&now] { return now.load(); }, std::chrono::seconds(60));
  site.Start();
  const PlayedMatch match = PlayRandomMatch(RulesetOf("duel"), 7, 60);
  site.Begin(match, 0);
  now = now.load() + std::chrono::seconds(20);
  site.Finish(match);
  const std::vector<std::string> paths = {"", "/neighbours", "/record", "/text", "/xml", "/events"};
  for (const std::string& path : paths) EXPECT_EQ(site.Get("/api/v1/games/1-7" + path).status, 404) << path;
  site.live().List();
  now = now.load() + std::chrono::seconds(40);
  EXPECT_FALSE(site.Read<v1::Replay>("games/1-7").is_over());
  EXPECT_EQ(site.Get("/api/v1/games/1-7/record").status, 409);
  now = now.load() + std::chrono::seconds(20);
  EXPECT_EQ(site.Get("/api/v1/games/1-7/record").status, 200);
  EXPECT_TRUE(WaitFor([&] { return site.Read<v1::Replay>("games/1-7").is_over(); }));
  EXPECT_EQ(site.live().PliesSeen(), match.record.plies()) << "not counted again when it came into view";
}

TEST_F(RouterTest, AnErrorOfTheHostsIsLoggedAndNotTold) {
  site_.Store(match_);
  ASSERT_TRUE(
      site_.database().Execute("DROP TRIGGER game_records_are_final; UPDATE game_records SET record = x'00'").ok());
  const WireAnswer answer = site_.Get("/api/v1/games/1-7");
  EXPECT_EQ(answer.status, 500);
  EXPECT_THAT(answer.body, HasSubstr("its host's log says why"));
  EXPECT_THAT(answer.body, Not(HasSubstr("flagfall.db")));
  EXPECT_THAT(site_.Log(), testing::ElementsAre(HasSubstr("flagfall.db: game 1-7")));
}

// The ledger has the record, but the game cannot be replayed. That is the host's trouble, whatever page is asked for.
TEST_F(RouterTest, AStoredGameThatCannotBePlayedAgainIsTheHostsError) {
  site_.Store(match_);
  v1::GameRecord damaged = match_.record;
  damaged.mutable_ruleset()->mutable_options(0)->set_value("no such value");
  const auto encoded = store::EncodeRecord(damaged);
  ASSERT_TRUE(encoded.ok());
  store::Database& database = site_.database();
  ASSERT_TRUE(database.Execute("DROP TRIGGER game_records_are_final; DROP TRIGGER games_are_final").ok());
  ASSERT_TRUE(database.Prepare("UPDATE game_records SET record = ?1").BindBlob(encoded->compressed).Run().ok());
  ASSERT_TRUE(database.Prepare("UPDATE games SET record_sha256 = ?1").BindBlob(encoded->sha256).Run().ok());
  EXPECT_EQ(StatusOf("/api/v1/games/1-7/record"), 200);
  for (const char* form : {"", "/text", "/xml", "/analysis"}) {
    const WireAnswer answer = site_.Get(absl::StrCat("/api/v1/games/1-7", form));
    EXPECT_EQ(answer.status, 500) << form;
    EXPECT_THAT(answer.body, HasSubstr("its host's log says why")) << form;
    EXPECT_THAT(answer.body, Not(HasSubstr("no such value"))) << form;
  }
  EXPECT_THAT(site_.Log(), testing::Contains(HasSubstr("no such value")));
}

}  // namespace
}  // namespace flagfall::arena::web
