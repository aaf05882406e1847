#include "sample-bots/cpp/sergeant/sergeant_player.h"

#include <array>

#include "sample-bots/cpp/sdk/worlds.h"
#include "sample-bots/cpp/sergeant/piece_judge.h"

namespace flagfall::bot {

using board::PieceType;

SetUp SergeantPlayer::ChooseSetUp(const GameState& game, const TimeLeft& /*time*/) { return SoundSetUp(game, random_); }

Answer SergeantPlayer::ChoosePly(const GameState& game, const TimeLeft& /*time*/) {
  const std::array<int, board::kPieceTypes> hidden = HiddenCounts(game);
  const PieceJudge judge(game, [&](board::PieceId id, PieceType type) -> double {
    const board::Piece& other = game.board().PieceOf(id);
    if (other.type != PieceType::kUnknown) return type == other.type ? 1 : 0;
    return board::IsMovable(type) || !other.has_moved ? hidden[static_cast<int>(type)] : 0;
  });
  board::Ply best;
  double best_score = -1e9;
  for (const board::Ply ply : game.LegalPlies()) {
    const double score = judge.Score(ply) + std::uniform_real_distribution<double>(0, 0.3)(random_);
    if (score <= best_score) continue;
    best_score = score;
    best = ply;
  }
  return best;
}

Answer SergeantPlayer::Choose(const GameState& game, v1::DecisionKind kind, const TimeLeft& time) {
  const bool is_board_games = kind == v1::DECISION_KIND_SET_UP || game.view().has_board();
  if (is_board_games) return BoardPlayer::Choose(game, kind, time);
  return BluffingJudge(game, trust_, random_).Choose(kind);
}

}  // namespace flagfall::bot
