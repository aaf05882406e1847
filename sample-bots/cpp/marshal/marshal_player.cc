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
constexpr int kWorlds = 40;
// After so many worlds the worse half of the plies is left out.
constexpr int kWorldsARound = 8;

struct Candidate {
  board::Ply ply;
  double sum = 0;
};

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
  std::vector<board::BoardState> worlds;
  for (int i = 0; i < kWorlds; ++i) worlds.push_back(SampleWorld(game, random_, LikelihoodOf));
  const Search search(game, worlds);
  std::vector<Candidate> candidates;
  for (const board::Ply ply : game.LegalPlies()) candidates.push_back({.ply = ply});
  std::size_t seen = 0;
  while (seen < worlds.size() && candidates.size() > 1 && std::chrono::steady_clock::now() < stop_at) {
    for (Candidate& candidate : candidates) candidate.sum += search.Value(worlds[seen], candidate.ply, kDepth);
    ++seen;
    if (seen % kWorldsARound != 0) continue;
    std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) { return a.sum > b.sum; });
    candidates.resize((candidates.size() + 1) / 2);
  }
  const auto& best = *std::max_element(candidates.begin(), candidates.end(),
                                       [](const auto& a, const auto& b) { return a.sum < b.sum; });
  Move move = best.ply;
  move.comment = absl::StrFormat("%+.1f in %d worlds", best.sum / std::max<std::size_t>(seen, 1), seen);
  return move;
}

}  // namespace flagfall::bot
