// Results stored per second with full durability (WAL, synchronous=FULL), one by one and in groups. Each iteration is
// one transaction of so many results, each with its record, its hash and both ratings.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <random>
#include <vector>

#include "arena/store/database.h"
#include "arena/store/games.h"
#include "arena/store/record_codec.h"
#include "arena/store/results.h"
#include "referee/base/check.h"
#include "tests/store/ledger.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena {
namespace {

// A game of 250 plies with times as games have them, so that the record compresses as records do.
store::GameResult LifelikeResult(std::uint32_t number, std::mt19937_64& random) {
  store::GameResult game = store::DrawnResult(1, number, random());
  game.record.clear_entries();
  std::int64_t at = 0;
  for (std::uint32_t decision = 1; decision <= 250; ++decision) {
    v1::RecordEntry& entry = *game.record.add_entries();
    at += 40 + static_cast<std::int64_t>(random() % 400);
    entry.set_at_micros(at);
    entry.set_side(decision % 2 == 1 ? v1::SIDE_RED : v1::SIDE_BLUE);
    entry.mutable_acted()->set_decision((decision + 1) / 2);
    entry.mutable_acted()->set_sent_micros(at - 30);
    entry.mutable_acted()->set_host_delay_micros(static_cast<std::int64_t>(random() % 4));
    entry.mutable_acted()->mutable_action()->mutable_ply()->set_from(static_cast<std::uint32_t>(random() % 100));
    entry.mutable_acted()->mutable_action()->mutable_ply()->set_to(static_cast<std::uint32_t>(random() % 100));
  }
  return game;
}

std::vector<store::GameResult> NextGroup(std::uint32_t& number, std::size_t size, std::mt19937_64& random) {
  std::vector<store::GameResult> group;
  while (group.size() < size) group.push_back(LifelikeResult(++number, random));
  return group;
}

void StoreIn(benchmark::State& state, const char* prepare) {
  TempDir dir;
  const auto database = store::MustOpen(dir.At(store::kDatabaseFileName));
  store::Furnish(*database);
  FLAGFALL_CHECK(database->Execute(prepare).ok());
  std::mt19937_64 random(1);
  std::uint32_t number = 0;
  const auto size = static_cast<std::size_t>(state.range(0));
  for (auto _ : state) {
    state.PauseTiming();
    const std::vector<store::GameResult> group = NextGroup(number, size, random);
    state.ResumeTiming();
    FLAGFALL_CHECK(store::StoreResults(*database, group).ok());
  }
  state.SetItemsProcessed(number);
  const auto bytes = std::filesystem::file_size(dir.At(store::kDatabaseFileName));
  state.counters["bytes_a_game"] = static_cast<double>(bytes) / number;
}

void StoreGroups(benchmark::State& state) { StoreIn(state, ""); }
BENCHMARK(StoreGroups)->Arg(1)->Arg(10)->Arg(100)->UseRealTime();

// The same where nothing is chained: what is between both is what the chain costs.
void StoreUnchained(benchmark::State& state) {
  StoreIn(state, "DROP TRIGGER games_are_chained; DROP TRIGGER rating_changes_are_chained");
}
BENCHMARK(StoreUnchained)->Arg(1)->Arg(10)->Arg(100)->UseRealTime();

// The part of storing that comes before the transaction: serialising, SHA-256 and zstd.
void EncodeRecords(benchmark::State& state) {
  std::mt19937_64 random(3);
  std::uint32_t number = 0;
  const std::vector<store::GameResult> group = NextGroup(number, 100, random);
  for (auto _ : state) {
    benchmark::DoNotOptimize(store::EncodeRecord(group[number++ % 100].record));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(EncodeRecords);

// Reading, and opening with its check of the whole file, on a ledger of so many games.
class Filled {
 public:
  explicit Filled(std::int64_t games) {
    const auto database = store::MustOpen(path_);
    store::Furnish(*database);
    std::mt19937_64 random(2);
    std::uint32_t number = 0;
    while (number < games) FLAGFALL_CHECK(store::StoreResults(*database, NextGroup(number, 500, random)).ok());
  }
  const std::string& path() const { return path_; }

 private:
  TempDir dir_;
  const std::string path_ = dir_.At(store::kDatabaseFileName);
};

void OpenForWriting(benchmark::State& state) {
  const Filled filled(state.range(0));
  for (auto _ : state) store::MustOpen(filled.path());
  state.counters["megabytes"] = static_cast<double>(std::filesystem::file_size(filled.path())) / 1e6;
}
BENCHMARK(OpenForWriting)->Arg(500)->Arg(20'000)->Unit(benchmark::kMillisecond);

void ListNewestGames(benchmark::State& state) {
  const Filled filled(20'000);
  const auto database = store::Database::OpenForReading(filled.path());
  const store::GameFilter filters[] = {{}, {.bot = "ann"}, {.tournament_id = 1}, {.bot = "nobody"}};
  const store::GameFilter& filter = filters[state.range(0)];
  for (auto _ : state) FLAGFALL_CHECK(store::ListGames(**database, filter, std::nullopt, 50).ok());
}
BENCHMARK(ListNewestGames)->DenseRange(0, 3)->Unit(benchmark::kMicrosecond);

void ReadRecord(benchmark::State& state) {
  const Filled filled(20'000);
  const auto database = store::Database::OpenForReading(filled.path());
  std::uint32_t number = 0;
  for (auto _ : state) {
    FLAGFALL_CHECK(store::FindRecord(**database, store::GameIdOf(1, 1 + number++ * 7919 % 20'000)).ok());
  }
}
BENCHMARK(ReadRecord)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace flagfall::arena
