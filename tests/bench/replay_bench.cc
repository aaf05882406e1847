// The document of a game for the web report: the time to make it, and its size as protobuf, as JSON, and as gzipped
// JSON. Measured for a classic game of 2,000 plies between random players, for one in which pieces go out and back, and
// for a running game, also for a part of it.
#include <benchmark/benchmark.h>
#include <zlib.h>

#include <string>

#include "arena/base/json.h"
#include "arena/replay/finished_replay.h"
#include "arena/replay/running_replay.h"
#include "tests/bench/long_game.h"
#include "tests/replay/random_match.h"

namespace flagfall::arena {
namespace {

constexpr std::uint32_t kPlies = 2000;

v1::Ruleset Classic() {
  v1::Ruleset ruleset;
  ruleset.set_id("classic");
  return ruleset;
}

// The longest of some random games, few of which last so long.
const PlayedMatch& RandomMatch() {
  static const PlayedMatch match = [] {
    PlayedMatch longest;
    for (std::uint64_t seed = 1; seed <= 40 && longest.record.plies() < kPlies; ++seed) {
      PlayedMatch played = PlayRandomMatch(Classic(), seed, kPlies);
      if (played.record.plies() > longest.record.plies()) longest = std::move(played);
    }
    return longest;
  }();
  return match;
}

// A game in which pieces go out and back, with plausible times.
const v1::GameRecord& LongGame() {
  static const v1::GameRecord record = [] {
    v1::GameRecord made;
    *made.mutable_ruleset() = Classic();
    made.set_seed(std::string(32, 's'));
    std::int64_t now = 0;
    for (std::uint32_t n = 0; n < kPlies + 2; ++n) {
      v1::RecordEntry& entry = *made.add_entries();
      entry.set_side(n % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE);
      entry.set_at_micros(now += 123'457);
      v1::Acted& acted = *entry.mutable_acted();
      acted.set_sent_micros(now - 100'003 - n % 997);
      acted.set_clock_micros(60'000'000 - now % 10'000'000);
      if (n < 2) {
        *acted.mutable_action() = bench::SetUpOf(entry.side());
      } else {
        bench::FillPly(entry.side(), n / 2 + 1, *acted.mutable_action()->mutable_ply());
      }
    }
    return made;
  }();
  return record;
}

void CountBytes(const v1::Replay& replay, benchmark::State& bench) {
  const std::string json = ToJson(replay);
  uLongf size = compressBound(json.size());
  std::string compressed(size, '\0');
  compress2(reinterpret_cast<Bytef*>(compressed.data()), &size, reinterpret_cast<const Bytef*>(json.data()),
            json.size(), 6);
  bench.counters["steps"] = replay.steps();
  bench.counters["proto_bytes"] = static_cast<double>(replay.ByteSizeLong());
  bench.counters["json_bytes"] = static_cast<double>(json.size());
  bench.counters["gzip_bytes"] = static_cast<double>(size);
}

void Finished(benchmark::State& bench, const v1::GameRecord& record) {
  v1::Replay replay;
  for (auto _ : bench) replay = *replay::FinishedReplay(record, v1::GameSummary());
  CountBytes(replay, bench);
}

void BM_FinishedRandom(benchmark::State& bench) { Finished(bench, RandomMatch().record); }
BENCHMARK(BM_FinishedRandom)->Unit(benchmark::kMillisecond);

void BM_FinishedOutAndBack(benchmark::State& bench) { Finished(bench, LongGame()); }
BENCHMARK(BM_FinishedOutAndBack)->Unit(benchmark::kMillisecond);

void BM_Json(benchmark::State& bench) {
  const v1::Replay replay = *replay::FinishedReplay(LongGame(), v1::GameSummary());
  for (auto _ : bench) benchmark::DoNotOptimize(ToJson(replay));
}
BENCHMARK(BM_Json)->Unit(benchmark::kMillisecond);

replay::RunningReplay Running() {
  replay::RunningReplay running = *replay::RunningReplay::Create(RandomMatch().header, 1);
  for (const SpectatorEntry& entry : RandomMatch().entries) (void)running.Add(entry);
  return running;
}

// Per entry: items a second.
void BM_RunningAdd(benchmark::State& bench) {
  for (auto _ : bench) benchmark::DoNotOptimize(Running());
  bench.SetItemsProcessed(bench.iterations() * static_cast<std::int64_t>(RandomMatch().entries.size()));
}
BENCHMARK(BM_RunningAdd)->Unit(benchmark::kMillisecond);

void BM_RunningPart(benchmark::State& bench) {
  const replay::RunningReplay running = Running();
  for (auto _ : bench) benchmark::DoNotOptimize(running.From(running.steps() - 1, Micros(0)));
}
BENCHMARK(BM_RunningPart);

}  // namespace
}  // namespace flagfall::arena
