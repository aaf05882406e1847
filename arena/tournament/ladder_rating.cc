#include "arena/tournament/ladder_rating.h"

#include <cmath>

namespace flagfall::arena::tournament {
namespace {

// ln 10 / 400, Glicko's q.
constexpr double kPerElo = 0.0057564627324851148;
constexpr double kPi = 3.14159265358979323846;

double Square(double value) { return value * value; }

double Rounded(double value) { return std::round(value * 1e6) / 1e6; }

// Glicko's g(RD): the factor by which a difference in Elo counts less because the deviation of one player is so large.
double Damping(double deviation) { return 1 / std::sqrt(1 + 3 * Square(kPerElo * deviation / kPi)); }

double Expected(double difference, double deviation) {
  return 1 / (1 + std::exp(-kPerElo * Damping(deviation) * difference));
}

LadderRating After(const LadderRating& own, const LadderRating& opponent, double score) {
  const double damping = Damping(opponent.deviation);
  const double expected = Expected(own.elo - opponent.elo, opponent.deviation);
  const double precision = 1 / Square(own.deviation) + Square(kPerElo * damping) * expected * (1 - expected);
  return {.elo = Rounded(own.elo + kPerElo / precision * damping * (score - expected)),
          .deviation = Rounded(std::sqrt(1 / precision))};
}

}  // namespace

void Rate(LadderRating& red, LadderRating& blue, int red_half_points) {
  const LadderRating red_before = red;
  red = After(red, blue, red_half_points / 2.0);
  blue = After(blue, red_before, 1 - red_half_points / 2.0);
}

double InformationOf(const LadderRating& one, const LadderRating& other) {
  const double variance = Square(one.deviation) + Square(other.deviation);
  const double expected = Expected(one.elo - other.elo, std::sqrt(variance));
  return Rounded(expected * (1 - expected) * variance);
}

}  // namespace flagfall::arena::tournament
