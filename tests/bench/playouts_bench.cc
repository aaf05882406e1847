// The speed of random games in the rules library: at every ply all legal plies are listed, with R3, R4 and the end of
// the game. One iteration is one ply, so that items per second are plies per second.
#include <benchmark/benchmark.h>

#include <time.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "referee/rules/board/board_state.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/board_game/board_game.h"

namespace flagfall::board {
namespace {

// Marsaglia's xorshift64*: fast, and good enough to choose plies.
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
  return BoardState::Free(rules, red, blue);
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

// A position after so many plies without a capture.
BoardState QuietPosition(const BoardRules& rules, std::int64_t plies_made, Random& random) {
  BoardState state = RandomStart(rules, random);
  PlyList plies;
  while (state.ply_count() < plies_made) {
    state.LegalPlies(plies);
    plies.RemoveIf([&state](Ply ply) { return state.PieceAt(ply.to) != kNoPiece; });
    if (plies.empty()) {
      state = RandomStart(rules, random);
      continue;
    }
    state.Make(plies[random.Below(plies.size())]);
  }
  return state;
}

// The CPU time of this thread, which does not depend on how busy the machine is.
double ThreadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The same position with nothing before it.
BoardState WithoutItsPast(const BoardState& state) {
  BoardState fresh(state.rules(), state.side_to_move());
  for (int id = 0; id < kSquares; ++id) {
    const Piece& piece = state.PieceOf(static_cast<PieceId>(id));
    if (!piece.exists || !piece.on_board()) continue;
    fresh.Put(static_cast<PieceId>(id), piece.side, piece.square, piece.type, piece.has_moved, piece.is_revealed);
  }
  return fresh;
}

enum class Past { kKept, kForgotten };

// The cost of a ply deep in a game (R4.11): some plies from positions after `plies_made` quiet plies, and from the same
// positions without their history, which must cost the same. Copies are made outside of the measured time.
void BM_DeepInAGame(benchmark::State& bench, const BoardRules& rules, std::int64_t plies_made, Past past) {
  constexpr int kPlies = 200;
  Random random(7);
  std::vector<BoardState> starts;
  for (int i = 0; i < 50; ++i) starts.push_back(QuietPosition(rules, plies_made, random));
  PlyList plies;
  std::int64_t count = 0;
  for (auto _ : bench) {
    BoardState state = starts[random.Below(starts.size())];
    if (past == Past::kForgotten) state = WithoutItsPast(state);
    const double before = ThreadSeconds();
    for (int i = 0; i < kPlies; ++i) {
      state.LegalPlies(plies);
      if (plies.empty()) break;
      state.Make(plies[random.Below(plies.size())]);
      ++count;
    }
    bench.SetIterationTime(ThreadSeconds() - before);
  }
  bench.SetItemsProcessed(count);
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

// A ply through the referee's contract: Game::Act with the events of all three observers, and the outcome. The plies
// are chosen beforehand.
void BM_Act(benchmark::State& bench) {
  const BoardRules rules = BoardRules::Classic();
  Random random(7);
  const auto red = RandomSetUp(rules, Side::kRed, random);
  const auto blue = RandomSetUp(rules, Side::kBlue, random);
  BoardGame start(rules);
  (void)start.Act(v1::SIDE_RED, SetUpAction(red));
  (void)start.Act(v1::SIDE_BLUE, SetUpAction(blue));
  std::vector<v1::Action> actions;
  BoardState state = BoardState::Free(rules, red, blue);
  PlyList plies;
  for (state.LegalPlies(plies); !plies.empty(); state.LegalPlies(plies)) {
    const Ply ply = plies[random.Below(plies.size())];
    state.Make(ply);
    actions.push_back(PlyAction(ply));
  }
  auto game = start.Clone();
  std::size_t next = 0;
  for (auto _ : bench) {
    benchmark::DoNotOptimize(game->Act(next % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE, actions[next]));
    benchmark::DoNotOptimize(game->Outcome());
    if (++next < actions.size()) continue;
    next = 0;
    game = start.Clone();
  }
  bench.SetItemsProcessed(bench.iterations());
}

BoardRules WithGameScope() {
  BoardRules rules = BoardRules::Classic();
  rules.chase_scope = ChaseScope::kGame;
  return rules;
}

BENCHMARK_CAPTURE(BM_Playouts, classic, BoardRules::Classic());
BENCHMARK_CAPTURE(BM_Playouts, battle, BoardRules::Battle());
BENCHMARK_CAPTURE(BM_Playouts, duel, BoardRules::Duel());
BENCHMARK_CAPTURE(BM_Playouts, barrage, BoardRules::Barrage());
BENCHMARK_CAPTURE(BM_DeepInAGame, classic_ply_100, BoardRules::Classic(), 100, Past::kKept)->UseManualTime();
BENCHMARK_CAPTURE(BM_DeepInAGame, classic_ply_2000, BoardRules::Classic(), 2000, Past::kKept)->UseManualTime();
BENCHMARK_CAPTURE(BM_DeepInAGame, classic_ply_2000_past_forgotten, BoardRules::Classic(), 2000, Past::kForgotten)
    ->UseManualTime();
BENCHMARK_CAPTURE(BM_DeepInAGame, game_scope_ply_100, WithGameScope(), 100, Past::kKept)->UseManualTime();
BENCHMARK_CAPTURE(BM_DeepInAGame, game_scope_ply_2000, WithGameScope(), 2000, Past::kKept)->UseManualTime();
BENCHMARK_CAPTURE(BM_DeepInAGame, game_scope_ply_2000_past_forgotten, WithGameScope(), 2000, Past::kForgotten)
    ->UseManualTime();
BENCHMARK(BM_Copy);
BENCHMARK(BM_Act);

}  // namespace
}  // namespace flagfall::board

BENCHMARK_MAIN();
