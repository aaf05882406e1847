#include "sample-bots/cpp/marshal/marshal_player.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "absl/strings/str_format.h"
#include "sample-bots/cpp/marshal/search.h"
#include "sample-bots/cpp/sdk/worlds.h"

namespace flagfall::bot {
namespace {

constexpr int kDepth = 3;

// Flags stand at the back, and Bombs around them.
double LikelihoodOf(const board::BoardState& world, board::PieceType type, board::PieceId id) {
  const int row = world.PieceOf(id).side == board::Side::kRed ? board::RowOf(id) : 9 - board::RowOf(id);
  if (type == board::PieceType::kFlag) return std::exp(-2.5 * row);
  if (type != board::PieceType::kBomb) return 1;
  bool guards = false;
  board::ForEach(board::kNeighbours[id],
                 [&](board::Square at) { guards = guards || world.PieceOf(at).type == board::PieceType::kFlag; });
  return std::exp(-0.5 * row) * (guards ? 5 : 1);
}

}  // namespace

SetUp MarshalPlayer::ChooseSetUp(const GameState& game, const TimeLeft& /*time*/) { return SoundSetUp(game, random_); }

Move MarshalPlayer::ChoosePly(const GameState& game, const TimeLeft& time) {
  const auto stop_at = std::chrono::steady_clock::now() + std::min(think_, time.Budget());
  const board::PlyList plies = game.LegalPlies();
  const Search search(game);
  std::vector<double> sums(plies.size());
  int worlds = 0;
  do {
    const board::BoardState world = SampleWorld(game, random_, LikelihoodOf);
    for (std::size_t i = 0; i < plies.size(); ++i) sums[i] += search.Value(world, plies[i], kDepth);
    ++worlds;
  } while (plies.size() > 1 && std::chrono::steady_clock::now() < stop_at);
  const auto best = std::max_element(sums.begin(), sums.end());
  Move move = plies[best - sums.begin()];
  move.comment = absl::StrFormat("%+.1f in %d worlds", *best / worlds, worlds);
  return move;
}

}  // namespace flagfall::bot
