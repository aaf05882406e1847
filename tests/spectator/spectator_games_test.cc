#include "referee/spectator/spectator_games.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace flagfall {
namespace {

using Kind = SpectatorEntry::Kind;
using std::chrono::seconds;

// Games with a clock of the test's own.
class SpectatorGamesTest : public testing::Test {
 protected:
  std::unique_ptr<SpectatorGames::Log> NewLog(const std::string& id) { return NewLog(id, games_); }
  std::unique_ptr<SpectatorGames::Log> NewLog(const std::string& id, SpectatorGames& games) {
    SpectatorHeader header;
    header.game_id = id;
    auto log = games.NewLog(header, now_);
    log->Open();
    return log;
  }

  static void Append(SpectatorGames::Log& log, std::uint32_t plies, Kind kind = Kind::kActed) {
    std::vector<SpectatorEntry> entries = {{.kind = kind, .plies = plies}};
    log.Append(entries);
    EXPECT_TRUE(entries.empty());
  }

  // The plies of the entries from `from` on, as far as they are visible.
  static std::vector<std::uint32_t> PliesIn(SpectatorGames& games, const std::string& id, std::size_t from = 0) {
    std::vector<std::uint32_t> plies;
    const auto reading = games.Read(id, from);
    if (!reading.has_value()) return plies;
    for (std::size_t i = reading->begin(); i < reading->end(); ++i) plies.push_back((*reading)[i].plies);
    return plies;
  }

  static std::vector<std::string> Ids(SpectatorGames& games) {
    std::vector<std::string> ids;
    for (const SpectatorGames::Listed& listed : games.List()) ids.push_back(listed.header->game_id);
    return ids;
  }

