#ifndef ARENA_TOURNAMENT_SWISS_H_
#define ARENA_TOURNAMENT_SWISS_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "arena/tournament/format.h"
#include "arena/tournament/format_definition.h"

namespace flagfall::arena::tournament {

// Rounds in which everybody meets an opponent with about the same score. Each round is the pairing of the whole field
// that is best by these criteria, each of which outweighs all that follow:
// 1. Nobody meets an opponent again.
// 2. Nobody has a second bye.
// 3. The bye goes to a player with the lowest score.
// 4. Nobody has the same side three times in a row, or three times more often than the other side.
// 5. Players meet opponents with the same score, or else with the nearest one.
// 6. The sides of each player are balanced.
// 7. Among players with the same score, the upper half meets the lower half in its order.
// A criterion is broken only as often as the criteria above it force. Sides (4 and 6) count only where `games` is odd;
// a player's side is then that of the first game. In an odd field one player of each round has a bye, which is worth a
// win in each game of a pairing. The order among players with the same score is drawn by lot, so that the order of the
// list decides nothing.
class Swiss final : public Format {
 public:
  static constexpr std::uint32_t kRoundsMax = 255;

  // `players` 2 to kBotsMax (spec.h), `rounds` 1 to kRoundsMax, `games` ≥ 1 a pairing.
  Swiss(int players, std::uint32_t rounds, std::uint32_t games, std::uint64_t seed);

  std::vector<Pairing> NextPairings() override;
  void AddResult(const PlayedGame& game) override;
  std::uint32_t BatchesAhead() const override { return 0; }
  std::optional<std::uint32_t> GamesMax() const override;

 private:
  // The sides that a player has had.
  struct Sides {
    // The number of pairings with Red, minus the number with Blue.
    int balance = 0;
    // The number of last pairings in a row with Red, or, as a negative number, with Blue.
    int run = 0;

    Sides With(bool is_red) const;
    // How many of the two limits of criterion 4 are exceeded.
    int Violations() const;
    // How far the sides are from what criterion 6 wants; 0 is best.
    int Imbalance() const;
  };

  // A player. Entrants are known by their index in an order drawn by lot.
  struct Entrant {
    int player = 0;
    std::int64_t half_points = 0;
    std::uint32_t byes = 0;
    Sides sides;
    // The entrant's score group in this round, 0 for the highest score; its place in the group, from 0; and the number
    // of entrants in the group.
    int group = 0;
    int place = 0;
    int group_size = 0;
    // The number of rounds against each other entrant.
    std::vector<std::uint32_t> met;
  };

  // Puts the entrants into score groups. Returns them ordered by group and place.
  std::vector<int> FormGroups();
  // The pairings of the next round, the best scores first.
  std::vector<Pairing> PairRound();
  // Violations and imbalance of both entrants together, if they meet with these sides.
  std::pair<int, int> SidesCost(int one, int other, bool one_is_red) const;
  // Whether `one` gets Red when the two meet.
  bool HasRed(int one, int other) const;

  const std::uint32_t rounds_;
  const std::uint32_t games_;
  std::uint32_t round_ = 0;
  std::vector<Entrant> entrants_;
  // Index into entrants_, by player.
  std::vector<int> entrant_of_;

  friend class SwissCosts;
};

FormatDefinition SwissDefinition();

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_SWISS_H_
