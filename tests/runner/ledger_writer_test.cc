#include "arena/runner/ledger_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arena/runner/event_queue.h"
#include "arena/runner/forfeit.h"
#include "arena/store/bots.h"
#include "arena/store/games.h"
#include "arena/store/tournaments.h"
#include "arena/tournament/game_seed.h"
#include "arena/tournament/round_robin.h"
#include "arena/tournament/spec.h"
#include "referee/match/time_control.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::runner {
namespace {

constexpr std::uint32_t kGames = 200;

class LedgerWriterTest : public testing::Test {
 protected:
  void SetUp() override {
    auto database = store::Database::OpenForWriting(dir_.At(store::kDatabaseFileName));
    ASSERT_THAT(database, IsOk());
    database_ = *std::move(database);
    v1::TournamentSpec spec;
    for (const char* name : {"anna", "ben"}) {
      store::Bot bot;
      bot.manifest.set_name(name);
      bot.manifest.set_version("1");
      bot.folder = "/bots";
      ASSERT_THAT(store::AddBot(*database_, bot), IsOk());
      spec.add_bots(name);
    }
    spec.mutable_ruleset()->set_id("barrage");
    spec.set_games(kGames);
    const auto complete = tournament::CompleteSpec(spec, {.cores = 1, .draw_seed = [] { return 7; }});
    ASSERT_THAT(complete, IsOk());
    spec_ = *complete;
    const auto id = store::CreateTournament(*database_, spec_, "barrage", std::chrono::seconds(1));
    ASSERT_THAT(id, IsOk());
    id_ = *id;
  }

