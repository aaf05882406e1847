#include "sample-bots/cpp/marshal/search.h"

#include <algorithm>
#include <limits>

namespace flagfall::bot {
namespace {

using board::AttackResult;
using board::BoardState;
using board::PieceId;
using board::Ply;
using board::Square;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// A window that is as narrow as makes no difference.
constexpr double kNarrow = 0.01;
constexpr int kDepthMax = 30;
// Beyond the depth, at most so many attacks on end are looked at, which nobody has to make.
constexpr int kAttacks = 4;
// A side may pass from this depth on, and what follows is looked at by so many plies less.
constexpr int kPassDepth = 3;
constexpr int kPassReduction = 2;
// From this depth on, plies behind so many better ones are looked at by a ply less.
constexpr int kLateDepth = 3;
constexpr int kLateFrom = 5;
constexpr std::uint64_t kSideToMove = 0x9E3779B97F4A7C15u;

// Makes the ply as it was judged. The key becomes that of the position after it.
void Make(BoardState& board, Ply ply, Effect effect, std::uint64_t& key) {
  key ^= kSideToMove;
  if (effect == Effect::kThreatens) return board.Pass();
  const PieceId mover = board.PieceAt(ply.from);
  const PieceId target = board.PieceAt(ply.to);
  key ^= MarkOf(mover, ply.from);
  switch (effect) {
    case Effect::kAttackerWins:
      key ^= MarkOf(mover, ply.to) ^ MarkOf(target, ply.to);
      board.Reveal(mover);
      board.MakeAttack(ply, AttackResult::kAttackerWins);
      return;
    case Effect::kBothRemoved:
      key ^= MarkOf(target, ply.to);
      board.MakeAttack(ply, AttackResult::kBothRemoved);
      return;
    case Effect::kDefenderWins:
      board.MakeAttack(ply, AttackResult::kDefenderWins);
      return;
    default:
      key ^= MarkOf(mover, ply.to);
      board.Make(ply);
  }
}

}  // namespace

std::uint64_t MarkOf(PieceId id, Square square) {
  std::uint64_t mark = (static_cast<std::uint64_t>(id) << 8 | square) * 0x9E3779B97F4A7C15u + 0xD1B54A32D192ED03u;
  mark = (mark ^ mark >> 29) * 0xBF58476D1CE4E5B9u;
  mark = (mark ^ mark >> 32) * 0x94D049BB133111EBu;
  return mark ^ mark >> 31;
}

int Search::Deepen(std::vector<RootPly>& plies) {
  int done = 0;
  for (int depth = 1; depth <= kDepthMax; ++depth) {
    double best = -kInfinity;
    for (std::size_t i = 0; i < plies.size(); ++i) {
      RootPly& root = plies[i];
      const double alpha = best + root.handicap;
      const auto follow = [&](double beta) {
        return Follow(evaluation_.board(), salt_, root.ply, root.expectation, depth, alpha, beta);
      };
      double value = follow(i == 0 ? kInfinity : alpha + kNarrow);
      if (i > 0 && value > alpha && !effort_.is_over()) value = follow(kInfinity);
      if (effort_.is_over()) return done;
      root.value = value - root.handicap;
      if (root.value <= best) continue;
      best = root.value;
      // The best so far stays in front, also when the rest of this depth is never looked at.
      std::rotate(plies.begin(), plies.begin() + i, plies.begin() + i + 1);
    }
    done = depth;
  }
  return done;
}

double Search::Follow(const BoardState& board, std::uint64_t key, Ply ply, const Expectation& expectation, int depth,
                      double alpha, double beta) {
  const double gain = expectation.gain;
  if (expectation.effect == Effect::kEndsGame) return gain;
  BoardState next = board;
  Make(next, ply, expectation.effect, key);
  const double later = weights_.later;
  return gain - later * Best(next, key, depth - 1, (gain - beta) / later, (gain - alpha) / later);
}

double Search::Best(const BoardState& board, std::uint64_t key, int depth, double alpha, double beta, bool may_pass) {
  if (!effort_.Spend()) return 0;
  if (depth <= 0) return BestAttack(board, kAttacks, alpha, beta);
  using Bound = TranspositionTable::Bound;
  TranspositionTable::Entry& entry = table_.At(key);
  Ply best_ply;
  if (entry.key == key && entry.bound != Bound::kNone) {
    best_ply = entry.best;
    const bool fits = entry.bound == Bound::kExact || (entry.bound == Bound::kAtLeast && entry.value >= beta) ||
                      (entry.bound == Bound::kAtMost && entry.value <= alpha);
    if (fits && entry.depth >= depth) return entry.value;
  }
  if (may_pass && depth >= kPassDepth && beta <= 0) {
    BoardState next = board;
    next.Pass();
    const double value = -Best(next, key ^ kSideToMove, depth - 1 - kPassReduction, -beta, -beta + kNarrow, false);
    if (value >= beta) return value;
  }
  const double best = BestOf(board, key, depth, alpha, beta, best_ply);
  if (effort_.is_over()) return 0;
  entry.key = key;
  entry.value = static_cast<float>(best);
  entry.depth = static_cast<std::int8_t>(depth);
  entry.bound = best >= beta ? Bound::kAtLeast : best > alpha ? Bound::kExact : Bound::kAtMost;
  entry.best = best_ply;
  return best;
}

double Search::BestOf(const BoardState& board, std::uint64_t key, int depth, double alpha, double beta, Ply& best_ply) {
  JudgedPly plies[board::PlyList::kPlyCountMax];
  board::PlyList legal;
  board.LegalPlies(legal);
  if (legal.empty()) return -evaluation_.LossWithoutPly(board);
  const int count = Judged(board, legal, best_ply, plies);
  // The opponent would rather make none of them.
  if (count == 0) return 0;
  double best = -kInfinity;
  for (int i = 0; i < count && best < beta; ++i) {
    const JudgedPly& judged = plies[i];
    const double floor = std::max(alpha, best);
    const auto follow = [&](int to_depth, double ceiling) {
      return Follow(board, key, judged.ply, judged.expectation, to_depth, floor, ceiling);
    };
    double value;
    if (depth == 1 && judged.expectation.gain <= floor) {
      // What follows are attacks alone, which nobody has to make, so that it can but lower the gain.
      value = judged.expectation.gain;
    } else if (i == 0) {
      value = follow(depth, beta);
    } else {
      const bool is_late = i >= kLateFrom && judged.expectation.effect == Effect::kMoves;
      const int less = depth >= kLateDepth && is_late ? 1 : 0;
      value = follow(depth - less, std::min(beta, floor + kNarrow));
      if (value > floor && (less > 0 || value < beta)) value = follow(depth, beta);
    }
    if (effort_.is_over()) return 0;
    if (value <= best) continue;
    best = value;
    best_ply = judged.ply;
  }
  return best;
}

// Those of the legal plies that the side might make, the most promising first; fewer of them then need to be looked at.
int Search::Judged(const BoardState& board, const board::PlyList& legal, Ply first, JudgedPly* judged) const {
  int count = 0;
  for (const Ply ply : legal) {
    const Expectation expectation = evaluation_.Judge(board, ply);
    if (expectation.effect == Effect::kNever) continue;
    judged[count++] = {.order = ply == first ? kInfinity : expectation.gain, .ply = ply, .expectation = expectation};
  }
  std::sort(judged, judged + count, [](const JudgedPly& a, const JudgedPly& b) {
    return a.order != b.order ? a.order > b.order : a.ply < b.ply;
  });
  return count;
}

double Search::BestAttack(const BoardState& board, int attacks, double alpha, double beta) {
  double best = 0;
  if (best >= beta || attacks == 0) return best;
  const board::Bitboard movable = board.MovableOf(board.side_to_move());
  const board::Bitboard beside = board::Shifted<1>(movable) | board::Shifted<-1>(movable) |
                                 board::Shifted<board::kFiles>(movable) | board::Shifted<-board::kFiles>(movable);
  constexpr int kPliesMax = 64;
  JudgedPly plies[kPliesMax];
  int count = 0;
  board::ForEach(beside & board.OccupiedBy(OpponentOf(board.side_to_move())), [&](Square to) {
    board::ForEach(board::kNeighbours[to] & movable, [&](Square from) {
      const Ply ply{.from = from, .to = to};
      const Expectation expectation = evaluation_.Judge(board, ply);
      if (expectation.effect == Effect::kNever || expectation.gain <= 0 || count == kPliesMax) return;
      plies[count++] = {.order = expectation.gain, .ply = ply, .expectation = expectation};
    });
  });
  std::sort(plies, plies + count, [](const JudgedPly& a, const JudgedPly& b) {
    return a.order != b.order ? a.order > b.order : a.ply < b.ply;
  });
  for (int i = 0; i < count && best < beta; ++i) {
    const Expectation& expectation = plies[i].expectation;
    const double floor = std::max(alpha, best);
    if (expectation.gain <= floor) break;
    double value = expectation.gain;
    if (expectation.effect != Effect::kEndsGame && attacks > 1) {
      effort_.Spend();
      BoardState next = board;
      std::uint64_t key = 0;
      Make(next, plies[i].ply, expectation.effect, key);
      value -= BestAttack(next, attacks - 1, expectation.gain - beta, expectation.gain - floor);
    }
    best = std::max(best, value);
  }
  return best;
}

}  // namespace flagfall::bot
