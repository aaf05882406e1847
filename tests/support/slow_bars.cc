#include "tests/support/slow_bars.h"

#include <algorithm>

namespace flagfall::slow {
namespace {

template <typename T>
bool Contains(const std::vector<T>& all, const T& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

int Size(const std::vector<Turn>& turns) { return static_cast<int>(turns.size()); }

// The pieces of the other side that stand next to the square.
std::vector<int> OpponentsNextTo(const History& history, const Position& position, int square, bool red) {
  std::vector<int> opponents;
  for (const int neighbour : Neighbours(square)) {
    const int piece = position[neighbour];
    if (piece != kNobody && history.pieces[piece].red != red) opponents.push_back(piece);
  }
  return opponents;
}

bool IsQuiet(const History& history, const Ply& ply) { return history.Now()[ply.to] == kNobody; }

// The position to which a quiet ply would lead.
Position After(const History& history, const Ply& ply) {
  Position position = history.Now();
  std::swap(position[ply.from], position[ply.to]);
  return position;
}

// Whether each of the last `limit` turns of the player to move took this piece across the boundary.
bool WasCrossedInEachTurn(const History& history, int mover, const Boundary& boundary, int limit) {
  // The owner's turns are every second one; the latest is two before the ply in question.
  const int latest = Size(history.turns) - 2;
  const int oldest = latest - 2 * (limit - 1);
  if (limit == 0 || oldest < 0) return false;
  for (int t = oldest; t <= latest; t += 2) {
    const Turn& turn = history.turns[t];
    if (turn.mover != mover || !Contains(R3_1_Crossed(turn.ply), boundary)) return false;
  }
  return true;
}

// The opposing pieces that a quiet ply would threaten.
std::vector<int> WouldThreaten(const History& history, const Ply& ply) {
  return OpponentsNextTo(history, After(history, ply), ply.to, history.RedToMove());
}

}  // namespace

std::vector<Boundary> R3_1_Crossed(const Ply& ply) {
  const auto [low, high] = std::minmax(ply.from, ply.to);
  const int step = high - low < 10 ? 1 : 10;
  std::vector<Boundary> crossed;
  for (int square = low; square < high; square += step) crossed.push_back({square, square + step});
  return crossed;
}

bool R3_2_CrossesTooOften(const History& history, const Ply& ply, int limit) {
  const int mover = history.Now()[ply.from];
  for (const Boundary& boundary : R3_1_Crossed(ply)) {
    if (WasCrossedInEachTurn(history, mover, boundary, limit)) return true;
  }
  return false;
}

bool R3_6_MustRest(const History& history, const Ply& ply, int limit) {
  const int latest = Size(history.turns) - 2;
  if (latest < 0) return false;
  for (const Boundary& boundary : R3_1_Crossed(history.turns[latest].ply)) {
    if (WasCrossedInEachTurn(history, history.Now()[ply.from], boundary, limit)) return true;
  }
  return false;
}

std::vector<int> R4_2_ThreatenedBy(const History& history, int t) {
  const Turn& turn = history.turns[t];
  if (!turn.mover_survived) return {};
  return OpponentsNextTo(history, history.positions[t + 1], turn.ply.to, history.pieces[turn.mover].red);
}

bool R4_3_IsEvaded(const History& history, int t) {
  if (t + 1 >= Size(history.turns)) return false;
  const Turn& answer = history.turns[t + 1];
  return !answer.IsAttack() && Contains(R4_2_ThreatenedBy(history, t), answer.mover);
}

std::optional<int> R4_4_FirstTurnOfRun(const History& history) {
  std::optional<int> first;
  for (int t = Size(history.turns) - 2; t >= 0 && R4_3_IsEvaded(history, t); t -= 2) {
    first = t;
    // What went before an attack is over; the attack itself can be where a run begins.
    if (history.turns[t].IsAttack()) break;
  }
  return first;
}

bool R4_5_IsChasing(const History& history, const Ply& ply) {
  const std::optional<int> first = R4_4_FirstTurnOfRun(history);
  if (!first.has_value() || !IsQuiet(history, ply)) return false;
  const std::vector<int> threatened = WouldThreaten(history, ply);
  for (int t = *first; t + 1 < Size(history.turns); t += 2) {
    if (Contains(threatened, history.turns[t + 1].mover)) return true;
  }
  return false;
}

bool R4_6_RepeatsPosition(const History& history, const Ply& ply, bool whole_game) {
  if (!R4_5_IsChasing(history, ply)) return false;
  const Position after = After(history, ply);
  // positions[t + 1] is the one to which turn t led.
  const int begin = whole_game ? 0 : *R4_4_FirstTurnOfRun(history) + 1;
  return std::find(history.positions.begin() + begin, history.positions.end(), after) != history.positions.end();
}

bool R4_7_IsReturn(const History& history, const Ply& ply) {
  const int latest = Size(history.turns) - 2;
  if (latest < 0) return false;
  const Turn& turn = history.turns[latest];
  return turn.mover == history.Now()[ply.from] && turn.ply.from == ply.to;
}

bool R4_8_ThreatensOnceTooOften(const History& history, const Ply& ply, int limit) {
  if (!IsQuiet(history, ply)) return false;
  const std::optional<int> first = R4_4_FirstTurnOfRun(history);
  const int latest = Size(history.turns) - 2;
  const int oldest = latest - 2 * (limit - 1);
  // All these turns must belong to the run, or an attack stands between them.
  if (!first.has_value() || *first > oldest) return false;
  const int evader = history.turns[latest + 1].mover;
  for (int t = oldest; t <= latest; t += 2) {
    if (history.turns[t + 1].mover != evader) return false;
  }
  return Contains(WouldThreaten(history, ply), evader);
}

}  // namespace flagfall::slow
