#include "arena/analysis/belief_score.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace flagfall::arena::analysis {
namespace {

// How much of all weights the type has; absent where the weights cannot be used.
std::optional<double> ProbabilityOf(board::PieceType type, const v1::PieceBelief& belief) {
  if (belief.weights_size() >= board::kPieceTypes) return std::nullopt;
  double sum = 0;
  for (const float weight : belief.weights()) {
    if (!std::isfinite(weight) || weight < 0) return std::nullopt;
    sum += weight;
  }
  if (sum <= 0) return std::nullopt;
  const int index = static_cast<int>(type) - 1;
  return index < belief.weights_size() ? belief.weights(index) / sum : 0;
}

}  // namespace

// The Bombs and the Flag lie anywhere among the pieces that have not moved; the other types anywhere among the rest.
std::vector<std::array<double, board::kPieceTypes>> CountedTypes(const HiddenTypes& hidden) {
  int unmoved = 0;
  for (const bool has_moved : hidden.have_moved) unmoved += has_moved ? 0 : 1;
  int movable = 0;
  for (int type = 1; type < board::kPieceTypes; ++type) {
    if (board::IsMovable(static_cast<board::PieceType>(type))) movable += hidden.counts[static_cast<std::size_t>(type)];
  }
  const int immovable = static_cast<int>(hidden.pieces.size()) - movable;
  std::vector<std::array<double, board::kPieceTypes>> counted(hidden.pieces.size());
  for (std::size_t i = 0; i < counted.size(); ++i) {
    const double can_move = hidden.have_moved[i] ? 1 : 1 - static_cast<double>(immovable) / unmoved;
    for (std::size_t type = 1; type < board::kPieceTypes; ++type) {
      const int count = hidden.counts[type];
      if (count == 0) continue;
      if (board::IsMovable(static_cast<board::PieceType>(type))) {
        counted[i][type] = can_move * count / movable;
      } else if (!hidden.have_moved[i]) {
        counted[i][type] = static_cast<double>(count) / unmoved;
      }
    }
  }
  return counted;
}

void BeliefScorer::Add(const v1::Beliefs& beliefs, const board::BoardState& before, Side player) {
  const HiddenTypes hidden = HiddenTypesOf(before, OpponentOf(player));
  const auto counted = CountedTypes(hidden);
  std::vector<bool> is_scored(hidden.pieces.size());
  score_.set_plies(score_.plies() + 1);
  for (const v1::PieceBelief& belief : beliefs.pieces()) {
    const auto found = std::find_if(hidden.pieces.begin(), hidden.pieces.end(), [&](board::PieceId piece) {
      return static_cast<std::uint32_t>(piece) == belief.origin();
    });
    const auto index = static_cast<std::size_t>(found - hidden.pieces.begin());
    std::optional<double> given;
    const bool is_new = found != hidden.pieces.end() && !is_scored[index];
    if (is_new) given = ProbabilityOf(before.PieceOf(*found).type, belief);
    if (!given.has_value()) {
      score_.set_refused(score_.refused() + 1);
      continue;
    }
    is_scored[index] = true;
    const auto type = static_cast<std::size_t>(before.PieceOf(*found).type);
    const double by_counting = counted[index][type];
    score_.set_pieces(score_.pieces() + 1);
    score_.set_loss_bits(score_.loss_bits() - std::log2((1 - kCountingShare) * *given + kCountingShare * by_counting));
    score_.set_counting_loss_bits(score_.counting_loss_bits() - std::log2(by_counting));
  }
}

void BeliefScorer::Add(const BeliefScorer& other) {
  score_.set_plies(score_.plies() + other.score_.plies());
  score_.set_pieces(score_.pieces() + other.score_.pieces());
  score_.set_refused(score_.refused() + other.score_.refused());
  if (other.score_.pieces() == 0) return;
  score_.set_loss_bits(score_.loss_bits() + other.score_.loss_bits());
  score_.set_counting_loss_bits(score_.counting_loss_bits() + other.score_.counting_loss_bits());
}

v1::BeliefScore BeliefScorer::Score() const {
  v1::BeliefScore score = score_;
  if (score.pieces() == 0) return score;
  score.set_loss_bits(score.loss_bits() / score.pieces());
  score.set_counting_loss_bits(score.counting_loss_bits() / score.pieces());
  return score;
}

}  // namespace flagfall::arena::analysis
