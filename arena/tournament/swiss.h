#ifndef ARENA_TOURNAMENT_SWISS_H_
#define ARENA_TOURNAMENT_SWISS_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "arena/tournament/format.h"

namespace flagfall::arena {

// Rounds in which everybody meets somebody of about the same score. Each round is the pairing of the whole field that
// is best by these criteria, each above all that follow:
// 1. no rematch;                    4. nobody has one side three times running, or three times more often than the
// other;
// 2. no second bye;                 5. players of the same score meet, else of the nearest;
// 3. the bye goes to the lowest     6. sides are balanced;
//    score there is;                7. among equals the upper half meets the lower in its order.
// A criterion is broken only as often as those above it force. Sides (4, 6) count where `games` is odd; a side is then
// whose first game it is. With an odd field the one without opponent has a bye, worth a win in each game of the
// pairing. Among players of the same score the order is drawn from the seed; that of the list decides nothing.
class Swiss final : public Format {
 public:
  // `players` 2 to kBotsMax, `rounds` 1 to kSwissRoundsMax (spec.h), `games` ≥ 1 a pairing.
  Swiss(int players, std::uint32_t rounds, std::uint32_t games, std::uint64_t seed);

  std::vector<Pairing> NextPairings() override;
  void Take(const PlayedGame& game) override;
  std::uint32_t DrawingsAhead() const override { return 0; }
  std::optional<std::uint32_t> GamesMax() const override;

 private:
  // How often a player had which side.
  struct Sides {
    // Red's pairings less Blue's.
    int balance = 0;
    // So many pairings running with Red; with Blue, when negative.
    int run = 0;

    Sides With(bool is_red) const;
    // How many of the two limits of criterion 4 are overstepped.
    int Violations() const;
    int Strain() const;
  };

  // Players are known here by their place in the order drawn.
  struct Entrant {
    int player = 0;
    std::int64_t half_points = 0;
    std::uint32_t byes = 0;
    Sides sides;
    // Score group of this round, 0 the highest; place in it, from 0, and how many are in it.
    int group = 0;
    int place = 0;
    int group_size = 0;
    // By entrant.
    std::vector<std::uint32_t> met;
  };

  struct Table {
    int red = 0;
    int blue = 0;
  };

  // Entrants by group and place.
  std::vector<int> FormGroups();
  std::vector<Table> DrawTables();
  // Violations and strain of both, when they meet so.
  std::pair<int, int> SidesCost(int one, int other, bool one_is_red) const;
  // Who has Red when they meet.
  bool HasRed(int one, int other) const;

  const std::uint32_t rounds_;
  const std::uint32_t games_;
  std::uint32_t round_ = 0;
  std::vector<Entrant> entrants_;
  std::vector<int> entrant_of_;

  friend class SwissCosts;
};

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_SWISS_H_
