#ifndef ARENA_TOURNAMENT_LADDER_H_
#define ARENA_TOURNAMENT_LADDER_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/tournament/format.h"
#include "arena/tournament/ladder_rating.h"

namespace flagfall::arena {

// Games without end between those of whom they tell most: near each other in rating, and not yet well known. A round is
// a drawing: half of the players who are ready, at most, each against one opponent in `games` games, sides taking
// turns.
//
// A pairing's worth is InformationOf its players, divided by one more than the rounds in which they have met, so that
// nobody gets the same opponent again and again while there are others worth it (V. D'Hondt's way to share out seats).
// The pairings worth most are drawn, and the next round may be while one is still being played.
//
// Who forfeits sits out: 1 round after the first time, 2 after the second running, then 4, 8, …, and is out of the
// ladder after kForfeitsMax. Forfeits rate as the losses they are; so failing never brings a bot more games. When fewer
// than two are left, it ends.
class Ladder final : public Format {
 public:
  static constexpr std::uint32_t kForfeitsMax = 8;

  // `players` ≥ 2, `games` ≥ 1; `rounds` 0 for no end but kScheduleGamesMax games (spec.h).
  Ladder(int players, std::uint32_t rounds, std::uint32_t games, std::uint64_t seed);

  std::vector<Pairing> NextPairings() override;
  void Take(const PlayedGame& game) override;
  std::uint32_t DrawingsAhead() const override { return 1; }
  bool HasLeft(int player) const override;
  std::optional<std::uint32_t> GamesMax() const override;

 private:
  struct Entrant {
    int player = 0;
    LadderRating rating;
    // Running, to the last game taken.
    std::uint32_t forfeits = 0;
    // The round up to which its forfeits are counted; it sits out the rounds from there to before `ready_from`.
    std::uint32_t counted_until = 0;
    std::uint32_t ready_from = 0;
    // Rounds begun with Red less those begun with Blue.
    int red_surplus = 0;
    // Rounds in which it met each other entrant.
    std::vector<std::uint32_t> met;
  };
  struct Candidate {
    double worth;
    int one;
    int other;
  };

  std::vector<int> Ready() const;
  std::vector<Candidate> CandidatesAmong(const std::vector<int>& ready) const;
  // Counts the meeting, and says who begins with Red.
  Pairing Seat(Entrant& one, Entrant& other);
  void CountForfeits(Entrant& entrant, bool has_forfeited, std::uint32_t round);

  const std::uint32_t rounds_;
  const std::uint32_t games_;
  std::uint32_t round_ = 0;
  std::uint32_t asked_ = 0;
  // In the order drawn, by which equals stand.
  std::vector<Entrant> entrants_;
  std::vector<int> entrant_of_;
};

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_LADDER_H_
