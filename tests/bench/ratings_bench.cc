// Maximum-likelihood ratings of large pools: the time, and the largest memory of the process. One iteration is one
// fit with its full covariance.
#include <benchmark/benchmark.h>

#include <sys/resource.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/rating/pool_ratings.h"
#include "referee/base/check.h"

namespace flagfall::arena {
namespace {

double MebibytesAtMost() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

struct Pool {
  std::vector<std::string> names;
  std::vector<rating::PairScore> scores;
};

// Distributes so many games in turn to the ordered pairs of bots that are at most `apart` places from each other, on
// a scale on which neighbours are 2 Elo apart. `apart` = bots - 1 is a round robin.
Pool PlayedPool(int bots, int apart, std::int64_t games) {
  Pool pool;
  for (int i = 0; i < bots; ++i) pool.names.push_back(absl::StrCat("bot", i));
  for (int red = 0; red < bots; ++red) {
    for (int blue = 0; blue < bots; ++blue) {
      if (red != blue && std::abs(red - blue) <= apart) pool.scores.push_back({.red = red, .blue = blue});
    }
  }
  std::mt19937_64 random(5);
  for (std::int64_t game = 0; game < games; ++game) {
    rating::PairScore& pair = pool.scores[game % pool.scores.size()];
    const double expected = rating::ExpectedScore(2.0 * (pair.red - pair.blue));
    const double chance = static_cast<double>(random() >> 11) * 0x1p-53;
    const double drawn = 0.2 * std::min(expected, 1 - expected);
    ++(chance < expected - drawn / 2   ? pair.tally.wins
       : chance < expected + drawn / 2 ? pair.tally.draws
                                       : pair.tally.losses);
  }
  return pool;
}

void RateAPool(benchmark::State& state) {
  const auto bots = static_cast<int>(state.range(0));
  const Pool pool = PlayedPool(bots, static_cast<int>(state.range(1)), state.range(2));
  for (auto _ : state) {
    const auto ratings = rating::RatePool(pool.names, pool.scores, {});
    FLAGFALL_CHECK(ratings.ok());
    benchmark::DoNotOptimize(ratings->bots().data());
  }
  state.counters["pairs"] = static_cast<double>(pool.scores.size());
  state.counters["peak_MiB"] = MebibytesAtMost();
}
// The smaller pools come first, since the peak of memory is that of the whole process.
BENCHMARK(RateAPool)
    ->ArgNames({"bots", "apart", "games"})
    ->Args({100, 99, 100'000})
    ->Args({1000, 10, 1'000'000})
    ->Args({1000, 999, 1'000'000})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace flagfall::arena
