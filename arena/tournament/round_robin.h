#ifndef ARENA_TOURNAMENT_ROUND_ROBIN_H_
#define ARENA_TOURNAMENT_ROUND_ROBIN_H_

#include <cstdint>
#include <vector>

#include "arena/tournament/fixed_format.h"

namespace flagfall::arena {

// Everybody against everybody, by the circle method: a pure function of its arguments. What it promises:
// - a round is everybody against everybody once more, each pairing `games` times;
// - a pairing's sides differ by one game at most over any number of whole rounds, and by none in each round when
//   `games` is even; so do the sides of each player over all its games;
// - nobody plays twice among the games of one step of the circle, so that up to players / 2 games can run at once.
class RoundRobin final : public FixedFormat {
 public:
  // `players` ≥ 2, `rounds` and `games` ≥ 1, and the whole no more than kScheduleGamesMax games (spec.h).
  RoundRobin(int players, std::uint32_t rounds, std::uint32_t games, std::uint64_t seed);

  Pairing PairingOf(std::uint32_t number) const override;

 private:
  struct Seats {
    int red;
    int blue;
  };
  Seats SeatsOf(std::uint32_t step, std::uint32_t pairing) const;

  const std::uint32_t games_;
  // The circle's seats, one of them free when the players are odd in number.
  const std::uint32_t seats_;
  // Pairings of one step; steps of one round.
  const std::uint32_t pairings_;
  const std::uint32_t steps_;
  // Which player sits where: drawn from the seed, so that the order of the list decides nothing.
  std::vector<int> player_at_;
};

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_ROUND_ROBIN_H_
