#ifndef ARENA_TOURNAMENT_LADDER_H_
#define ARENA_TOURNAMENT_LADDER_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/tournament/format.h"
#include "arena/tournament/format_definition.h"
#include "arena/tournament/ladder_rating.h"

namespace flagfall::arena::tournament {

// A tournament without end that always plays the games that tell most about its players: games between players with
// similar ratings that are not well known yet. A round is a batch. In it, at most half of the players who are ready
// meet one opponent each, in `games` games with alternating sides.
//
// The worth of a pairing is the InformationOf its players, divided by one more than the number of rounds in which they
// have met, so that nobody meets the same opponent again and again while other opponents tell as much (D'Hondt's method
// of sharing out seats). Each round takes the pairings that are worth most, and can be chosen while the round before is
// still being played.
//
// A player that forfeits sits out: 1 round after the first time, 2 after the second in a row, then 4, 8, …, and leaves
// the ladder after kForfeitsMax. Forfeits are rated as losses, so that failing never brings a bot more games. The
// ladder ends when fewer than two players are left.
class Ladder final : public Format {
 public:
  static constexpr std::uint32_t kForfeitsMax = 8;

  // `players` ≥ 2, `games` ≥ 1. With `rounds` 0 the only end is that of kScheduleGamesMax games (spec.h).
  Ladder(int players, std::uint32_t rounds, std::uint32_t games, std::uint64_t seed);

  std::vector<Pairing> NextPairings() override;
  void AddResult(const PlayedGame& game) override;
  std::uint32_t BatchesAhead() const override { return 1; }
  bool HasLeft(int player) const override;
  std::optional<std::uint32_t> GamesMax() const override;

 private:
  struct Entrant {
    int player = 0;
    LadderRating rating;
    // Forfeits in a row up to the last result.
    std::uint32_t forfeits = 0;
    // The round up to which forfeits have been counted. The entrant sits out the rounds after it and before
    // `ready_from`.
    std::uint32_t counted_until = 0;
    std::uint32_t ready_from = 0;
    // The number of rounds begun with Red, minus the number begun with Blue.
    int red_surplus = 0;
    // The number of rounds against each other entrant.
    std::vector<std::uint32_t> met;
  };
  struct Candidate {
    double worth;
    int one;
    int other;
  };

  Entrant& EntrantOf(int player) { return entrants_[entrant_of_[player]]; }
  // The entrants in the ladder who do not sit out. If that leaves fewer than two, the two whose turn comes first.
  std::vector<int> Ready() const;
  // All pairings of these entrants, those worth most first.
  std::vector<Candidate> CandidatesAmong(const std::vector<int>& ready) const;
  // Counts the meeting and chooses who begins with Red.
  Pairing Pair(int one, int other);
  void CountForfeits(Entrant& entrant, bool has_forfeited, std::uint32_t round);

  const std::uint32_t rounds_;
  const std::uint32_t games_;
  std::uint32_t round_ = 0;
  std::uint32_t asked_ = 0;
  // In an order drawn by lot, which decides between pairings that are worth the same.
  std::vector<Entrant> entrants_;
  // Index into entrants_, by player.
  std::vector<int> entrant_of_;
};

FormatDefinition LadderDefinition();

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_LADDER_H_
