#ifndef ARENA_ANALYSIS_BELIEF_SCORE_H_
#define ARENA_ANALYSIS_BELIEF_SCORE_H_

#include <array>
#include <vector>

#include "arena/analysis/hidden_types.h"
#include "flagfall/v1/analysis.pb.h"
#include "flagfall/v1/board.pb.h"
#include "referee/rules/board/board_state.h"

namespace flagfall::arena::analysis {

// The share of counting (CountedTypes) in each belief before it is scored, whatever the player has given: one certain
// mistake would otherwise outweigh all games. What has happened has a share of at least one way, so that all losses are
// finite.
inline constexpr double kCountingShare = 1.0 / 128;

// For each of the pieces, how likely it is of each type, where all ways count the same that MissingBits counts.
std::vector<std::array<double, board::kPieceTypes>> CountedTypes(const HiddenTypes& hidden);

// Adds up how good the beliefs of one player are, by the logarithmic score (I. J. Good, "Rational Decisions", Journal
// of the Royal Statistical Society B 14, 1952), by which nobody does better with other probabilities than their own;
// the share of counting takes at most 0.012 bits from that.
class BeliefScorer {
 public:
  // `before` is the position with all types in which `player` has handed these beliefs in.
  void Add(const v1::Beliefs& beliefs, const board::BoardState& before, Side player);

  // Adds all that the other has added up.
  void Add(const BeliefScorer& other);

  // Whether any beliefs were handed in.
  bool IsEmpty() const { return score_.plies() == 0; }
  v1::BeliefScore Score() const;

 private:
  // The sums are in the place of the means.
  v1::BeliefScore score_;
};

}  // namespace flagfall::arena::analysis

#endif  // ARENA_ANALYSIS_BELIEF_SCORE_H_
