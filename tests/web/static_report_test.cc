#include "arena/web/static_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "arena/base/json.h"
#include "flagfall/v1/arena_service.pb.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "tests/web/site.h"

namespace flagfall::arena::web {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class StaticReportTest : public testing::Test {
 protected:
  StaticReportTest() {
    for (const std::uint64_t seed : {1, 2, 3}) {
      matches_.push_back(PlayRandomMatch(ruleset_, seed, 40));
      site_.Store(matches_.back());
    }
    options_.folder = dir_.At("site");
    options_.files = {{"index.html", ContentOf("text/html", "<meta name=\"flagfall-source\" content=\"live\">")},
                      {"assets/a.js", ContentOf("text/javascript", "let a;")}};
  }

  template <typename Message>
  Message Read(const std::string& name) {
    Message message;
    EXPECT_THAT(FromJson(Gunzip(dir_.Read("site/data/" + name + ".json.gz")), name, message), IsOk());
    return message;
  }
  absl::StatusOr<ReportSize> Write() { return WriteReport(site_.database().path(), options_); }
  bool Has(const std::string& name) { return std::filesystem::exists(dir_.At("site/" + name)); }

  const v1::Ruleset ruleset_ = RulesetOf("duel");
  Site site_{ruleset_};
  std::vector<PlayedMatch> matches_;
  TempDir dir_;
  ReportOptions options_;
};

TEST_F(StaticReportTest, HasWhatAServerAnswers) {
  const auto size = Write();
  ASSERT_THAT(size, IsOk());
  EXPECT_EQ(size->games, 3u);
  const v1::Site site = Read<v1::Site>("site");
  EXPECT_EQ(site.games(), 3u);
  EXPECT_EQ(site.game_chunks(), 1u);
  EXPECT_TRUE(site.has_exports());
  EXPECT_TRUE(site.has_written_time());
  site_.Start();
  EXPECT_EQ(Read<v1::Replay>("games/1/1-2").SerializeAsString(),
            site_.Read<v1::Replay>("games/1-2").SerializeAsString());
  EXPECT_EQ(Read<v1::Leaderboard>("leaderboards/duel").DebugString(),
            site_.Read<v1::Leaderboard>("leaderboards/duel").DebugString());
  EXPECT_EQ(Read<v1::PoolRankings>("rankings/duel").DebugString(),
            site_.Read<v1::PoolRankings>("leaderboards/duel/rankings").DebugString());
  EXPECT_EQ(Read<v1::PoolResiduals>("residuals/duel").DebugString(),
            site_.Read<v1::PoolResiduals>("leaderboards/duel/residuals").DebugString());
  EXPECT_EQ(Read<v1::BotPage>("bots/ada").DebugString(), site_.Read<v1::BotPage>("bots/ada").DebugString());
  EXPECT_EQ(Read<v1::ListBotsResponse>("bots").DebugString(), site_.Read<v1::ListBotsResponse>("bots").DebugString());
  EXPECT_EQ(Read<v1::TournamentPage>("tournaments/1").tournament().DebugString(),
            site_.Read<v1::TournamentPage>("tournaments/1").tournament().DebugString());
  EXPECT_EQ(Read<v1::ListTournamentsResponse>("tournaments").tournaments_size(), 1);
  EXPECT_GT(Read<v1::ListRulesetsResponse>("rulesets").rulesets_size(), 5);
  for (const char* id : {"classic", "bluffing", "cards", "gogo"}) {
    EXPECT_EQ(Read<v1::RulesetPictures>(absl::StrCat("rulesets/", id)).SerializeAsString(),
              site_.Read<v1::RulesetPictures>(absl::StrCat("rulesets/", id)).SerializeAsString());
  }
  EXPECT_THAT(Read<v1::HostStatus>("status").games(), IsEmpty());
  EXPECT_EQ(Read<v1::GameIndex>("games/index-0").game_ids(0), "1-3") << "the newest first";
  v1::GameRecord record;
  ASSERT_THAT(FromJson(Read<v1::GameExports>("exports/1/1-1").record(), "1-1", record), IsOk());
  EXPECT_EQ(record.SerializeAsString(), matches_[0].record.SerializeAsString());
}

TEST_F(StaticReportTest, KeepsBackWhatGamesCanStillBePlayedWith) {
  Site site(ruleset_, SteadyNow, Micros(0), /*is_duplicate=*/true);
  site.Store(matches_[0]);
  site.Store(matches_[1], /*first_of_pair=*/1);
  site.Store(matches_[2]);
  ASSERT_THAT(WriteReport(site.database().path(), options_), IsOk());
  EXPECT_TRUE(Has("data/games/1/1-1.json.gz"));
  EXPECT_TRUE(Has("data/games/1/1-2.json.gz"));
  EXPECT_FALSE(Has("data/games/1/1-3.json.gz")) << "its second is to come";
  EXPECT_FALSE(Has("data/exports/1/1-3.json.gz"));
  EXPECT_EQ(Read<v1::TournamentPage>("tournaments/1").tournament().spec().seed(), 0u);
  EXPECT_EQ(Read<v1::ListTournamentsResponse>("tournaments").tournaments(0).spec().seed(), 0u);
}

TEST_F(StaticReportTest, ItsPageSaysThatItIsFiles) {
  ASSERT_THAT(Write(), IsOk());
  EXPECT_EQ(dir_.Read("site/index.html"), "<meta name=\"flagfall-source\" content=\"static\">");
  EXPECT_EQ(dir_.Read("site/assets/a.js"), "let a;");
}

TEST_F(StaticReportTest, ExportsMayBeLeftOut) {
  options_.has_exports = false;
  ASSERT_THAT(Write(), IsOk());
  EXPECT_FALSE(Has("data/exports"));
  EXPECT_FALSE(Read<v1::Site>("site").has_exports());
}

TEST_F(StaticReportTest, IsWrittenOverAnOlderOneAndOverNothingElse) {
  ASSERT_THAT(Write(), IsOk());
  site_.Store(PlayRandomMatch(ruleset_, 6, 40));
  ASSERT_THAT(Write(), IsOk());
  EXPECT_EQ(Read<v1::Site>("site").games(), 4u);
  options_.folder = dir_.path();
  EXPECT_THAT(Write(), IsError(absl::StatusCode::kFailedPrecondition, "has something in it that is no report"));
  dir_.Write("file", "x");
  options_.folder = dir_.At("file/below");
  EXPECT_THAT(Write(), IsError(absl::StatusCode::kPermissionDenied, "cannot write"));
}

TEST_F(StaticReportTest, NothingOfAnOlderOneIsLeft) {
  ASSERT_THAT(Write(), IsOk());
  dir_.Write("site/assets/old.js", "let old;");
  dir_.Write("site/data/games/9/9-9.json.gz", "of another home");
  // A report that was interrupted lacks its last file.
  std::filesystem::remove(dir_.At("site/data/site.json.gz"));
  options_.has_exports = false;
  ASSERT_THAT(Write(), IsOk());
  for (const char* gone : {"assets/old.js", "data/games/9/9-9.json.gz", "data/exports"})
    EXPECT_FALSE(Has(gone)) << gone;
  EXPECT_TRUE(Has("assets/a.js"));
  EXPECT_TRUE(Has("data/games/1/1-1.json.gz"));
}

TEST_F(StaticReportTest, ADamagedGameIsLeftOutByItsName) {
  ASSERT_THAT(site_.database().Execute("DROP TRIGGER game_records_are_final; UPDATE game_records SET record = x'00' "
                                       "WHERE rowid = (SELECT min(rowid) FROM game_records)"),
              IsOk());
  std::vector<std::string> lines;
  options_.threads = 1;
  options_.on_left_out = [&lines](const std::string& line) { lines.push_back(line); };
  const auto size = Write();
  ASSERT_THAT(size, IsOk());
  EXPECT_EQ(size->left_out, 1u);
  EXPECT_THAT(lines, testing::ElementsAre(HasSubstr("game 1-1: ")));
  EXPECT_FALSE(Has("data/games/1/1-1.json.gz"));
  EXPECT_TRUE(Has("data/games/1/1-2.json.gz"));
}

TEST_F(StaticReportTest, ALedgerThatCannotBeReadIsNoReportWithoutGames) {
  ASSERT_THAT(site_.database().Execute("ALTER TABLE game_records RENAME TO gone"), IsOk());
  options_.on_left_out = [](const std::string& line) { ADD_FAILURE() << line; };
  EXPECT_THAT(Write(), IsError(absl::StatusCode::kInternal, "no such table"));
  EXPECT_FALSE(Has("data/site.json.gz")) << "the last of a report that is whole";
}

TEST(FileNames, LeaveNoFolderAndMeetNowhere) {
  EXPECT_EQ(FileNameOf("mybot@3"), "mybot~403");
  EXPECT_EQ(FileNameOf("Mybot@3"), "~4dybot~403");
  EXPECT_EQ(FileNameOf("a-b_9"), "a-b_9");
  EXPECT_EQ(FileNameOf("../x"), "~2e~2e~2fx");
  EXPECT_EQ(FileNameOf("classic[two_squares=2]"), "classic~5btwo_squares~3d2~5d");
  EXPECT_EQ(FileNameOf("\xc3\xa9"), "~c3~a9");
  EXPECT_EQ(FileNameOf("~"), "~7e");
}

}  // namespace
}  // namespace flagfall::arena::web
