// After kill -9 at any moment, everything that was acknowledged is stored, nothing is stored twice, and the ratings fit
// the games.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <ctime>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "arena/store/check.h"
#include "arena/store/database.h"
#include "arena/store/games.h"
#include "arena/store/ratings.h"
#include "arena/store/results.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

constexpr int kKills = 50;
// The number of games in the tournament. The result of each follows from its number, in all runs.
GameResult Game(std::uint32_t number) { return DrawnResult(1, number, number * 2654435761u); }

// Opens the ledger and stores groups of games from `next` on until it is killed. Writes each number once it is
// acknowledged.
[[noreturn]] void StoreForEver(const std::string& path, std::uint32_t next, std::uint32_t group, int acknowledge) {
  const auto database = MustOpen(path);
  while (true) {
    std::vector<GameResult> results;
    for (std::uint32_t i = 0; i < group; ++i) results.push_back(Game(next + i));
    const auto receipts = StoreResults(*database, results);
    if (!receipts.ok()) _exit(1);
    for (const Receipt& receipt : *receipts) {
      if (!receipt.status.ok()) _exit(2);
      if (write(acknowledge, &next, sizeof next) != sizeof next) _exit(3);
      ++next;
    }
  }
}

struct KilledRun {
  // The games that were acknowledged before it died.
  std::vector<std::uint32_t> numbers;
  int wait_status = 0;
};

// Runs StoreForEver and kills it at a random moment after some acknowledgements.
KilledRun RunAndKill(const std::string& path, std::uint32_t next, std::mt19937_64& random) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const auto group = static_cast<std::uint32_t>(1 + random() % 6);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    StoreForEver(path, next, group, ends[1]);
  }
  close(ends[1]);
  KilledRun run;
  const std::size_t patience = random() % 25;
  std::uint32_t number = 0;
  while (run.numbers.size() < patience && read(ends[0], &number, sizeof number) == sizeof number) {
    run.numbers.push_back(number);
  }
  const timespec moment{.tv_sec = 0, .tv_nsec = static_cast<long>(random() % 3'000'000)};
  nanosleep(&moment, nullptr);
  kill(child, SIGKILL);
  while (read(ends[0], &number, sizeof number) == sizeof number) run.numbers.push_back(number);
  close(ends[0]);
  EXPECT_EQ(waitpid(child, &run.wait_status, 0), child);
  return run;
}

TEST(Crash, FiftyKillsLoseNothingThatWasAcknowledgedAndStoreNothingTwice) {
  TempDir dir;
  const std::string path = dir.At(kDatabaseFileName);
  Furnish(*MustOpen(path));
  std::mt19937_64 random(50);
  std::set<std::uint32_t> acknowledged;
  int unacknowledged = 0;
  for (int i = 0; i < kKills; ++i) {
    // Goes on as a host does: from the first game that was not acknowledged, whether it was stored or not.
    const std::uint32_t next = acknowledged.empty() ? 1 : *acknowledged.rbegin() + 1;
    const KilledRun run = RunAndKill(path, next, random);
    ASSERT_TRUE(WIFSIGNALED(run.wait_status)) << "exit " << WEXITSTATUS(run.wait_status);
    acknowledged.insert(run.numbers.begin(), run.numbers.end());

    const auto database = MustOpen(path);
    ASSERT_THAT(CheckIntegrity(*database), IsOk());
    ASSERT_THAT(CheckRatings(*database), IsOk());
    const auto games = TournamentGames(*database, 1);
    ASSERT_THAT(games, IsOk());
    std::set<std::uint32_t> stored;
    for (const GameSummary& game : *games) ASSERT_TRUE(stored.insert(game.number).second);
    for (const std::uint32_t number : acknowledged) ASSERT_TRUE(stored.count(number) == 1) << number;
    unacknowledged += stored.size() > acknowledged.size();
    rating::MicroElo sum = 0;
    const auto board = Leaderboard(*database, kPool);
    ASSERT_THAT(board, IsOk());
    for (const Standing& standing : *board) sum += standing.rating;
    ASSERT_EQ(sum, static_cast<rating::MicroElo>(board->size()) * rating::kStartRating);
  }
  const auto database = MustOpen(path);
  for (const std::uint32_t number : acknowledged) {
    const auto record = FindRecord(*database, GameIdOf(1, number));
    ASSERT_THAT(record, IsOk());
    ASSERT_EQ(record->SerializeAsString(), Game(number).record.SerializeAsString());
  }
  RecordProperty("acknowledged", static_cast<int>(acknowledged.size()));
  RecordProperty("kills_between_commit_and_acknowledgement", unacknowledged);
  EXPECT_GT(acknowledged.size(), 100u);
}

TEST(Crash, AKillWhileTheDatabaseIsBeingMade) {
  std::mt19937_64 random(51);
  for (int i = 0; i < 30; ++i) {
    TempDir dir;
    const std::string path = dir.At(kDatabaseFileName);
    const pid_t child = fork();
    if (child == 0) {
      MustOpen(path);
      _exit(0);
    }
    const timespec moment{.tv_sec = 0, .tv_nsec = static_cast<long>(random() % 8'000'000)};
    nanosleep(&moment, nullptr);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const auto database = MustOpen(path);
    EXPECT_THAT(MustStore(*database, ResultOf(Furnish(*database), 1)).status, IsOk());
    EXPECT_THAT(CheckIntegrity(*database), IsOk());
  }
}

}  // namespace
}  // namespace flagfall::arena::store
