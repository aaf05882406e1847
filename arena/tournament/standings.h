#ifndef ARENA_TOURNAMENT_STANDINGS_H_
#define ARENA_TOURNAMENT_STANDINGS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "arena/rating/elo.h"
#include "arena/tournament/ladder_rating.h"
#include "arena/tournament/played_game.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena {

// What decides the order, first to last; who is level in all of it shares the place.
enum class Ranking {
  // Points, Sonneborn-Berger, wins: everybody meets everybody.
  kPoints,
  // Points, Buchholz, Sonneborn-Berger, direct encounter, wins.
  kSwiss,
  // The share of the points that could be made: some play more games than others.
  kScore,
  // How far a player came.
  kKnockout,
  // The rating of the ladder.
  kRating,
};

// One player's line of the final table.
struct StandingsRow {
  // From 1; players who are level in everything share it.
  int place = 0;
  int player = 0;
  std::string name;
  // Of games played.
  Tally tally = {};
  // Twice the points, those of byes included.
  std::int64_t half_points = 0;
  // Rounds without an opponent in a Swiss. Each is worth a win in every game of a pairing.
  int byes = 0;
  // Buchholz, twice: over all games, the opponent's points. A bye counts as games against an opponent with one's own
  // points (here and for Sonneborn-Berger; FIDE's handbook C.07, article 16). Swiss only.
  std::int64_t half_buchholz = 0;
  // Sonneborn-Berger, four times: over all games, the opponent's points times one's own score of the game.
  std::int64_t quarter_sonneborn_berger = 0;
  // Direct encounter: twice the points against those who are level in all before; 0 unless all of them have met. Swiss
  // only.
  std::int64_t direct_half_points = 0;
  // Against the field, from the score alone.
  EloEstimate elo = {};
  // Ladder only.
  LadderRating rating = {};
};

struct Standings {
  // By what `ranking` says; then by name, which is for order only.
  std::vector<StandingsRow> rows;
  // [a][b]: what the player of row a made of its games against the player of row b.
  std::vector<std::vector<Tally>> crosstable;
  Ranking ranking = Ranking::kPoints;
};

// `names` are the players', by index; here and below.
// By points or by score.
Standings ComputeStandings(absl::Span<const std::string> names, absl::Span<const PlayedGame> games,
                           Ranking ranking = Ranking::kPoints);

// Of a Swiss with so many games a pairing. A bye shows once all others have a game of the round.
Standings SwissStandings(absl::Span<const std::string> names, absl::Span<const PlayedGame> games,
                         std::uint32_t games_per_pairing);
// By places from 1, by player, which may be shared.
Standings KnockoutStandings(absl::Span<const std::string> names, absl::Span<const PlayedGame> games,
                            absl::Span<const int> places);
// `games` ordered by number.
Standings LadderStandings(absl::Span<const std::string> names, absl::Span<const PlayedGame> games);

v1::Tally MessageOf(const Tally& tally);
// Adds the standings to a tournament's message.
void AddStandings(const Standings& standings, v1::Tournament& message);

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_STANDINGS_H_
