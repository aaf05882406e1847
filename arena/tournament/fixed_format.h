#ifndef ARENA_TOURNAMENT_FIXED_FORMAT_H_
#define ARENA_TOURNAMENT_FIXED_FORMAT_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/tournament/format.h"

namespace flagfall::arena::tournament {

// A format whose games do not depend on results: each game is computed from its number.
//
// A round has steps, in each of which nobody has two pairings. The games of a step are ordered by game first: the first
// games of all pairings come before their second games, so that the games of a player are as far apart as they can be.
// The next game of a pairing, in the same round or in the next, has the sides swapped.
class FixedFormat : public Format {
 public:
  // The game of that number, from 1 on, in constant time.
  Pairing PairingOf(std::uint32_t number) const;

  // Batches are small, so that memory does not grow with the length of the tournament.
  std::vector<Pairing> NextPairings() final;
  void AddResult(const PlayedGame&) final {}
  std::uint32_t BatchesAhead() const final { return kUnlimited; }
  bool HasLeft(int player) const final { return last_of_[player] < next_; }
  std::optional<std::uint32_t> GamesMax() const final { return total_; }

 protected:
  struct Shape {
    std::uint32_t rounds;
    // Steps of a round, pairings of a step, games of a pairing.
    std::uint32_t steps;
    std::uint32_t pairings;
    std::uint32_t games;
  };

  // All of `shape` ≥ 1, and the whole no more than kScheduleGamesMax games (spec.h).
  FixedFormat(int players, const Shape& shape);

  // Red and Blue in the first game of a pairing; both numbers are from 0.
  virtual Pairing FirstGameOf(std::uint32_t step, std::uint32_t pairing) const = 0;

  // Finds the last game of each player. To be called at the end of the constructor of the class that implements
  // FirstGameOf.
  void FindLastGames();

 private:
  const Shape shape_;
  // The number of games of the whole tournament.
  const std::uint32_t total_;
  // The number of the first game that was not asked for yet.
  std::uint32_t next_ = 1;
  // The number of each player's last game.
  std::vector<std::uint32_t> last_of_;
};

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_FIXED_FORMAT_H_
