// What the server does with the record of one game that a worker hands in, step by step: a game of barrage from set-ups
// of the book and by random plies, a draw after 120 of them at the latest, as in workers_bench.py.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "arena/books/book.h"
#include "arena/cluster/check_handed_in.h"
#include "arena/store/record_codec.h"
#include "referee/base/check.h"
#include "referee/match/match.h"
#include "tests/bench/play_match.h"

namespace flagfall::arena {
namespace {

constexpr std::size_t kGames = 64;

struct HandedIn {
  MatchSpec match;
  v1::GameRecord record;
  std::string bytes;
};

MatchSpec Barrage(std::size_t number) {
  MatchSpec match;
  match.game_id = "1-" + std::to_string(number);
  match.ruleset.set_id("barrage");
  match.seed = std::string(32, static_cast<char>(number));
  match.given_set_ups = books::DrawSetUps(**books::StandardBook("barrage"), match.seed);
  match.red.set_name("one");
  match.blue.set_name("two");
  match.time_control.set_base_micros(600'000'000);
  match.time_control.set_increment_micros(5'000'000);
  match.time_control.set_set_up_micros(60'000'000);
  match.policy.set_max_plies(120);
  return match;
}

const std::vector<HandedIn>& Games() {
  static const std::vector<HandedIn> games = [] {
    std::vector<HandedIn> played;
    Random random(1);
    for (std::size_t number = 1; number <= kGames; ++number) {
      HandedIn& game = played.emplace_back();
      auto match = Match::Create(Barrage(number), Micros(0));
      FLAGFALL_CHECK(match.ok());
      // With every option of its ruleset, as in a lease.
      game.match = (*match)->Spec();
      game.record = bench::PlayAtRandom(game.match, random);
      game.bytes = game.record.SerializeAsString();
    }
    return played;
  }();
  return games;
}

template <typename Step>
void Measure(benchmark::State& state, const Step& step) {
  const std::vector<HandedIn>& games = Games();
  std::size_t next = 0;
  for (auto _ : state) step(games[next++ % games.size()]);
  state.SetItemsProcessed(state.iterations());
}

void BM_Parse(benchmark::State& state) {
  Measure(state, [](const HandedIn& game) {
    FLAGFALL_CHECK(cluster::CheckRecordBounds(game.bytes).ok());
    v1::GameRecord record;
    FLAGFALL_CHECK(record.ParseFromString(game.bytes));
  });
}
BENCHMARK(BM_Parse);

void BM_Check(benchmark::State& state) {
  Measure(state, [](const HandedIn& game) { FLAGFALL_CHECK(cluster::CheckHandedIn(game.match, game.record).ok()); });
}
BENCHMARK(BM_Check);

void BM_Encode(benchmark::State& state) {
  Measure(state, [](const HandedIn& game) { FLAGFALL_CHECK(store::EncodeRecord(game.record).ok()); });
}
BENCHMARK(BM_Encode);

}  // namespace
}  // namespace flagfall::arena
