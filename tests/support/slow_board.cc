#include "tests/support/slow_board.h"

#include <algorithm>
#include <cstdlib>

#include "referee/base/check.h"

namespace flagfall::slow {
namespace {

int File(int square) { return square % 10; }
int Row(int square) { return square / 10; }

int Rank(char type) {
  if (type == 'S') return 1;
  if (type == 'M') return 10;
  return type - '0';
}

// Walks from the square in one direction and notes each square that the piece could go to.
void Walk(const std::vector<Piece>& pieces, const Position& position, int from, int file_step, int row_step, int steps,
          std::vector<Ply>& plies) {
  const bool red = pieces[position[from]].red;
  int file = File(from);
  int row = Row(from);
  for (int step = 0; step < steps; ++step) {
    file += file_step;
    row += row_step;
    if (file < 0 || file > 9 || row < 0 || row > 9) return;
    const int to = 10 * row + file;
    if (R1_1_IsLake(to)) return;
    const int other = position[to];
    if (other != kNobody && pieces[other].red == red) return;
    plies.push_back({from, to});
    if (other != kNobody) return;
  }
}

void Apply(History& history, const Ply& ply) {
  Position position = history.Now();
  Turn turn;
  turn.ply = ply;
  turn.mover = position[ply.from];
  turn.victim = position[ply.to];
  FLAGFALL_CHECK(turn.mover != kNobody);
  if (turn.IsAttack()) {
    const Survivors survivors = R2_5_Fight(history.pieces[turn.mover].type, history.pieces[turn.victim].type);
    turn.mover_survived = survivors.attacker;
    turn.victim_survived = survivors.defender;
  }
  position[ply.from] = kNobody;
  if (turn.mover_survived) {
    position[ply.to] = static_cast<std::int16_t>(turn.mover);
  } else if (!turn.victim_survived) {
    position[ply.to] = kNobody;
  }
  history.positions.push_back(position);
  history.turns.push_back(turn);
}

}  // namespace

bool R1_1_IsLake(int square) {
  constexpr std::array<int, 8> kLakes = {42, 43, 46, 47, 52, 53, 56, 57};
  return std::find(kLakes.begin(), kLakes.end(), square) != kLakes.end();
}

std::vector<int> Neighbours(int square) {
  std::vector<int> neighbours;
  if (Row(square) > 0) neighbours.push_back(square - 10);
  if (File(square) > 0) neighbours.push_back(square - 1);
  if (File(square) < 9) neighbours.push_back(square + 1);
  if (Row(square) < 9) neighbours.push_back(square + 10);
  return neighbours;
}

bool R2_2_IsMovable(const Piece& piece) { return piece.type != 'B' && piece.type != 'F'; }

std::vector<Ply> R2_Plies(const std::vector<Piece>& pieces, const Position& position, bool red) {
  std::vector<Ply> plies;
  for (int from = 0; from < kSquares; ++from) {
    if (position[from] == kNobody) continue;
    const Piece& piece = pieces[position[from]];
    if (piece.red != red || !R2_2_IsMovable(piece)) continue;
    const int steps = piece.type == '2' ? 9 : 1;
    Walk(pieces, position, from, 1, 0, steps, plies);
    Walk(pieces, position, from, -1, 0, steps, plies);
    Walk(pieces, position, from, 0, 1, steps, plies);
    Walk(pieces, position, from, 0, -1, steps, plies);
  }
  std::sort(plies.begin(), plies.end());
  return plies;
}

Survivors R2_5_Fight(char attacker, char defender) {
  if (defender == 'F') return {.attacker = true, .defender = false};
  if (defender == 'B') return {.attacker = attacker == '3', .defender = attacker != '3'};
  if (attacker == 'S' && defender == 'M') return {.attacker = true, .defender = false};
  return {.attacker = Rank(attacker) > Rank(defender), .defender = Rank(defender) > Rank(attacker)};
}

History PlayOut(const std::vector<Piece>& pieces, const std::vector<Ply>& plies) {
  History history;
  history.pieces = pieces;
  Position start;
  start.fill(kNobody);
  for (std::size_t i = 0; i < pieces.size(); ++i) start[pieces[i].origin] = static_cast<std::int16_t>(i);
  history.positions.push_back(start);
  for (const Ply& ply : plies) Apply(history, ply);
  return history;
}

std::vector<bool> R2_6_Revealed(const History& history) {
  std::vector<bool> revealed(history.pieces.size(), false);
  for (const Turn& turn : history.turns) {
    const int distance =
        std::abs(File(turn.ply.from) - File(turn.ply.to)) + std::abs(Row(turn.ply.from) - Row(turn.ply.to));
    if (distance > 1 || turn.IsAttack()) revealed[turn.mover] = true;
    if (turn.IsAttack()) revealed[turn.victim] = true;
  }
  return revealed;
}

}  // namespace flagfall::slow
