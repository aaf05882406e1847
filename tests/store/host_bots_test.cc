#include "arena/store/host_bots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "arena/store/check.h"
#include "arena/store/ratings.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

using testing::ElementsAre;

class HostBotsTest : public testing::Test {
 protected:
  // Adds "eve" with files of which a hash begins with that letter.
  AddedHostBot Add(char files, const std::string& version = "1.0") {
    HostBot bot{.manifest = ManifestOf("eve"),
                .folder = "/bots/eve",
                .files_before_build = std::string(32, files),
                .files_after_build = std::string(32, files)};
    bot.manifest.set_version(version);
    const auto added = AddHostBot(*database_, bot, Micros(++now_));
    EXPECT_THAT(added, IsOk());
    EXPECT_THAT(CheckBots(*database_), IsOk());
    return *added;
  }
  // Plays a game of eve, as she is now.
  void Play() {
    const auto id = CreateTournament(*database_, CompleteSpecOf({"ann", "eve"}), kPool, Micros(++now_));
    ASSERT_THAT(id, IsOk());
    const std::string entry = FindTournament(*database_, *id)->spec.bots(1);
    ASSERT_THAT(MustStore(*database_, ResultOf(*id, 1, "ann", entry)).status, IsOk());
  }
  std::vector<std::string> RatedBots() {
    std::vector<std::string> bots;
    const auto board = Leaderboard(*database_, kPool);
    EXPECT_THAT(board, IsOk());
    for (const Standing& standing : *board) bots.push_back(standing.bot);
    return bots;
  }

  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  std::int64_t tournament_ = Furnish(*database_);
  int now_ = 10;
};

TEST_F(HostBotsTest, OtherFilesThanThoseThatPlayedAreAnEntryOfTheirOwn) {
  EXPECT_EQ(Add('a').change, HostBotChange::kAdded);
  EXPECT_EQ(Add('b').change, HostBotChange::kUpdated) << "nothing is known of the bot yet but its name";
  Play();
  EXPECT_EQ(Add('b', "1.1").change, HostBotChange::kUpdated) << "the files are the same";
  EXPECT_EQ(FindBot(*database_, "eve")->manifest.version(), "1.1");

  const AddedHostBot second = Add('c', "2.0");
  EXPECT_EQ(second.entry, "eve@2");
  EXPECT_EQ(second.change, HostBotChange::kNewVersion);
  EXPECT_EQ(FindBot(*database_, "eve")->name(), "eve@2");
  EXPECT_EQ(FindEntry(*database_, "eve")->manifest.version(), "1.1");
  EXPECT_EQ(FindEntry(*database_, "eve")->retired_reason, "eve@2 took its place");
  Play();
  EXPECT_THAT(RatedBots(), ElementsAre("ann", "eve@2", "eve")) << "each with a rating of its own";
  EXPECT_EQ(RatingHistory(*database_, kPool, "eve")->size(), 1u);
  EXPECT_EQ(RatingHistory(*database_, kPool, "eve@2")->size(), 1u);

  EXPECT_EQ(Add('d').entry, "eve@3");
  EXPECT_EQ(Add('e').entry, "eve@3") << "it has not played";
  EXPECT_THAT(CheckRatings(*database_), IsOk());
  EXPECT_THAT(CheckIntegrity(*database_), IsOk());
}

TEST_F(HostBotsTest, ABotFromBeforeItsFilesWereKnownIsTakenForTheSame) {
  HostBot bot{.manifest = ManifestOf("ann"),
              .folder = "/bots/ann",
              .files_before_build = std::string(32, 'a'),
              .files_after_build = std::string(32, 'b')};
  MustStore(*database_, ResultOf(tournament_, 1));
  EXPECT_EQ(AddHostBot(*database_, bot, Micros(20))->change, HostBotChange::kUpdated);
  bot.files_before_build = std::string(32, 'b');
  EXPECT_EQ(AddHostBot(*database_, bot, Micros(21))->change, HostBotChange::kUpdated)
      << "what its build made is no change";
  bot.files_before_build = std::string(32, 'c');
  EXPECT_EQ(AddHostBot(*database_, bot, Micros(22))->entry, "ann@2");
}

TEST_F(HostBotsTest, ATournamentGoesOnWithTheEntryThatItBeganWith) {
  Add('a');
  Play();
  const auto id = CreateTournament(*database_, CompleteSpecOf({"ann", "eve"}), kPool, Micros(30));
  ASSERT_THAT(id, IsOk());
  Add('b');
  EXPECT_EQ(FindEntry(*database_, FindTournament(*database_, *id)->spec.bots(1))->name(), "eve");
  EXPECT_THAT(FindEntry(*database_, "nobody"), IsError(absl::StatusCode::kNotFound, "there is no bot 'nobody'"));
}

}  // namespace
}  // namespace flagfall::arena::store
