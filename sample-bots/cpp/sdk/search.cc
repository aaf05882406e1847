#include "sample-bots/cpp/sdk/search.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "referee/base/check.h"

namespace flagfall::bot {
namespace {

using board::BoardState;
using board::Ply;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// After so many worlds the worse half of the plies is dropped.
constexpr std::size_t kWorldsARound = 8;

struct JudgedPly {
  Ply ply;
  Judgement judgement;
};

// Alpha-beta in its negamax form: every value is one for the side to move. Gains are added up along the line instead of
// judging the position at its end, so that a bot need only know what one ply changes.
class AlphaBeta {
 public:
  AlphaBeta(const Evaluation& evaluation, int attacks) : evaluation_(evaluation), attacks_(attacks) {}

  double Follow(const BoardState& world, const JudgedPly& judged, int plies, double alpha, double beta) const {
    const auto& [gain, ends_line] = judged.judgement;
    if (ends_line || plies <= 1 - attacks_) return gain;
    BoardState next = world;
    next.Make(judged.ply);
    return gain - Best(next, plies - 1, gain - beta, gain - alpha);
  }

 private:
  double Best(const BoardState& world, int plies, double alpha, double beta) const {
    board::PlyList legal;
    world.LegalPlies(legal);
    const bool attacks_only = plies <= 0;
    if (legal.empty() && !attacks_only) return -kWin;
    double best = attacks_only ? 0 : -kInfinity;
    if (best >= beta) return best;
    Sort(legal, world, plies);
    for (const Ply ply : legal) {
      if (attacks_only && world.PieceAt(ply.to) == board::kNoPiece) break;
      const JudgedPly judged{ply, evaluation_.Judge(world, ply)};
      const double floor = std::max(alpha, best);
      // Where only attacks follow, which nobody has to make, the rest of the line can but lower the gain.
      const bool is_refuted = plies <= 1 && judged.judgement.gain <= floor;
      best = std::max(best, is_refuted ? judged.judgement.gain : Follow(world, judged, plies, floor, beta));
      if (best >= beta) break;
    }
    return best;
  }

  // The sooner a good ply is looked at, the more of the others can be left out: attacks first, and by their gains where
  // that saves more than it costs.
  void Sort(board::PlyList& plies, const BoardState& world, int depth) const {
    if (depth <= 1) {
      std::partition(plies.begin(), plies.end(), [&](Ply ply) { return world.PieceAt(ply.to) != board::kNoPiece; });
      return;
    }
    std::array<std::pair<double, Ply>, board::PlyList::kPlyCountMax> gains;
    std::transform(plies.begin(), plies.end(), gains.begin(),
                   [&](Ply ply) { return std::pair(-evaluation_.Judge(world, ply).gain, ply); });
    std::sort(gains.begin(), gains.begin() + plies.size());
    std::transform(gains.begin(), gains.begin() + plies.size(), plies.begin(),
                   [](const auto& gain) { return gain.second; });
  }

  const Evaluation& evaluation_;
  const int attacks_;
};

struct Candidate {
  Ply ply;
  double sum = 0;
  double last = -kInfinity;
};

}  // namespace

Judgement Evaluation::Judge(const BoardState& world, Ply ply) const {
  const board::Piece& mover = world.PieceOf(world.PieceAt(ply.from));
  const board::PieceId id = world.PieceAt(ply.to);
  board::Piece moved = mover;
  moved.square = ply.to;
  moved.has_moved = true;
  moved.is_revealed = mover.is_revealed || id != board::kNoPiece || board::LineOf(ply).length > 1;
  if (id == board::kNoPiece) return {.gain = Worth(moved) - Worth(mover)};
  board::Piece target = world.PieceOf(id);
  if (target.type == board::PieceType::kFlag) return {.gain = kWin, .ends_line = true};
  const board::AttackResult result = board::Attack(mover.type, target.type);
  double gain = Worth(target) - Worth(mover);
  target.is_revealed = true;
  if (result == board::AttackResult::kAttackerWins) gain += Worth(moved);
  if (result == board::AttackResult::kDefenderWins) gain -= Worth(target);
  return {.gain = gain};
}

double ValueOf(Ply ply, const BoardState& world, const Evaluation& evaluation, Depth depth) {
  const AlphaBeta search(evaluation, depth.attacks);
  return search.Follow(world, {ply, evaluation.Judge(world, ply)}, depth.plies, -kInfinity, kInfinity);
}

Choice ChooseOverWorlds(const board::PlyList& plies, const std::vector<BoardState>& worlds,
                        std::chrono::steady_clock::time_point stop_at,
                        const std::function<double(const BoardState& world, Ply ply)>& value) {
  FLAGFALL_CHECK(!plies.empty());
  std::vector<Candidate> candidates;
  for (const Ply ply : plies) candidates.push_back({.ply = ply});
  const auto by_sum = [](const Candidate& a, const Candidate& b) { return a.sum > b.sum; };
  std::size_t seen = 0;
  bool in_time = true;
  while (seen < worlds.size() && candidates.size() > 1 && in_time) {
    for (Candidate& candidate : candidates) {
      candidate.last = value(worlds[seen], candidate.ply);
      in_time = std::chrono::steady_clock::now() < stop_at;
      if (!in_time) break;
    }
    // A world in which only some were valued would be unfair to the others, unless there is no other.
    if (!in_time && seen > 0) break;
    for (Candidate& candidate : candidates) candidate.sum += candidate.last;
    ++seen;
    std::stable_sort(candidates.begin(), candidates.end(), by_sum);
    if (seen % kWorldsARound == 0) candidates.resize((candidates.size() + 1) / 2);
  }
  const Candidate& best = candidates.front();
  return {.ply = best.ply, .value = best.sum / static_cast<double>(std::max<std::size_t>(seen, 1)), .worlds = seen};
}

}  // namespace flagfall::bot
