#ifndef ARENA_TOURNAMENT_GAUNTLET_H_
#define ARENA_TOURNAMENT_GAUNTLET_H_

#include <cstdint>
#include <vector>

#include "arena/tournament/fixed_format.h"

namespace flagfall::arena {

// A few against the field: the first `seeds` players of the list each meet all the others, who do not meet each other,
// and neither do the seeds. A pure function of its arguments. What it promises:
// - a round is every seed against everybody of the field once more, each pairing `games` times;
// - a pairing's sides differ by one game at most over any number of whole rounds, and by none in each round when
//   `games` is even; the sides of each player, over all its games, by one at most;
// - nobody plays twice among the games of one step, of which there are as many as the fewer of seeds and field.
class Gauntlet final : public FixedFormat {
 public:
  // 1 ≤ `seeds` < `players`; `rounds` and `games` ≥ 1, and the whole no more than kScheduleGamesMax games (spec.h).
  Gauntlet(int players, int seeds, std::uint32_t rounds, std::uint32_t games, std::uint64_t seed);

  Pairing PairingOf(std::uint32_t number) const override;

 private:
  const std::uint32_t games_;
  // The smaller of the two groups, and the larger: pairings of a step, and steps of a round.
  std::vector<int> few_;
  std::vector<int> many_;
};

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_GAUNTLET_H_
