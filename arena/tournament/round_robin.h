#ifndef ARENA_TOURNAMENT_ROUND_ROBIN_H_
#define ARENA_TOURNAMENT_ROUND_ROBIN_H_

#include <cstdint>
#include <vector>

#include "arena/tournament/fixed_format.h"
#include "arena/tournament/format_definition.h"

namespace flagfall::arena::tournament {

// Everybody against everybody, by the circle method: a pure function of its arguments. It guarantees:
// - In a round everybody meets everybody, each pairing `games` times.
// - The sides of a pairing differ by at most one game over any number of whole rounds, and are equal in each round when
//   `games` is even. The same holds for the sides of each player over all its games.
// - Nobody plays twice among the games of one step of the circle, so that up to players / 2 games can run at once.
class RoundRobin final : public FixedFormat {
 public:
  // `players` ≥ 2, `rounds` and `games` ≥ 1, and the whole no more than kScheduleGamesMax games (spec.h).
  RoundRobin(int players, std::uint32_t rounds, std::uint32_t games, std::uint64_t seed);

 private:
  Pairing FirstGameOf(std::uint32_t step, std::uint32_t pairing) const override;

  // The player at each position: drawn from the seed, so that the order of the list decides nothing.
  const std::vector<int> player_at_;
  // Positions on the circle, which are also the steps of a round.
  const std::uint32_t circle_;
};

FormatDefinition RoundRobinDefinition();

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_ROUND_ROBIN_H_
