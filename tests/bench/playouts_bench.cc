// How fast the rules library plays random games: all legal plies listed at every ply, R3, R4 and the end of the game
// decided. One iteration is one ply, so items per second are plies per second.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "referee/rules/board/board_state.h"

namespace flagfall::board {
namespace {

// Fast and good enough to choose plies with (Marsaglia's xorshift64*).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2685821657736338717u + 1) {}
  std::uint32_t Below(std::uint32_t limit) {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<std::uint32_t>(((state_ * 2685821657736338717u) >> 32) * limit >> 32);
  }

 private:
  std::uint64_t state_;
};

std::vector<Placement> RandomSetUp(const BoardRules& rules, Side side, Random& random) {
  std::vector<Square> squares;
  ForEach(rules.ZoneOf(side), [&squares](Square square) { squares.push_back(square); });
  std::vector<Placement> set_up;
  for (int type = 1; type < kPieceTypes; ++type) {
    for (int i = 0; i < rules.army[type]; ++i) {
      std::swap(squares[random.Below(squares.size())], squares.back());
      set_up.push_back({.square = squares.back(), .type = static_cast<PieceType>(type)});
      squares.pop_back();
    }
  }
  return set_up;
}

BoardState RandomStart(const BoardRules& rules, Random& random) {
  const auto red = RandomSetUp(rules, Side::kRed, random);
  const auto blue = RandomSetUp(rules, Side::kBlue, random);
  return BoardState::FromSetUps(rules, red, blue);
}

// Whole games, one after another.
void BM_Playouts(benchmark::State& bench, const BoardRules& rules) {
  Random random(7);
  BoardState state = RandomStart(rules, random);
  PlyList plies;
  std::int64_t games = 0;
  for (auto _ : bench) {
    state.LegalPlies(plies);
    if (plies.empty()) {
      benchmark::DoNotOptimize(state.Result());
      ++games;
      state = RandomStart(rules, random);
      state.LegalPlies(plies);
    }
    state.Make(plies[random.Below(plies.size())]);
  }
  bench.SetItemsProcessed(bench.iterations());
  bench.counters["plies/game"] = static_cast<double>(bench.iterations()) / std::max<std::int64_t>(games, 1);
}

// One copy of a position, as a search makes them.
void BM_Copy(benchmark::State& bench) {
  Random random(7);
  const BoardState state = RandomStart(BoardRules::Classic(), random);
  for (auto _ : bench) {
    BoardState copy = state;
    benchmark::DoNotOptimize(copy);
  }
}

BENCHMARK_CAPTURE(BM_Playouts, classic, BoardRules::Classic());
BENCHMARK_CAPTURE(BM_Playouts, battle, BoardRules::Battle());
BENCHMARK_CAPTURE(BM_Playouts, duel, BoardRules::Duel());
BENCHMARK_CAPTURE(BM_Playouts, barrage, BoardRules::Barrage());
BENCHMARK(BM_Copy);

}  // namespace
}  // namespace flagfall::board

BENCHMARK_MAIN();
