#ifndef ARENA_RATING_SCORE_COUNTS_H_
#define ARENA_RATING_SCORE_COUNTS_H_

#include <array>
#include <cstddef>

#include "absl/types/span.h"
#include "arena/rating/elo.h"
#include "arena/rating/pentanomial.h"

namespace flagfall::arena::rating {

// What a sample of a match is: one game (trinomial statistics) or a pair of games (pentanomial statistics).
enum class Sample { kGame, kPair };

// Counts samples by their score. This empirical distribution is the input of a match's statistics.
class ScoreCounts {
 public:
  explicit ScoreCounts(Sample sample) : sample_(sample) {}
  explicit ScoreCounts(const Tally& games);
  explicit ScoreCounts(const Pentanomial& pairs);

  // Adds a sample of 0 to 2 (a game) or 0 to 4 (a pair) half points. Other values are a programmer's error.
  void Add(int half_points);

  // counts()[i] is the number of samples with i half points, whose score is Score(i): three counts of games or five of
  // pairs.
  absl::Span<const double> counts() const { return absl::MakeConstSpan(counts_).first(Kinds()); }
  // The score of a sample with so many half points, 0 to 1.
  double Score(std::size_t half_points) const { return static_cast<double>(half_points) / (2 * GamesPerSample()); }
  int GamesPerSample() const { return sample_ == Sample::kGame ? 1 : 2; }
  double Samples() const;

 private:
  std::size_t Kinds() const { return sample_ == Sample::kGame ? 3 : 5; }

  Sample sample_;
  // Whole numbers, which double keeps exactly up to 2^53.
  std::array<double, 5> counts_ = {};
};

// See EloEstimate.
EloEstimate EstimateElo(const ScoreCounts& scores);

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_SCORE_COUNTS_H_
