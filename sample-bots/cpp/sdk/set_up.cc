#include "sample-bots/cpp/sdk/set_up.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "referee/rules/board_game/draw_world.h"

namespace flagfall::bot {
namespace {

using board::PieceType;

// By PieceType: the row, counted from the back row as 0, near which a piece is put.
constexpr double kBestRow[board::kPieceTypes] = {0, 1.3, 2.2, 0.6, 1.5, 2.0, 2.4, 2.5, 2.0, 2.3, 1.8, 0.8, 0};

// Takes one of the squares, with a likelihood in proportion to `weight` of it.
template <typename Weight>
board::Square Take(std::vector<board::Square>& squares, std::mt19937_64& random, Weight weight) {
  std::vector<double> weights;
  for (const board::Square square : squares) weights.push_back(weight(square));
  const auto chosen = std::discrete_distribution<std::ptrdiff_t>(weights.begin(), weights.end())(random);
  const board::Square square = squares[chosen];
  squares.erase(squares.begin() + chosen);
  return square;
}

}  // namespace

std::vector<board::PieceType> ArmyOf(const board::BoardRules& rules) {
  std::vector<board::PieceType> army;
  for (int type = 1; type < board::kPieceTypes; ++type) {
    army.insert(army.end(), rules.army[type], static_cast<board::PieceType>(type));
  }
  return army;
}

std::vector<board::Square> ZoneOf(const GameState& game) {
  std::vector<board::Square> zone;
  board::ForEach(game.rules().ZoneOf(game.side()), [&zone](board::Square square) { zone.push_back(square); });
  if (game.side() == Side::kBlue) {
    std::stable_sort(zone.begin(), zone.end(), [](auto a, auto b) { return board::RowOf(a) > board::RowOf(b); });
  }
  return zone;
}

SetUp RandomSetUp(const GameState& game, std::mt19937_64& random) {
  return DrawSetUp(game.rules(), game.side(), random);
}

SetUp SoundSetUp(const GameState& game, std::mt19937_64& random) {
  std::vector<board::Square> zone = ZoneOf(game);
  const int back_row = board::RowOf(zone.front());
  const auto row = [back_row](board::Square square) { return std::abs(board::RowOf(square) - back_row); };
  const board::Square flag = Take(zone, random, [&](board::Square square) { return row(square) == 0 ? 1.0 : 0.0; });
  SetUp set_up = {{.square = flag, .type = PieceType::kFlag}};
  std::vector<PieceType> army = ArmyOf(game.rules());
  // The Flag that stands already; an army of a host's choice may have more (R1.6).
  army.pop_back();
  // No square beside the Flag is left open, the one in front of it least of all: Bombs stay there, and where there are
  // too few, the cheapest pieces. A Scout would come from afar along an open file or row.
  std::vector<board::Square> guarded;
  board::ForEach(board::kNeighbours[flag] & game.rules().ZoneOf(game.side()),
                 [&](board::Square square) { guarded.push_back(square); });
  std::stable_sort(guarded.begin(), guarded.end(), [&](auto a, auto b) { return row(a) > row(b); });
  for (const board::Square square : guarded) {
    if (army.empty()) break;
    const auto bomb = std::find(army.begin(), army.end(), PieceType::kBomb);
    const auto guard = bomb != army.end() ? bomb : army.begin();
    set_up.push_back({.square = square, .type = *guard});
    army.erase(guard);
    zone.erase(std::find(zone.begin(), zone.end(), square));
  }
  // From the Bombs down, so that the strong have the first choice.
  for (auto type = army.rbegin(); type != army.rend(); ++type) {
    const auto weight = [&](board::Square square) {
      return std::exp(-2 * std::abs(row(square) - kBestRow[static_cast<int>(*type)]));
    };
    set_up.push_back({.square = Take(zone, random, weight), .type = *type});
  }
  return set_up;
}

}  // namespace flagfall::bot
