// What the site has for other programs and sites: feeds, downloads of many games, pictures and frames of games.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "flagfall/v1/analysis.pb.h"
#include "tests/web/site.h"

namespace flagfall::arena::web {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class PagesTest : public testing::Test {
 protected:
  PagesTest() {
    site_.files["embed.html"] = ContentOf("text/html; charset=utf-8",
                                          "<meta name=\"flagfall-root\" content=\"./\"><!--flagfall-head-->"
                                          "<title>Flagfall</title><script src=\"./assets/x.js\"></script>");
    site_.Start();
  }
  // The content of an answer that comes in chunks.
  std::string Download(const std::string& path) {
    Wire wire(site_.address());
    wire.Get(path);
    EXPECT_EQ(wire.ReadAnswer(/*has_body=*/false).status, 200) << path;
    std::string rest;
    while (const std::optional<std::string> line = wire.ReadLine()) {
      if (*line == "0") break;
      absl::StrAppend(&rest, *line, "\n");
    }
    return rest;
  }

  const v1::Ruleset ruleset_ = RulesetOf("duel");
  const PlayedMatch match_ = PlayRandomMatch(ruleset_, 7, 60);
  Site site_{ruleset_};
};

TEST_F(PagesTest, EveryFeedIsThereAndTellsNoPlaceOnTheDisk) {
  site_.Store(match_);
  site_.notices = {.count = 1, .newest = {{.text = "ada is suspended", .time = Micros(5)}}};
  for (const char* path : {"/api/v1/feed", "/api/v1/tournaments/1/feed", "/api/v1/bots/ada/feed"}) {
    const WireAnswer answer = site_.Get(path);
    EXPECT_EQ(answer.status, 200) << path;
    EXPECT_EQ(answer.headers.at("content-type"), "application/atom+xml; charset=utf-8");
    EXPECT_THAT(answer.body, AllOf(HasSubstr("<entry>"), Not(HasSubstr("/host/bots")), Not(HasSubstr("<script>"))));
  }
  EXPECT_THAT(site_.Get("/api/v1/tournaments/1/feed").body, HasSubstr("ada is suspended"));
  EXPECT_EQ(site_.Get("/api/v1/tournaments/9/feed").status, 404);
  EXPECT_EQ(site_.Get("/api/v1/feed?x=1").status, 400);
}

TEST_F(PagesTest, ADownloadHasNoRecordOfAGameThatIsNotShownYet) {
  site_.Store(PlayRandomMatch(ruleset_, 3, 60));
  site_.Begin(match_, 10);
  // Its end is in the ledger, and spectators have not come to it.
  site_.Store(match_);
  EXPECT_THAT(Download("/api/v1/exports/jsonl"), AllOf(HasSubstr("\"1-3\""), Not(HasSubstr("\"1-7\""))));
  EXPECT_THAT(Download("/api/v1/exports/csv"), AllOf(HasSubstr("1-3,"), HasSubstr("1-7,")))
      << "that a game was played, and with what result, is not late";
}

TEST_F(PagesTest, APictureIsForPagesOfAllSites) {
  site_.Store(match_);
  const WireAnswer answer = site_.Get("/api/v1/games/1-7/picture?ply=3&view=red");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.headers.at("content-type"), "image/svg+xml");
  EXPECT_EQ(answer.headers.at("cross-origin-resource-policy"), "cross-origin");
  EXPECT_THAT(answer.headers.at("cache-control"), HasSubstr("immutable"));
  EXPECT_NE(answer.body, site_.Get("/api/v1/games/1-7/picture?ply=3&view=blue").body);
  EXPECT_EQ(site_.Get("/api/v1/games/1-7/picture?view=x").status, 400);
  EXPECT_EQ(site_.Get("/api/v1/games/1-7/picture?ply=x").status, 400);
  EXPECT_EQ(site_.Get("/api/v1/games/1-9/picture").status, 404);
}

TEST_F(PagesTest, APictureIsAPngForThoseWhoShowNoSvg) {
  site_.Store(match_);
  const WireAnswer answer = site_.Get("/api/v1/games/1-7/picture.png?ply=3&view=red");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.headers.at("content-type"), "image/png");
  EXPECT_EQ(answer.headers.at("cross-origin-resource-policy"), "cross-origin");
  EXPECT_THAT(answer.headers.at("cache-control"), HasSubstr("immutable"));
  EXPECT_THAT(answer.body, testing::StartsWith("\x89PNG\r\n\x1a\n"));
  EXPECT_NE(answer.body, site_.Get("/api/v1/games/1-7/picture.png?ply=3&view=blue").body);
  EXPECT_EQ(site_.Get("/api/v1/games/1-7/picture.png?ply=x").status, 400);
  EXPECT_EQ(site_.Get("/api/v1/games/1-9/picture.png").status, 404);
}

TEST_F(PagesTest, APictureOfARunningGameIsWhatSpectatorsKnow) {
  site_.Begin(match_, 20);
  const WireAnswer as_all = site_.Get("/api/v1/games/1-7/picture?view=all");
  EXPECT_EQ(as_all.status, 200);
  EXPECT_EQ(as_all.headers.at("cache-control"), "no-cache");
  EXPECT_EQ(as_all.body, site_.Get("/api/v1/games/1-7/picture?view=spectator").body);
}