  Micros now_ = seconds(1000);
  SpectatorGames games_{Micros(0), [this] { return now_; }};
  SpectatorGames late_{seconds(10), [this] { return now_; }};
};

TEST_F(SpectatorGamesTest, AreReadFromAnyEntryOn) {
  const auto log = NewLog("1-1");
  std::vector<std::uint32_t> all;
  // Past several chunks, to their edges too.
  for (std::uint32_t n = 0; n < 300; ++n) {
    Append(*log, n);
    all.push_back(n);
    ASSERT_EQ(PliesIn(games_, "1-1"), all);
    ASSERT_THAT(PliesIn(games_, "1-1", n), testing::ElementsAre(n));
    ASSERT_THAT(PliesIn(games_, "1-1", n + 1), testing::IsEmpty());
  }
  for (std::size_t from = 0; from < all.size(); from += 31) {
    EXPECT_EQ(PliesIn(games_, "1-1", from).size(), all.size() - from);
  }
  EXPECT_THAT(PliesIn(games_, "1-1", 1000), testing::IsEmpty());
  EXPECT_FALSE(games_.Read("1-2", 0).has_value());
}

TEST_F(SpectatorGamesTest, KeepWhatWasReadWhenTheGameHasGone) {
  auto log = NewLog("1-1");
  Append(*log, 7);
  const auto reading = games_.Read("1-1", 0);
  Append(*log, 8);
  log.reset();
  EXPECT_FALSE(games_.Read("1-1", 0).has_value());
  ASSERT_EQ(reading->end(), 1u);
  EXPECT_EQ((*reading)[0].plies, 7u);
}

TEST_F(SpectatorGamesTest, AreSeenFromWhenPlayBegins) {
  SpectatorHeader header;
  header.game_id = "1-1";
  const auto log = games_.NewLog(header, now_);
  EXPECT_THAT(Ids(games_), testing::IsEmpty());
  log->Open();
  EXPECT_THAT(Ids(games_), testing::ElementsAre("1-1"));
}

TEST_F(SpectatorGamesTest, StayOverUntilTheyAreForgotten) {
  auto log = NewLog("1-1");
  Append(*log, 1);
  games_.Forget("1-1");
  EXPECT_THAT(Ids(games_), testing::ElementsAre("1-1")) << "a game that is on is not forgotten";
  Append(*log, 1, Kind::kOver);
  log.reset();
  ASSERT_TRUE(games_.Read("1-1", 2).has_value());
  EXPECT_TRUE(games_.Read("1-1", 2)->is_over());
  EXPECT_TRUE(games_.List()[0].is_over);
  games_.Forget("1-1");
  EXPECT_FALSE(games_.Read("1-1", 0).has_value());
  EXPECT_THAT(Ids(games_), testing::IsEmpty());
  games_.Forget("1-1");
}

TEST_F(SpectatorGamesTest, AGameUnderTheSameIdTakesThePlaceOfTheOneBefore) {
  auto first = NewLog("1-1");
  Append(*first, 1, Kind::kOver);
  const std::uint64_t run = games_.Read("1-1", 0)->run();
  const auto second = NewLog("1-1");
  first.reset();
  ASSERT_TRUE(games_.Read("1-1", 0).has_value());
  EXPECT_NE(games_.Read("1-1", 0)->run(), run);
  EXPECT_EQ(games_.Read("1-1", 0)->end(), 0u);
  games_.Forget("1-1");
  EXPECT_THAT(Ids(games_), testing::ElementsAre("1-1"));
}

TEST_F(SpectatorGamesTest, BecomeVisibleAfterTheDelay) {
  auto log = NewLog("1-1", late_);
  EXPECT_THAT(Ids(late_), testing::IsEmpty());
  now_ += seconds(4);
  Append(*log, 1);
  now_ += seconds(4);
  Append(*log, 2);
  now_ += seconds(2);
  EXPECT_THAT(Ids(late_), testing::ElementsAre("1-1"));
  EXPECT_THAT(PliesIn(late_, "1-1"), testing::IsEmpty());
  EXPECT_EQ(late_.Read("1-1", 0)->at(), Micros(0));
  now_ += seconds(4);
  EXPECT_THAT(PliesIn(late_, "1-1"), testing::ElementsAre(1));
  EXPECT_EQ(late_.List()[0].plies, 1u);
  EXPECT_EQ(late_.Read("1-1", 0)->at(), seconds(4));
  Append(*log, 2, Kind::kOver);
  now_ += seconds(4);
  EXPECT_THAT(PliesIn(late_, "1-1", 1), testing::ElementsAre(2));
  EXPECT_FALSE(late_.Read("1-1", 2)->is_over());
}

TEST_F(SpectatorGamesTest, AreKeptWhenForgottenUntilADelayedViewHasComeToItsEnd) {
  auto log = NewLog("1-1", late_);
  Append(*log, 1);
  now_ += seconds(10);
  Append(*log, 1, Kind::kOver);
  log.reset();
  late_.Forget("1-1");
  now_ += seconds(10) - Micros(1);
  EXPECT_THAT(PliesIn(late_, "1-1"), testing::ElementsAre(1));
  now_ += Micros(1);
  EXPECT_FALSE(late_.Read("1-1", 0).has_value());
}

TEST_F(SpectatorGamesTest, AreHeldFromTheirBeginningToTheirVisibleEnd) {
  EXPECT_FALSE(late_.Holds("1-1"));
  auto log = NewLog("1-1", late_);
  EXPECT_TRUE(late_.Holds("1-1"));
  EXPECT_FALSE(late_.Read("1-1", 0).has_value());
  Append(*log, 1, Kind::kOver);
  late_.Forget("1-1");
  EXPECT_TRUE(late_.Holds("1-1"));
  now_ += seconds(10);
  EXPECT_FALSE(late_.Holds("1-1"));
}

TEST_F(SpectatorGamesTest, ThoseNotSeenYetAreForgottenTogetherToo) {
  for (const char* id : {"1-1", "1-2", "2-1"}) Append(*NewLog(id, late_), 1, Kind::kOver);
  late_.ForgetIf([](const std::string& id) { return id != "2-1"; });
  now_ += seconds(10);
  EXPECT_THAT(Ids(late_), testing::ElementsAre("2-1"));
}

TEST_F(SpectatorGamesTest, EntriesPastTheLimitAreLeftOutAndTheEndIsTold) {
  const auto log = NewLog("1-1");
  std::vector<SpectatorEntry> entries;
  for (std::size_t i = 0; i <= SpectatorGames::kEntriesMax; ++i) {
    entries.assign(1, {.kind = Kind::kActed});
    log->Append(entries);
  }
  EXPECT_EQ(games_.Read("1-1", SpectatorGames::kEntriesMax - 1)->end(), SpectatorGames::kEntriesMax);
  Append(*log, 0, Kind::kOver);
  EXPECT_TRUE(games_.Read("1-1", SpectatorGames::kEntriesMax)->is_over());
}

TEST_F(SpectatorGamesTest, OfThoseThatNobodyForgetsTheOldestGo) {
  for (std::size_t i = 0; i <= SpectatorGames::kOverMax; ++i) {
    Append(*NewLog("1-" + std::to_string(i)), 0, Kind::kOver);
  }
  EXPECT_EQ(games_.List().size(), SpectatorGames::kOverMax);
  EXPECT_FALSE(games_.Read("1-0", 0).has_value());
  EXPECT_TRUE(games_.Read("1-1", 0).has_value());
}

TEST_F(SpectatorGamesTest, AreReadWhileTheyAreWritten) {
  constexpr std::uint32_t kEntries = 20'000;
  const auto log = NewLog("1-1");
  std::atomic<bool> has_ended = false;
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      std::size_t seen = 0;
      while (seen < kEntries) {
        const auto reading = games_.Read("1-1", seen);
        for (; seen < reading->end(); ++seen) EXPECT_EQ((*reading)[seen].plies, seen);
        games_.List();
        if (has_ended && seen < kEntries) {
          EXPECT_EQ(games_.Read("1-1", 0)->end(), kEntries);
        }
      }
    });
  }
  for (std::uint32_t n = 0; n < kEntries; ++n) Append(*log, n);
  has_ended = true;
  for (std::thread& reader : readers) reader.join();
}

}  // namespace
}  // namespace flagfall
