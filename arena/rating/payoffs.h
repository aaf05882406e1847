#ifndef ARENA_RATING_PAYOFFS_H_
#define ARENA_RATING_PAYOFFS_H_

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "arena/rating/elo.h"
#include "arena/rating/pentanomial.h"

namespace flagfall::arena::rating {

// What bot `a` made against bot `b`, whatever their sides, in samples that are independent of each other: single games,
// and pairs of games with the same set-ups or players. Counts are of `a`.
struct Encounter {
  int a = 0;
  int b = 0;
  Tally games = {};
  Pentanomial pairs = {};

  // The games, those of pairs included.
  std::int64_t Games() const { return games.Games() + pairs.Games(); }
};

// How some bots score against each other: a square matrix A with A(i, j) = score of i against j - ½, where a win is 1
// and a draw ½. So -½ ≤ A(i, j) ≤ ½, A(j, i) = -A(i, j), and A(i, i) = 0.
class Payoffs {
 public:
  explicit Payoffs(int bots) : bots_(bots), values_(static_cast<std::size_t>(bots) * static_cast<std::size_t>(bots)) {}

  int bots() const { return bots_; }
  double At(int i, int j) const { return values_[Index(i, j)]; }
  // Sets A(i, j) and A(j, i).
  void Set(int i, int j, double value) {
    values_[Index(i, j)] = value;
    values_[Index(j, i)] = -value;
  }
  // The score of bot i, 0 to 1, against an opponent that is drawn with these weights, whose sum is 1.
  double ScoreAgainst(int i, absl::Span<const double> weights) const;
  // Row by row.
  absl::Span<const double> values() const { return values_; }

 private:
  std::size_t Index(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(bots_) + static_cast<std::size_t>(j);
  }

  int bots_;
  std::vector<double> values_;
};

// Returns, in ascending order, bots of which each has met each other one. Leaves out one bot after the other: the one
// that has not met the most of those that are left, of these the one with the fewest games, of these the last one. Two
// are left at least where two have met. Encounters of a bot with itself are a programmer's error.
std::vector<int> BotsThatAllMet(int bots, absl::Span<const Encounter> encounters);

// Places from 1, by values from the highest; values that differ by no more than `tolerance` from the next one share a
// place.
std::vector<int> PlacesBy(absl::Span<const double> values, double tolerance);

}  // namespace flagfall::arena::rating

#endif  // ARENA_RATING_PAYOFFS_H_
