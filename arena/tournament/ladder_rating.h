#ifndef ARENA_TOURNAMENT_LADDER_RATING_H_
#define ARENA_TOURNAMENT_LADDER_RATING_H_

namespace flagfall::arena {

// What a ladder takes a player's strength for while it runs: normally distributed, in Elo. For the choice of opponents
// and the ladder's table; the pool's ratings (arena/rating) look at all games at once.
struct LadderRating {
  double elo = 1500;
  double deviation = 350;
};

// The rating of both after a game between them in which Red made so many half points, 0 to 2: Glicko's, with each game
// a rating period of its own and strength that does not change in between (M. Glickman, "Parameter estimation in large
// dynamic paired comparison experiments", Applied Statistics 48, 1999). Rounded to whole millionths, so that machines
// whose libraries differ in a last digit choose the same opponents.
void Rate(LadderRating& red, LadderRating& blue, int red_half_points);

// How much a game between the two tells: p·(1 - p)·(σ₁² + σ₂²), what the result varies by whoever is stronger, times
// what is not known of both. p is the expected score with both deviations taken into account.
double InformationOf(const LadderRating& one, const LadderRating& other);

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_LADDER_RATING_H_
