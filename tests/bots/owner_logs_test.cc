#include "arena/bots/owner_logs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/bots/game_logs.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::bots {
namespace {

// Each tournament has 8 KiB of each bot: a log of its process and one of a game.
class OwnerLogsTest : public testing::Test {
 protected:
  OwnerLogsTest() {
    for (const int tournament : {2, 9, 10, 11}) {
      for (const char* bot : {"rook", "knight", "others"}) {
        dir_.Write(absl::StrCat(tournament, "/", bot, ".log"), "begins");
        dir_.Write(absl::StrCat(tournament, "/games/", bot, "/", tournament, "-1.log"), std::string(kBlockBytes, 'x'));
      }
    }
    dir_.Write("build/rook.log", std::string(100 * kBlockBytes, 'x'));
  }

  std::uint64_t Prune(std::uint64_t bytes_max) {
    return PruneOwnerLogs(dir_.path(), {"rook", "knight"}, bytes_max,
                          [this](std::int64_t tournament) { return !going_on_.contains(tournament); });
  }
  bool Has(const std::string& path) const { return std::filesystem::exists(dir_.At(path)); }

  TempDir dir_;
  std::set<std::int64_t> going_on_;
};

TEST_F(OwnerLogsTest, AreLeftAsLongAsThereIsRoom) {
  EXPECT_EQ(Prune(16 * kBlockBytes), 16 * kBlockBytes);
  EXPECT_TRUE(Has("2/rook.log"));
  EXPECT_TRUE(Has("2/games/rook/2-1.log"));
}

TEST_F(OwnerLogsTest, TheOldestTournamentsGoFirst) {
  EXPECT_EQ(Prune(7 * kBlockBytes), 6 * kBlockBytes);
  for (const char* gone : {"2/rook.log", "2/games/rook", "2/knight.log", "9/rook.log", "9/knight.log", "10/rook.log"}) {
    EXPECT_FALSE(Has(gone)) << gone;
  }
  for (const char* kept : {"10/knight.log", "10/games/knight/10-1.log", "11/rook.log", "11/games/rook/11-1.log",
                           "2/others.log", "2/games/others/2-1.log", "build/rook.log"}) {
    EXPECT_TRUE(Has(kept)) << kept;
  }
}

TEST_F(OwnerLogsTest, FurtherPlayersAreTheirBots) {
  dir_.Write("2/rook#2.log", "begins");
  dir_.Write("2/games/rook#5/2-1.log", std::string(kBlockBytes, 'x'));
  dir_.Write("2/others#2.log", "begins");
  EXPECT_EQ(Prune(18 * kBlockBytes), 18 * kBlockBytes);
  EXPECT_EQ(Prune(13 * kBlockBytes), 12 * kBlockBytes);
  for (const char* gone : {"2/rook.log", "2/rook#2.log", "2/games/rook#5"}) EXPECT_FALSE(Has(gone)) << gone;
  EXPECT_TRUE(Has("2/others#2.log"));
}

TEST_F(OwnerLogsTest, TournamentsThatGoOnKeepTheirs) {
  going_on_ = {2, 10};
  EXPECT_EQ(Prune(0), 8 * kBlockBytes);
  EXPECT_TRUE(Has("2/games/rook/2-1.log"));
  EXPECT_TRUE(Has("10/knight.log"));
  EXPECT_FALSE(Has("9/rook.log"));
  EXPECT_FALSE(Has("11/rook.log"));
}

TEST_F(OwnerLogsTest, FoldersThatAreEmptyThenGoToo) {
  PruneOwnerLogs(dir_.path(), {"rook", "knight", "others"}, 18 * kBlockBytes, [](std::int64_t) { return true; });
  EXPECT_FALSE(Has("2"));
  EXPECT_TRUE(Has("11/games"));
}

TEST(OwnerLogs, OfAFolderThatIsNotThereAreNone) {
  EXPECT_EQ(PruneOwnerLogs("/nowhere", {"rook"}, 0, [](std::int64_t) { return true; }), 0u);
}

TEST_F(OwnerLogsTest, OfAHomeAllAreCountedAndTheOldestTournamentsGoWhole) {
  going_on_ = {9};
  const auto prune = [this](std::uint64_t bytes_max) {
    return PruneHomeLogs(dir_.path(), bytes_max, [this](std::int64_t id) { return !going_on_.contains(id); });
  };
  EXPECT_EQ(prune(24 * kBlockBytes), 24 * kBlockBytes) << "there is room";
  EXPECT_EQ(prune(13 * kBlockBytes), 12 * kBlockBytes);
  for (const char* gone : {"2", "10"}) EXPECT_FALSE(Has(gone)) << gone;
  for (const char* kept : {"9/rook.log", "11/others.log", "11/games/rook/11-1.log", "build/rook.log"}) {
    EXPECT_TRUE(Has(kept)) << kept;
  }
  EXPECT_EQ(prune(0), 6 * kBlockBytes) << "what goes on stays";
}

}  // namespace
}  // namespace flagfall::arena::bots
