#ifndef ARENA_TOURNAMENT_STANDINGS_H_
#define ARENA_TOURNAMENT_STANDINGS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "arena/rating/elo.h"
#include "arena/tournament/played_game.h"

namespace flagfall::arena {

// One player's line of the final table.
struct StandingsRow {
  // From 1; players who are level in everything share it.
  int place = 0;
  int player = 0;
  std::string name;
  Tally tally = {};
  // Sonneborn-Berger, four times: over all games, the opponent's points times one's own score of the game.
  std::int64_t quarter_sonneborn_berger = 0;
  // Against the field, from the score alone.
  EloEstimate elo = {};
};

struct Standings {
  // By points, then by Sonneborn-Berger, then by wins; then by name, which is for order only.
  std::vector<StandingsRow> rows;
  // [a][b]: what the player of row a made of its games against the player of row b.
  std::vector<std::vector<Tally>> crosstable;
};

// `names` are the players', by index.
Standings ComputeStandings(absl::Span<const std::string> names, absl::Span<const PlayedGame> games);
// The same from what each player made against each other one, [a][b].
Standings StandingsFromScores(absl::Span<const std::string> names, const std::vector<std::vector<Tally>>& scores);

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_STANDINGS_H_
