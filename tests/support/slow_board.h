#ifndef TESTS_SUPPORT_SLOW_BOARD_H_
#define TESTS_SUPPORT_SLOW_BOARD_H_

#include <array>
#include <cstdint>
#include <vector>

// A second, slow and obvious implementation of the board games, with which the real one is compared. The two share
// nothing: no header, no message, no table. This file has positions, and how pieces move and fight (R1, R2).
namespace flagfall::slow {

// Squares are numbered 0 to 99: ten to a row, a1 is 0, j1 is 9, a2 is 10, j10 is 99.
constexpr int kSquares = 100;

// A piece at the beginning of play. Its index in the list of pieces identifies it for the whole game.
struct Piece {
  bool red = true;
  // F flag, S Spy, 2 to 9, M Marshal, B Bomb.
  char type = '2';
  // The square on which it stood when play began.
  int origin = 0;
};

struct Ply {
  int from = 0;
  int to = 0;

  friend bool operator==(const Ply&, const Ply&) = default;
  friend bool operator<(const Ply& a, const Ply& b) { return a.from != b.from ? a.from < b.from : a.to < b.to; }
};

// For each square the index of the piece that stands there, or kNobody (R4.1).
constexpr int kNobody = -1;
using Position = std::array<std::int16_t, kSquares>;

// One ply and its effects.
struct Turn {
  int mover = kNobody;
  Ply ply;
  // The piece that stood on the target; kNobody for a quiet ply.
  int victim = kNobody;
  bool mover_survived = true;
  bool victim_survived = true;

  bool IsAttack() const { return victim != kNobody; }
};

// A whole game up to now. positions[k] stood after k plies; turns[k] led from positions[k] to positions[k + 1].
struct History {
  std::vector<Piece> pieces;
  std::vector<Position> positions;
  std::vector<Turn> turns;

  const Position& Now() const { return positions.back(); }
  bool RedToMove() const { return turns.size() % 2 == 0; }
};

// R1.1.
bool R1_1_IsLake(int square);

// The squares up, down, left and right that are on the board; lakes among them.
std::vector<int> Neighbours(int square);

// R2.2: neither Bomb nor Flag.
bool R2_2_IsMovable(const Piece& piece);

// R2.1 to R2.3: all plies of the side if there were neither R3 nor R4; ordered.
std::vector<Ply> R2_Plies(const std::vector<Piece>& pieces, const Position& position, bool red);

// R2.5: the pieces that are still there after the attack.
struct Survivors {
  bool attacker = false;
  bool defender = false;
};
Survivors R2_5_Fight(char attacker, char defender);

// Plays the whole game from its beginning. The plies must be possible by R2.
History PlayOut(const std::vector<Piece>& pieces, const std::vector<Ply>& plies);

// R2.4 to R2.6: for each piece whether its type is public by now.
std::vector<bool> R2_6_Revealed(const History& history);

}  // namespace flagfall::slow

#endif  // TESTS_SUPPORT_SLOW_BOARD_H_
