#include "sample-bots/cpp/marshal/marshal_player.h"

#include <algorithm>
#include <chrono>

#include "absl/strings/str_format.h"
#include "sample-bots/cpp/marshal/evaluation.h"
#include "sample-bots/cpp/marshal/setups.h"
#include "sample-bots/cpp/sdk/worlds.h"

namespace flagfall::bot {
namespace {

// Drawn to count how likely each type is of each hidden piece.
constexpr int kWorlds = 160;

// Of the position after a ply to an empty square.
std::uint64_t KeyAfter(const board::BoardState& state, board::Ply ply) {
  std::uint64_t key = 0;
  for (const Side side : kSides) {
    board::ForEach(state.OccupiedBy(side),
                   [&](board::Square at) { key ^= MarkOf(state.PieceAt(at), at == ply.from ? ply.to : at); });
  }
  return key;
}

}  // namespace

SetUp MarshalPlayer::ChooseSetUp(const GameState& game, const TimeLeft& /*time*/) {
  SetUp set_up = DrawProvenSetUp(game.rules(), game.side(), random_);
  return set_up.empty() ? SoundSetUp(game, random_) : set_up;
}

Answer MarshalPlayer::ChoosePly(const GameState& game, const TimeLeft& time) {
  Effort effort(nodes_, std::chrono::steady_clock::now() + std::min(think_, time.Budget()));
  const board::BoardState& now = game.board();
  if (!game.plies().empty()) beliefs_.Observe(now, game.plies().back(), game.side());
  const auto worlds = SampleWorlds(game, random_, kWorlds, [this](const auto& world, auto type, auto id) {
    return beliefs_.LikelihoodOf(world, type, id);
  });
  const Chances chances = ChancesIn(worlds);
  const MarshalEvaluation evaluation(now, game.side(), chances, weights_);
  if (now.plies_since_capture() == 0) visits_.clear();
  std::vector<RootPly> plies;
  for (const board::Ply ply : game.LegalPlies()) {
    RootPly root{.ply = ply, .expectation = evaluation.Judge(evaluation.board(), ply)};
    const board::PieceId target = now.PieceAt(ply.to);
    if (target == board::kNoPiece) {
      const auto seen = visits_.find(KeyAfter(now, ply));
      if (seen != visits_.end()) root.handicap = weights_.repetition * seen->second;
    } else if (now.PieceOf(target).type == board::PieceType::kUnknown) {
      root.expectation.gain +=
          chances[target][static_cast<int>(board::PieceType::kFlag)] * (weights_.flag_now - weights_.flag_later);
    }
    plies.push_back(root);
  }
  Search search(evaluation, table_, effort, weights_, (now.ply_count() + 1) * 0xA24BAED4963EE407u);
  std::stable_sort(plies.begin(), plies.end(),
                   [](const RootPly& a, const RootPly& b) { return a.expectation.gain > b.expectation.gain; });
  const int depth = plies.size() > 1 ? search.Deepen(plies) : 0;
  const RootPly& best = plies.front();
  if (now.PieceAt(best.ply.to) == board::kNoPiece) ++visits_[KeyAfter(now, best.ply)];
  Answer answer = best.ply;
  answer.comment = absl::StrFormat("%+.1f at depth %d, %d nodes", best.value, depth, effort.spent());
  if (hands_in_beliefs_) answer.beliefs = BeliefsOf(game, worlds);
  return answer;
}

}  // namespace flagfall::bot
