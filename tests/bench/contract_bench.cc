// The speed of every ruleset of the catalogue through the contract of a game (referee/rules/game.h): at each decision
// the views of both players and of the spectator are made, and the differences between them. Items per second are
// decisions.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "referee/rules/catalogue.h"
#include "tests/contract/playthrough.h"

namespace flagfall::contract {
namespace {

constexpr int kGames = 20;

std::unique_ptr<Game> GameOf(const RulesetDefinition& definition, const std::string& seed) {
  return definition.NewGame(*CompleteRuleset(definition.info(), v1::Ruleset()), seed);
}

// Whole games, one after another: the open decisions, a random legal answer, its events, the outcome.
void BM_Playouts(benchmark::State& bench, const RulesetDefinition& definition) {
  std::uint64_t number = 0;
  Random random(7);
  std::unique_ptr<Game> game = GameOf(definition, SeedOf(number));
  for (auto _ : bench) {
    const v1::Side side = game->Pending().front().side;
    benchmark::DoNotOptimize(game->Act(side, game->Sample(side, random)));
    if (game->Outcome().has_value()) game = GameOf(definition, SeedOf(++number));
  }
  bench.SetItemsProcessed(bench.iterations());
}

// The same with answers that were drawn before: only the referee's part.
void BM_Decisions(benchmark::State& bench, const RulesetDefinition& definition) {
  std::vector<Playthrough> games;
  for (int number = 0; number < kGames; ++number) games.push_back(*Play(definition, number, {}));
  std::size_t which = 0;
  std::size_t next = 0;
  std::unique_ptr<Game> game = GameOf(definition, games[which].seed);
  for (auto _ : bench) {
    const TakenAction& taken = games[which].actions[next];
    benchmark::DoNotOptimize(game->Pending());
    benchmark::DoNotOptimize(game->Act(taken.side, taken.action));
    benchmark::DoNotOptimize(game->Outcome());
    if (++next < games[which].actions.size()) continue;
    next = 0;
    which = (which + 1) % games.size();
    game = GameOf(definition, games[which].seed);
  }
  bench.SetItemsProcessed(bench.iterations());
}

const int kRegistered = [] {
  for (const auto& definition : Catalogue()) {
    const RulesetDefinition* ruleset = definition.get();
    benchmark::RegisterBenchmark(("BM_Playouts/" + ruleset->info().id).c_str(),
                                 [ruleset](benchmark::State& bench) { BM_Playouts(bench, *ruleset); });
    benchmark::RegisterBenchmark(("BM_Decisions/" + ruleset->info().id).c_str(),
                                 [ruleset](benchmark::State& bench) { BM_Decisions(bench, *ruleset); });
  }
  return 0;
}();

}  // namespace
}  // namespace flagfall::contract
