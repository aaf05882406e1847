#ifndef ARENA_TOURNAMENT_GAUNTLET_H_
#define ARENA_TOURNAMENT_GAUNTLET_H_

#include <cstdint>
#include <vector>

#include "arena/tournament/fixed_format.h"
#include "arena/tournament/format_definition.h"

namespace flagfall::arena::tournament {

// A few players against the field: each of the first `seeds` players of the list meets each of the others. Seeds do not
// meet each other, and neither do the others. A pure function of its arguments. It guarantees:
// - In a round every seed meets every player of the field, each pairing `games` times.
// - The sides of a pairing differ by at most one game over any number of whole rounds, and are equal in each round when
//   `games` is even. The sides of each player differ by at most one over all its games.
// - Nobody plays twice among the games of one step. A step has as many games as the smaller group has players.
class Gauntlet final : public FixedFormat {
 public:
  // 1 ≤ `seeds` < `players`; `rounds` and `games` ≥ 1, and the whole no more than kScheduleGamesMax games (spec.h).
  Gauntlet(int players, int seeds, std::uint32_t rounds, std::uint32_t games, std::uint64_t seed);

 private:
  Pairing FirstGameOf(std::uint32_t step, std::uint32_t pairing) const override;

  // The smaller of the two groups, whose size is the number of pairings of a step, and the larger, whose size is the
  // number of steps of a round.
  std::vector<int> few_;
  std::vector<int> many_;
};

FormatDefinition GauntletDefinition();

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_GAUNTLET_H_
