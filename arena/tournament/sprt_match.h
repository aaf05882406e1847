#ifndef ARENA_TOURNAMENT_SPRT_MATCH_H_
#define ARENA_TOURNAMENT_SPRT_MATCH_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/rating/sprt.h"
#include "arena/tournament/format.h"

namespace flagfall::arena {

// A match of two that goes on, in pairs of games with sides swapped, until a sequential test knows whether player 0 is
// better than player 1 by elo0 or by elo1, or until it has had its pairs. A round is a pair; who begins with Red is
// drawn for the first, and the other begins in the next.
class SprtMatch final : public Format {
 public:
  // The options must have been checked; `pairs_max` ≥ 1.
  SprtMatch(const SprtOptions& options, std::uint32_t pairs_max, std::uint64_t seed);

  std::vector<Pairing> NextPairings() override;
  void Take(const PlayedGame& game) override;
  std::uint32_t DrawingsAhead() const override { return kUnlimited; }
  bool IsDecided() const override { return test_.verdict() != SprtVerdict::kContinue; }
  std::optional<std::uint32_t> GamesMax() const override { return 2 * pairs_max_; }

  // As far as results were taken; of a pair both.
  const Sprt& test() const { return test_; }

 private:
  const std::uint32_t pairs_max_;
  const bool is_first_red_;
  std::uint32_t pairs_asked_ = 0;
  Sprt test_;
  // Player 0's half points in the pair of which one game was taken.
  std::optional<int> half_pair_;
};

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_SPRT_MATCH_H_
