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

namespace flagfall::arena::tournament {

// One of the values by which a table is ordered; more is better.
enum class Criterion {
  kPoints,
  // The share of the points that the player could have made, for formats in which some play more games than others.
  kScore,
  kBuchholz,
  kSonnebornBerger,
  kDirectEncounter,
  kWins,
  // The place that the format gives, for formats in which losers leave the tournament.
  kPlace,
  // The rating of the ladder.
  kRating,
};

// The criteria of a table, the first one above all others. Players who are level in all of them share a place.
using Ranking = std::vector<Criterion>;

bool HasCriterion(const Ranking& ranking, Criterion criterion);

// One player's line of the final table.
struct StandingsRow {
  // From 1; players who are level in every criterion share it.
  int place = 0;
  int player = 0;
  std::string name;
  // Of the games played.
  rating::Tally tally = {};
  // Twice the points, including those of byes.
  std::int64_t half_points = 0;
  // Rounds without an opponent in a Swiss. Each is worth a win in every game of a pairing.
  int byes = 0;
  // Buchholz, twice: the sum over all games of the opponent's points. A bye counts as games against an opponent with
  // the player's own points (here and for Sonneborn-Berger; FIDE's handbook C.07, article 16). Swiss only.
  std::int64_t half_buchholz = 0;
  // Sonneborn-Berger, four times: the sum over all games of the opponent's points times the player's score in the game.
  std::int64_t quarter_sonneborn_berger = 0;
  // Direct encounter: twice the points against the players who are level in all criteria before this one; 0 unless all
  // of them have met. Swiss only.
  std::int64_t direct_half_points = 0;
  // Against the field, from the score alone.
  rating::EloEstimate elo = {};
  // Ladder only.
  LadderRating rating = {};
};

struct Standings {
  // Ordered by `ranking`, and by name within a shared place.
  std::vector<StandingsRow> rows;
  // [a][b]: the results of the player of row a against the player of row b.
  std::vector<std::vector<rating::Tally>> crosstable;
  Ranking ranking;
};

// Makes a table from games: count them, add the columns that the format needs, then order the rows.
class StandingsBuilder {
 public:
  // `names` holds the players' names by index. Tallies, points and Elo are counted at once. `games` is not copied and
  // must outlive the builder.
  StandingsBuilder(absl::Span<const std::string> names, absl::Span<const PlayedGame> games);

  void AddSonnebornBerger();
  // Adds byes, Buchholz, Sonneborn-Berger and the direct encounter of a Swiss with so many games a pairing. A bye is
  // counted once all other players have a game of the round.
  void AddSwissColumns(std::uint32_t games_per_pairing);
  // Sets places by player, from 1; several players may have the same place.
  void SetPlaces(absl::Span<const int> places);
  // Rates the games as a ladder does. The games must be ordered by number.
  void AddLadderRatings();

  // Orders the rows and numbers the places. To be called once, as the last method.
  Standings Build(const Ranking& ranking);

 private:
  void AddByes(std::uint32_t games_per_pairing);
  void AddBuchholz(std::uint32_t games_per_pairing);
  void AddDirectEncounters();

  const absl::Span<const PlayedGame> games_;
  // [a][b]: the results of player a against player b.
  std::vector<std::vector<rating::Tally>> results_;
  // By player, until Build orders them.
  std::vector<StandingsRow> rows_;
};

v1::Tally MessageOf(const rating::Tally& tally);
// Adds the standings to a tournament's message.
void AddStandings(const Standings& standings, v1::Tournament& message);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_STANDINGS_H_
