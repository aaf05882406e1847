#ifndef ARENA_ANALYSIS_PAIR_SIMILARITY_H_
#define ARENA_ANALYSIS_PAIR_SIMILARITY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "arena/analysis/compared_views.h"
#include "referee/rules/board/square.h"

namespace flagfall::arena::analysis {

// Whether bots are copies of one another, by what they do in the same views.
//
// Two good bots often make the same ply, since it is good; two bots may differ although one is a copy, since both draw
// lots. So the agreement of a pair is held against two others. Let A be the chance that one asking of a bot and another
// one of its partner, with other seeds, give the same ply. Then
//
//   self    U = (A of the first bot with itself + A of the second with itself) / 2, each asked twice,
//   others  L = (mean A of the first with all other bots + the same of the second) / 2, at least 1 / legal plies,
//
// and the similarity is (A - L) / (U - L), each a mean over views: 0 for a pair that agrees as with anybody, 1 for one
// bot under two names. It is never above 1 but for chance: with the probabilities p and q of the plies of a view, A is
// sum(p q), U is sum(p² + q²) / 2, and U - A is sum((p - q)²) / 2. Views in which all bots do the same, or in which
// both draw lots among all plies, weigh nothing, since U is L there.
//
// Example: `ann` always plays what it thinks best, and `bob` is `ann` that makes a ply in ten at random. With others
// both agree in 0.3 of all views. ann has U 1, bob 0.82, together 0.91; A is 0.9, and the similarity 0.98.

// The similarity up to which a pair is not held to be copies. A matter of experience: README.md has what was measured.
inline constexpr double kSimilarityAllowed = 0.5;

// The least U - L by which a similarity is told.
inline constexpr double kTellingMin = 0.02;

// Bots that are needed, so that each pair has another one to be held against.
inline constexpr std::size_t kComparedBotsMin = 3;

// A view in which a pair made the same ply and few others did.
struct WeighingView {
  // Index into ComparedViews::views().
  std::size_t view = 0;
  // What both answered most.
  board::Ply ply;
  // A - L in that view.
  double weight = 0;
};

// The figures of two bots. Means are of games, each with the mean of its views, and of the games of one unit together.
struct PairSimilarity {
  // Indices of bots, the lower one first.
  std::size_t first = 0;
  std::size_t second = 0;
  // Views in which both bots, and another one, gave enough answers; and the units that they are from.
  std::uint32_t views = 0;
  std::uint32_t units = 0;
  // A, L, U, and the mean of 1 / legal plies.
  double agreement = 0;
  double others = 0;
  double self = 0;
  double chance = 0;
  // The agreement of answers with the same seed.
  double same_seed = 0;
  // Absent where U is not above L by kTellingMin: then nothing tells these two from others, nor from each other. The
  // standard error is that of a ratio over units (Cochran, Sampling Techniques, 3rd edition, chapter 6.4); absent with
  // fewer than two units.
  std::optional<double> similarity = std::nullopt;
  std::optional<double> standard_error = std::nullopt;
  // If the pair's similarity is no more than allowed, each has a chance of at most p to be at most p (MeanBets),
  // provided that units are independent samples; `adjusted_p` for all pairs together (Holm).
  double p = 1;
  double adjusted_p = 1;
  // The heaviest first, at most one of each game.
  std::vector<WeighingView> weighing = {};
};

// All pairs of bots, the most similar by adjusted_p first, then by similarity. Each of the games is a bet that the mean
// of A - L - allowed (U - L) is above 0. `allowed` is from 0 to 1. There are kComparedBotsMin bots or more, each asked
// at least twice.
std::vector<PairSimilarity> ComparePairs(const ComparedViews& compared, double allowed = kSimilarityAllowed);

}  // namespace flagfall::arena::analysis

#endif  // ARENA_ANALYSIS_PAIR_SIMILARITY_H_
