#ifndef TESTS_SUPPORT_SLOW_BARS_H_
#define TESTS_SUPPORT_SLOW_BARS_H_

#include <optional>
#include <utility>
#include <vector>

#include "tests/support/slow_board.h"

// The rules that bar plies which pieces could otherwise make: the two-squares rule (R3) and the chase rules (R4). Each
// function has the number of its clause and depends on the history alone.
namespace flagfall::slow {

// An edge between two neighbouring squares, the lower number first (R3.1).
using Boundary = std::pair<int, int>;
std::vector<Boundary> R3_1_Crossed(const Ply& ply);

// R3.2: would the ply cross a boundary that this piece crossed in each of the owner's last `limit` turns? `limit` 0 is
// off.
bool R3_2_CrossesTooOften(const History& history, const Ply& ply, int limit);

// R3.6: does the ply move a piece that crossed one boundary in each of its owner's last `limit` turns? `limit` 0 is
// off.
bool R3_6_MustRest(const History& history, const Ply& ply, int limit);

// R4.2: the opposing pieces that turn `t` threatens; none if it is not a threatening ply.
std::vector<int> R4_2_ThreatenedBy(const History& history, int t);

// R4.3: does turn `t + 1` evade turn `t`? No when there is no such turn yet.
bool R4_3_IsEvaded(const History& history, int t);

// R4.4: the turn with which the run of the player to move began; absent if the player has no run, or no longer has one.
std::optional<int> R4_4_FirstTurnOfRun(const History& history);

// R4.5: would the ply chase on?
bool R4_5_IsChasing(const History& history, const Ply& ply);

// R4.6: would the ply chase into a position that has occurred before, in the run or in the game?
bool R4_6_RepeatsPosition(const History& history, const Ply& ply, bool whole_game);

// R4.7: would the ply take back the same player's previous ply?
bool R4_7_IsReturn(const History& history, const Ply& ply);

// R4.8: would the ply threaten one piece for one more than `limit` turns in a row, after it has evaded each time?
bool R4_8_ThreatensOnceTooOften(const History& history, const Ply& ply, int limit);

}  // namespace flagfall::slow

#endif  // TESTS_SUPPORT_SLOW_BARS_H_
