// A run whose games have cores of their own, with real processes of a bot that plays many games at once.
#include <google/protobuf/util/time_util.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "arena/runner/core_pool.h"
#include "arena/runner/tournament_runner.h"
#include "arena/store/bots.h"
#include "arena/store/games.h"
#include "arena/store/seat_times.h"
#include "tests/runner/stored_tournament.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::runner {
namespace {

// The host's and `games` for games, which are all the same processor: how many a machine has must not matter here.
std::vector<Core> OneProcessorAsCores(int games) {
  cpu_set_t allowed;
  EXPECT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  int first = 0;
  while (CPU_ISSET(first, &allowed) == 0) ++first;
  return std::vector<Core>(1 + games, Core{{first}});
}

TEST(RunOnCores, PlaysTheGamesOfABotOneAtATime) {
  constexpr int kGames = 6;
  const TempDir dir;
  store::Bot bot;
  bot.manifest.add_command("./random");
  bot.manifest.add_rulesets("barrage");
  bot.folder = FLAGFALL_RANDOM_BOT;
  v1::TournamentSpec spec;
  spec.mutable_ruleset()->set_id("barrage");
  spec.set_games(kGames);
  spec.set_concurrency(kGames);
  const StoredTournament stored = StoreTournament(dir, spec, bot);

  // Two for each game.
  const auto pool = CorePool::Make(OneProcessorAsCores(2 * kGames));
  ASSERT_THAT(pool, IsOk());
  RunOptions options;
  options.supervisor_path = FLAGFALL_SUPERVISOR;
  options.logs_folder = dir.At("logs");
  options.sandbox_of = [](const store::Bot&) { return bots::SandboxMode::kNone; };
  options.pool = pool->get();
  const auto end = RunTournament(*stored.database, stored.tournament, options, [](const v1::TournamentEvent&) {}, {});
  ASSERT_THAT(end, IsOk());
  ASSERT_EQ(*end, coordinator::RunEnd::kFinished);

  // When each began and was over.
  std::vector<std::pair<Micros, Micros>> games;
  for (int number = 1; number <= kGames; ++number) {
    const auto record = store::FindRecord(*stored.database, store::GameIdOf(stored.tournament.id, number));
    ASSERT_THAT(record, IsOk());
    const Micros start(google::protobuf::util::TimeUtil::TimestampToMicroseconds(record->start_time()));
    games.emplace_back(start, start + store::DurationOf(*record));
  }
  std::sort(games.begin(), games.end());
  for (int game = 1; game < kGames; ++game) EXPECT_GE(games[game].first, games[game - 1].second) << "game " << game;
}

}  // namespace
}  // namespace flagfall::arena::runner
