// Games in a VectorEnv against the bare core. One iteration is one ply of random play in every case, so that items per
// second are plies per second, and all of it is measured in one run.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>

#include "referee/base/check.h"
#include "referee/rules/board/board_state.h"
#include "sample-bots/environment/set_up_source.h"
#include "sample-bots/environment/vector_env.h"

namespace flagfall::environment {
namespace {

using board::BoardRules;
using board::BoardState;

// Whole games, one after another, with nothing beside the rules: the same set-ups, and plies chosen in the same way.
void BM_BareCore(benchmark::State& bench, const BoardRules& rules) {
  const SetUpSource set_ups(rules);
  Stream random(7, 0, 0);
  BoardState state = set_ups.Begin(random);
  board::PlyList plies;
  for (auto _ : bench) {
    state.LegalPlies(plies);
    while (plies.empty()) {
      benchmark::DoNotOptimize(state.Result());
      state = set_ups.Begin(random);
      state.LegalPlies(plies);
    }
    state.Make(plies[((random() >> 32) * plies.size()) >> 32]);
  }
  bench.SetItemsProcessed(bench.iterations());
}

// As many games at once as the first argument says, on as many threads as the second.
void BM_VectorEnv(benchmark::State& bench, const BoardRules& rules, bool observes) {
  const EnvConfig config{.games = static_cast<int>(bench.range(0)),
                         .threads = static_cast<int>(bench.range(1)),
                         .seed = 7,
                         .observes = observes};
  auto env = VectorEnv::New(rules, config, SetUpSource(rules));
  FLAGFALL_CHECK(env.ok());
  for (auto _ : bench) FLAGFALL_CHECK((*env)->Step((*env)->random_actions()).ok());
  bench.SetItemsProcessed(bench.iterations() * bench.range(0));
}

void Sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"n", "threads"})->Args({64, 1})->Args({1024, 1})->Args({1024, 2})->UseRealTime();
}

BENCHMARK_CAPTURE(BM_BareCore, classic, BoardRules::Classic())->UseRealTime();
BENCHMARK_CAPTURE(BM_VectorEnv, classic_mask, BoardRules::Classic(), false)->Apply(Sizes);
BENCHMARK_CAPTURE(BM_VectorEnv, classic_observations, BoardRules::Classic(), true)->Apply(Sizes);
BENCHMARK_CAPTURE(BM_BareCore, duel, BoardRules::Duel())->UseRealTime();
BENCHMARK_CAPTURE(BM_VectorEnv, duel_mask, BoardRules::Duel(), false)->Apply(Sizes);
BENCHMARK_CAPTURE(BM_VectorEnv, duel_observations, BoardRules::Duel(), true)->Apply(Sizes);

}  // namespace
}  // namespace flagfall::environment

BENCHMARK_MAIN();
