#ifndef TESTS_SUPPORT_SLOW_PLAYERS_H_
#define TESTS_SUPPORT_SLOW_PLAYERS_H_

#include <random>
#include <vector>

#include "tests/support/slow_game.h"
#include "tests/support/slow_text.h"

// Seeded players and starting positions that produce what is rare in plain random games: shuttling, chasing, fleeing,
// Scouts on the run.
namespace flagfall::slow {

using Random = std::mt19937_64;

// A whole number from `low` to `high`, both included.
int Between(Random& random, int low, int high);

// How much likelier than any other a ply is that ...
struct Temper {
  // ... goes back to where the piece came from in the player's turn before,
  double back = 1;
  // ... moves the same piece as the player's turn before,
  double same_piece = 1;
  // ... comes to stand next to an opposing piece,
  double threaten = 1;
  // ... comes to stand next to the piece that moved last,
  double follow = 1;
  // ... moves a piece next to which the opponent has just come, to an empty square,
  double flee = 1;
  // ... is a Scout's of more than one square,
  double run = 1;
  // ... attacks.
  double attack = 1;
};

// Returns, by number in turn, a shuttler, chaser, coward, runner, fencer, hunter, or plain random player.
Temper TemperOf(int number);
constexpr int kTempers = 8;

// Chooses one of the legal plies, of which there must be one.
Ply Choose(const Temper& temper, const History& history, const std::vector<Ply>& legal, Random& random);

// The squares of a rectangle that are no lakes; `file` and `row` from 0.
std::vector<int> Area(int file, int row, int width, int height);

// Puts Bombs on all free squares next to the rectangle, Red's and Blue's.
void WallIn(int file, int row, int width, int height, GameText& game);

// Whole armies, each on random squares of its zone.
GameText RandomArmies(const Rules& rules, Random& random);

// Gives the rules an army and a zone of a host's choice (R1.6).
void DrawArmy(Random& random, Rules& rules);

// A few pieces close together beside a lake, in a corner or in an area walled in with Bombs; both Flags far off.
GameText RandomStudy(const Rules& rules, Random& random);

// Continues the game with two random tempers to its end, or until it has so many plies.
void PlayOn(GameText& game, int plies_max, Random& random);

}  // namespace flagfall::slow

#endif  // TESTS_SUPPORT_SLOW_PLAYERS_H_
