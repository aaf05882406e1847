#include "arena/web_pages/feeds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/store/bots.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::web_pages {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr Micros kLater{3'000'000};

class FeedsTest : public testing::Test {
 protected:
  void Play(const std::string& red, const std::string& blue, v1::Result result) {
    store::MustStore(*database_, store::ResultOf(tournament_, ++games_, red, blue, result));
  }
  void Set(v1::Tournament::State state) {
    ASSERT_THAT(store::SetTournamentState(*database_, tournament_, state, kLater, "no room in /var/lib"), IsOk());
  }
  std::string OfTournament(const std::vector<TimedNotice>& notices = {}) {
    const auto tournament = NewFinished(*database_, static_cast<std::uint32_t>(tournament_));
    EXPECT_THAT(tournament, IsOk());
    return TournamentFeed(*database_, **tournament, notices, place_).value_or("");
  }
  std::string OfBot(const std::string& name) { return BotFeed(*database_, name, NewFinished, place_).value_or(""); }
  std::string OfSite() { return SiteFeed(*database_, "", NewFinished, place_).value_or(""); }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  std::int64_t tournament_ = store::Furnish(*database_);
  std::uint32_t games_ = 0;
  const FeedPlace place_{.site = "https://arena.example/", .own = "https://arena.example/api/v1/feed"};
};

// The first id in a feed is its own.
std::string IdIn(const std::string& feed) {
  return feed.substr(feed.find("<id>"), feed.find("</id>") - feed.find("<id>"));
}

TEST_F(FeedsTest, ATournamentTellsItsStartItsGamesAndItsEnd) {
  EXPECT_THAT(OfTournament(), Not(HasSubstr("<entry>"))) << "nothing has happened";
  const std::string id = IdIn(OfTournament());
  Play("ann", "bob", v1::RESULT_RED_WINS);
  Play("bob", "ann", v1::RESULT_DRAW);
  EXPECT_THAT(OfTournament(), AllOf(HasSubstr("has begun"), HasSubstr(": 2 games on "), HasSubstr("ann – bob 1–0"),
                                    HasSubstr("href=\"https://arena.example/#/games/1-2\"")));
  Set(v1::Tournament::STATE_FINISHED);
  EXPECT_THAT(OfTournament(), AllOf(HasSubstr(": ann wins<"), HasSubstr("1. ann: 1.5 points in 2 games\n"),
                                    HasSubstr("<updated>1970-01-01T00:00:03Z</updated>")));
  EXPECT_EQ(IdIn(OfTournament()), id);
}

TEST_F(FeedsTest, AStandstillIsToldAndItsReasonIsNot) {
  Set(v1::Tournament::STATE_PAUSED);
  EXPECT_THAT(OfTournament(), HasSubstr(" is paused</title>"));
  Set(v1::Tournament::STATE_STOPPED);
  EXPECT_THAT(OfTournament(), AllOf(HasSubstr(" is stopped</title>"), Not(HasSubstr("/var/lib"))));
}

TEST_F(FeedsTest, ANoticeIsAnEntryThatStays) {
  const std::string feed = OfTournament({{.text = "cid <is> suspended", .time = Micros(5'000'000)}});
  EXPECT_THAT(feed, AllOf(HasSubstr("cid &lt;is&gt; suspended"), HasSubstr("<updated>1970-01-01T00:00:05Z")));
  EXPECT_EQ(feed, OfTournament({{.text = "cid <is> suspended", .time = Micros(5'000'000)}}));
}

TEST_F(FeedsTest, ABotTellsItsTournamentsAndItsVersions) {
  Play("ann", "bob", v1::RESULT_RED_WINS);
  EXPECT_THAT(OfBot("ann"), AllOf(HasSubstr("New: ann"), HasSubstr(", so far</title>"),
                                  HasSubstr("1 of 1 points, 1 win, 0 draws, 0 losses")));
  Set(v1::Tournament::STATE_FINISHED);
  EXPECT_THAT(OfBot("bob"), AllOf(HasSubstr(", place 2 of "), HasSubstr("0 of 1 points, 0 wins, 0 draws, 1 loss")));
  EXPECT_THAT(OfBot("dot"), Not(HasSubstr("/#/tournaments/")));
  EXPECT_THAT(BotFeed(*database_, "eve", NewFinished, place_), IsError(absl::StatusCode::kNotFound, "eve"));
}

TEST_F(FeedsTest, TheSiteTellsFinishedTournamentsAndBots) {
  Play("ann", "bob", v1::RESULT_DRAW);
  EXPECT_THAT(OfSite(),
              AllOf(HasSubstr("<title>Flagfall</title>"), HasSubstr("New: dot"), Not(HasSubstr("/#/tournaments/"))));
  Set(v1::Tournament::STATE_FINISHED);
  EXPECT_THAT(OfSite(), AllOf(HasSubstr("/#/tournaments/1\""), HasSubstr("ann, bob share the first place")));
}

TEST_F(FeedsTest, WhatAuthorsWriteStaysText) {
  v1::BotManifest manifest = store::ManifestOf("eve");
  manifest.set_description("</content><script>alert(1)</script>\x01\u202e");
  ASSERT_THAT(store::AddBot(*database_, {.manifest = manifest, .folder = "/secret/place", .added_time = Micros(9)}),
              IsOk());
  for (const std::string& feed : {OfSite(), OfBot("eve")}) {
    EXPECT_THAT(feed, AllOf(HasSubstr("&lt;/content&gt;&lt;script&gt;"), HasSubstr("\\u0001\\u202e"),
                            Not(HasSubstr("/secret"))));
  }
}

}  // namespace
}  // namespace flagfall::arena::web_pages