TEST_F(PagesTest, OnlyThePageForFramesMayBePutIntoOne) {
  site_.Store(match_);
  const WireAnswer answer = site_.Get("/embed/game/1-7?ply=3");
  EXPECT_EQ(answer.status, 200);
  EXPECT_THAT(answer.headers.at("content-security-policy"), HasSubstr("frame-ancestors *"));
  EXPECT_THAT(answer.headers.at("cross-origin-resource-policy"), "cross-origin");
  EXPECT_THAT(answer.body,
              AllOf(HasSubstr("content=\"../../\""), HasSubstr("src=\"../../assets/x.js\""),
                    HasSubstr("property=\"og:title\""), HasSubstr("name=\"flagfall-game\" content=\"1-7\"")));
  EXPECT_EQ(site_.Get("/embed/game/1-9").status, 404);
  EXPECT_EQ(site_.Get("/embed/game/x").status, 400);
  EXPECT_EQ(site_.Get("/embed/game/1-7?x=1").status, 400);
  for (const char* path : {"/", "/embed/game/1-9", "/api/v1/site"}) {
    EXPECT_THAT(site_.Get(path).headers.at("content-security-policy"), HasSubstr("frame-ancestors 'none'")) << path;
  }
}

TEST_F(PagesTest, AHistoryOfARatingIsThere) {
  site_.Store(PlayRandomMatch(ruleset_, 1, 60));
  const auto history = site_.Read<v1::LikelihoodHistory>("bots/ada/ratings/duel");
  EXPECT_EQ(history.elo_size(), 1);
  EXPECT_EQ(site_.Get("/api/v1/bots/ada/ratings/classic").status, 404);
}

TEST_F(PagesTest, WhatEachPlyToldIsThere) {
  site_.Store(PlayRandomMatch(ruleset_, 1, 60));
  const auto games = site_.Read<v1::ListGamesResponse>("games");
  ASSERT_GT(games.games_size(), 0);
  const v1::GameSummary& game = games.games(0);
  const auto analysis = site_.Read<v1::GameAnalysis>(absl::StrCat("games/", game.game_id(), "/analysis"));
  EXPECT_EQ(analysis.game_id(), game.game_id());
  EXPECT_EQ(analysis.red(), game.red());
  EXPECT_EQ(static_cast<std::uint32_t>(analysis.plies_size()), game.plies());
  EXPECT_GT(analysis.red_missing_bits(), 0);
  EXPECT_EQ(site_.Get("/api/v1/games/1-9/analysis").status, 404);
  EXPECT_EQ(site_.Get("/api/v1/games/x/analysis").status, 400);
}

TEST_F(PagesTest, WhatABotsGamesToldIsThere) {
  site_.Store(PlayRandomMatch(ruleset_, 1, 60));
  const auto ada = site_.Read<v1::BotBits>("bots/ada/bits/duel");
  const auto bob = site_.Read<v1::BotBits>("bots/bob/bits/duel");
  EXPECT_EQ(ada.bot(), "ada");
  EXPECT_EQ(ada.ruleset(), "duel");
  EXPECT_EQ(ada.games(), 1U);
  EXPECT_EQ(ada.plies() + bob.plies(), 60U);
  EXPECT_EQ(ada.learnt_per_game().bits(), bob.given_per_game().bits());
  EXPECT_EQ(ada.net_per_game().bits(), -bob.net_per_game().bits());
  EXPECT_EQ(site_.Read<v1::BotBits>("bots/ada/bits/barrage").games(), 0U);
  EXPECT_EQ(site_.Get("/api/v1/bots/nobody/bits/duel").status, 404);
  EXPECT_EQ(site_.Get("/api/v1/bots/ada/bits/cards").status, 404);
}

TEST_F(PagesTest, RankingsAndResidualsOfAPoolAreThere) {
  site_.Store(PlayRandomMatch(ruleset_, 1, 60));
  const auto rankings = site_.Read<v1::PoolRankings>("leaderboards/duel/rankings");
  ASSERT_EQ(rankings.rankings_size(), 2);
  EXPECT_EQ(rankings.rankings(0).bots_size(), 2);
  EXPECT_EQ(site_.Read<v1::PoolResiduals>("leaderboards/duel/residuals").pairs_met(), 1u);
  for (const char* page : {"rankings", "residuals"}) {
    EXPECT_EQ(site_.Get(absl::StrCat("/api/v1/leaderboards/classic/", page)).status, 404) << page;
    EXPECT_EQ(site_.Get(absl::StrCat("/api/v1/leaderboards/'--/", page)).status, 400) << page;
    EXPECT_EQ(site_.Get(absl::StrCat("/api/v1/leaderboards/duel/", page, "?alpha=1")).status, 400) << page;
  }
  EXPECT_EQ(site_.Get("/api/v1/leaderboards/duel/nothing").status, 404);
}

}  // namespace
}  // namespace flagfall::arena::web
