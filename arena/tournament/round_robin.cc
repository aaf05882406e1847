// The circle method.
//
// All players but one stand on a circle; the last one stands in the middle, which is empty when their number is odd. In
// step s the player at position s meets the player in the middle, and the player j positions after s meets the player j
// positions before s. Six players at positions 0 to 4 and in the middle M:
//
//   step 0:  0-M  1-4  2-3        step 1:  M-1  2-0  3-4 …  with sides as below
//
// A round ends when everybody has met everybody, after as many steps as the circle has positions.
//
// Sides. The player after s has Red when j is even, the player before s when j is odd; against the middle, sides
// alternate with s. In a round each player is at each distance once after s and once before s, so that the numbers of
// its sides differ by at most one.
#include "arena/tournament/round_robin.h"

#include "arena/tournament/lots.h"

namespace flagfall::arena::tournament {

RoundRobin::RoundRobin(int players, std::uint32_t rounds, std::uint32_t games, std::uint64_t seed)
    : FixedFormat(players, {.rounds = rounds,
                            .steps = static_cast<std::uint32_t>(players - 1 + players % 2),
                            .pairings = static_cast<std::uint32_t>(players / 2),
                            .games = games}),
      player_at_(DrawOrder(players, seed)),
      circle_(static_cast<std::uint32_t>(players - 1 + players % 2)) {
  FindLastGames();
}

Pairing RoundRobin::FirstGameOf(std::uint32_t step, std::uint32_t pairing) const {
  // The pairing of an empty middle is left out.
  const bool is_middle_empty = player_at_.size() == circle_;
  const std::uint32_t distance = is_middle_empty ? pairing + 1 : pairing;
  const std::uint32_t after = (step + distance) % circle_;
  const std::uint32_t before = distance == 0 ? circle_ : (step + circle_ - distance) % circle_;
  const bool is_swapped = (distance == 0 ? step : distance) % 2 == 1;
  return {.red = player_at_[is_swapped ? before : after], .blue = player_at_[is_swapped ? after : before]};
}

FormatDefinition RoundRobinDefinition() {
  using Spec = v1::TournamentSpec;
  return {.format = Spec::FORMAT_ROUND_ROBIN,
          .name = "round-robin",
          .pairings_per_round =
              [](const Spec& spec) {
                const auto bots = static_cast<std::uint64_t>(spec.bots_size());
                return bots * (bots - 1) / 2;
              },
          .make = [](const Spec& spec) -> std::unique_ptr<Format> {
            return std::make_unique<RoundRobin>(spec.bots_size(), spec.rounds(), spec.games(), spec.seed());
          },
          .example =
              R"(  // In each round everybody meets everybody, in so many games; an even number of games swaps sides.
  "format": "FORMAT_ROUND_ROBIN",
  "rounds": 1,
  "games": 2,
)"};
}

}  // namespace flagfall::arena::tournament
