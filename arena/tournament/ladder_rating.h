#ifndef ARENA_TOURNAMENT_LADDER_RATING_H_
#define ARENA_TOURNAMENT_LADDER_RATING_H_

namespace flagfall::arena::tournament {

// The ladder's estimate of a player's strength while it runs: a normal distribution, in Elo. It serves the choice of
// opponents and the ladder's table. The ratings of a pool (arena/rating) are computed from all games at once.
struct LadderRating {
  double elo = 1500;
  double deviation = 350;
};

// Updates both ratings after a game in which Red made so many half points, 0 to 2. This is Glicko's method, with a
// rating period for each game and a strength that does not change in between (M. Glickman, "Parameter estimation in
// large dynamic paired comparison experiments", Applied Statistics 48, 1999). Ratings are rounded to millionths, so
// that machines whose libraries differ in the last digit choose the same opponents.
void Rate(LadderRating& red, LadderRating& blue, int red_half_points);

// How much a game between the two players is expected to tell: p·(1 - p)·(σ₁² + σ₂²), the variance of the result times
// the uncertainty about both players. p is the expected score, in which both deviations are taken into account.
double InformationOf(const LadderRating& one, const LadderRating& other);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_LADDER_RATING_H_
