#include "sample-bots/cpp/marshal/marshal_player.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "absl/strings/str_format.h"
#include "sample-bots/cpp/marshal/evaluation.h"
#include "sample-bots/cpp/sdk/worlds.h"

namespace flagfall::bot {
namespace {

constexpr int kDepth = 3;
constexpr int kWorlds = 40;

// Flags stand at the back, and Bombs around them.
double LikelihoodOf(const board::BoardState& world, board::PieceType type, board::PieceId id) {
  const int row = world.PieceOf(id).side == Side::kRed ? board::RowOf(id) : 9 - board::RowOf(id);
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
  const auto worlds = SampleWorlds(game, random_, kWorlds, LikelihoodOf);
  const MarshalEvaluation evaluation(game, worlds);
  const Choice best =
      ChooseOverWorlds(game.LegalPlies(), worlds, stop_at, [&](const board::BoardState& world, board::Ply ply) {
        return ValueOf(ply, world, evaluation, {.plies = kDepth});
      });
  Move move = best.ply;
  move.comment = absl::StrFormat("%+.1f in %d worlds", best.value, best.worlds);
  return move;
}

}  // namespace flagfall::bot