  store::GameResult Result(std::uint32_t number) {
    const tournament::Pairing game = tournament::RoundRobin(2, 1, kGames, 7).PairingOf(number);
    MatchSpec match;
    match.game_id = store::GameIdOf(id_, number);
    match.ruleset = spec_.ruleset();
    match.seed = tournament::GameSeed(7, number);
    match.red.set_name(spec_.bots(game.red));
    match.blue.set_name(spec_.bots(game.blue));
    match.time_control = *ParseTimeControl(spec_.time_control());
    match.policy = spec_.policy();
    match.start_time = std::chrono::seconds(1'800'000'000);
    store::GameResult result;
    result.tournament_id = id_;
    result.number = number;
    result.round = game.round;
    result.record = *ForfeitedGame(match, true, false, "away");
    return result;
  }

  LedgerObserver Observer() {
    return {.on_stored =
                [this](std::vector<store::GameResult> results, std::vector<store::Receipt> receipts) {
                  ASSERT_EQ(results.size(), receipts.size());
                  for (std::size_t i = 0; i < results.size(); ++i) {
                    EXPECT_THAT(receipts[i].status, IsOk());
                    EXPECT_TRUE(acknowledged_.insert(results[i].number).second);
                  }
                },
            .on_failed = [this](absl::Status status) { failed_.Push(std::move(status)); }};
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_;
  v1::TournamentSpec spec_;
  std::int64_t id_ = 0;
  // Touched by the writer's thread until it has ended.
  std::set<std::uint32_t> acknowledged_;
  EventQueue<absl::Status> failed_;
};

TEST_F(LedgerWriterTest, AcknowledgesEachResultOnceAndWritesAllBeforeItEnds) {
  {
    LedgerWriter writer(*database_, Observer());
    for (std::uint32_t number = 1; number <= kGames; ++number) writer.Put(Result(number));
  }
  EXPECT_EQ(acknowledged_.size(), kGames);
  const auto games = store::TournamentGames(*database_, id_);
  ASSERT_THAT(games, IsOk());
  EXPECT_EQ(games->size(), kGames);
}

TEST_F(LedgerWriterTest, WritesTogetherWhatComesShortlyAfterSeveral) {
  EventQueue<std::vector<std::uint32_t>> written;
  LedgerObserver observer = Observer();
  observer.on_stored = [&written](const std::vector<store::GameResult>& results, const std::vector<store::Receipt>&) {
    std::vector<std::uint32_t> numbers;
    for (const store::GameResult& result : results) numbers.push_back(result.number);
    written.Push(std::move(numbers));
  };
  using Numbers = std::vector<std::uint32_t>;
  {
    LedgerWriter writer(*database_, observer, std::chrono::hours(1));
    // One that comes alone is written at once, also the next.
    writer.Put(Result(1));
    EXPECT_EQ(written.Pop(), Numbers({1}));
    std::uint32_t several = 2;
    {
      MutexLock lock(database_->access());
      writer.Put(Result(2));
      // Until the writer has taken it, and waits for the ledger.
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      writer.Put(Result(3));
      writer.Put(Result(4));
    }
    while (several <= 4) several += static_cast<std::uint32_t>(written.Pop().size());
    writer.Put(Result(5));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    writer.Put(Result(6));
  }
  EXPECT_EQ(written.Pop(), Numbers({5, 6})) << "they wait for more until the writer ends";
}

TEST_F(LedgerWriterTest, CountsFaults) {
  {
    LedgerWriter writer(*database_, Observer());
    for (int fault = 0; fault < 2; ++fault) writer.Put(BotFault{"anna", "it died", 2});
    writer.Put(BotFault{"ben", "it died", 2});
  }
  EXPECT_EQ(store::FindBot(*database_, "anna")->State(), v1::Bot::STATE_SUSPENDED);
  EXPECT_EQ(store::FindBot(*database_, "ben")->State(), v1::Bot::STATE_READY);
  EXPECT_EQ(store::FindBot(*database_, "ben")->faults, 1U);
}

// SQLite says of a database that may not grow what it says of one on a full disk.
class FullDiskTest : public LedgerWriterTest {
 protected:
  void SetUp() override {
    LedgerWriterTest::SetUp();
    // What is free within the file is used up first.
    Limit(1);
  }

  // To no more pages than it has, where `pages` is less.
  void Limit(int pages) {
    MutexLock lock(database_->access());
    ASSERT_THAT(database_->Execute(("PRAGMA max_page_count = " + std::to_string(pages)).c_str()), IsOk());
  }

  LedgerObserver ObserverOfNotices() {
    LedgerObserver observer = Observer();
    observer.on_notice = [this](const std::string& text) { notices_.Push(text); };
    return observer;
  }

  static constexpr std::chrono::milliseconds kSoon{5};
  EventQueue<std::string> notices_;
};

TEST_F(FullDiskTest, ResultsWaitInMemoryUntilThereIsRoom) {
  {
    LedgerWriter writer(*database_, ObserverOfNotices(), LedgerWriter::kGathersFor, nullptr, kSoon);
    for (std::uint32_t number = 1; number <= kGames; ++number) writer.Put(Result(number));
    writer.Put(BotFault{"anna", "it died", 2});
    EXPECT_THAT(notices_.Pop(),
                testing::AllOf(testing::HasSubstr("the disk is full"), testing::HasSubstr("in memory")));
    Limit(1'000'000);
    EXPECT_THAT(notices_.Pop(), testing::HasSubstr("there is room on the disk again"));
  }
  EXPECT_EQ(acknowledged_.size(), kGames);
  EXPECT_EQ(store::TournamentGames(*database_, id_)->size(), kGames);
  EXPECT_EQ(store::FindBot(*database_, "anna")->faults, 1U);
}

TEST_F(FullDiskTest, AWriterThatEndsGivesUpAndAcknowledgesNothingThatIsNotStored) {
  {
    LedgerWriter writer(*database_, ObserverOfNotices(), LedgerWriter::kGathersFor, nullptr, std::chrono::hours(1));
    for (std::uint32_t number = 1; number <= kGames; ++number) writer.Put(Result(number));
    EXPECT_THAT(notices_.Pop(), testing::HasSubstr("the disk is full"));
  }
  EXPECT_THAT(failed_.Pop(), IsError(absl::StatusCode::kResourceExhausted, "the disk is full"));
  EXPECT_EQ(store::TournamentGames(*database_, id_)->size(), acknowledged_.size());
  EXPECT_LT(acknowledged_.size(), kGames);
}

TEST_F(LedgerWriterTest, AfterAFailureNothingMoreIsWritten) {
  {
    LedgerWriter writer(*database_, Observer());
    writer.Put(BotFault{"nobody", "it died", 2});
    EXPECT_THAT(failed_.Pop(), IsError(absl::StatusCode::kNotFound, "nobody"));
    writer.Put(Result(1));
  }
  EXPECT_TRUE(acknowledged_.empty());
  EXPECT_TRUE(store::TournamentGames(*database_, id_)->empty());
}

}  // namespace
}  // namespace flagfall::arena::runner
