#ifndef REFEREE_RULES_GOGO_FIELD_H_
#define REFEREE_RULES_GOGO_FIELD_H_

#include <bit>
#include <cstdint>

#include "referee/rules/side.h"

namespace flagfall::gogo {

inline constexpr int kTeamSizeMin = 5;
inline constexpr int kTeamSizeMax = 15;
inline constexpr int kInPlayMax = 7;
// Rounds of a match (R8.12).
inline constexpr int kRoundsMax = 9;
// There is no out of bounds, but there are numbers that a coordinate may have (R8.1). In millimetres.
inline constexpr std::int32_t kCoordinateMax = 1'000'000;

// The choices that a host has (R8.1). Lengths are in millimetres.
struct FieldRules {
  std::int32_t pace = 750;
  std::int32_t reach = 750;
  int team_size = 10;
  std::uint32_t max_ticks = 240;
  // Both teams place their bases and flags before the first tick.
  bool chooses_bases = false;
  // A player that steps too far is warned and stays (R8.4); else the steps are illegal.
  bool moves_back = false;
  // The rounds of a match (R8.12), each a game of its own with the ends changed.
  int rounds = 1;
};

// A player of either team: Red's number n is n - 1, Blue's 16 + n - 1. So the order of ids is that of (team, number).
using PlayerId = std::uint8_t;
inline constexpr int kPlayers = 32;

// Below 32 for every number up to kTeamSizeMax.
constexpr PlayerId PlayerOf(Side team, std::uint32_t number) {
  return static_cast<PlayerId>(16 * IndexOf(team) + number - 1);
}
constexpr Side TeamOf(PlayerId id) { return id < 16 ? Side::kRed : Side::kBlue; }
constexpr std::uint32_t NumberOf(PlayerId id) { return id % 16U + 1; }

// A set of players, one bit each.
using Players = std::uint32_t;

constexpr Players BitOf(PlayerId id) { return Players{1} << id; }
constexpr bool Contains(Players players, PlayerId id) { return (players & BitOf(id)) != 0; }
constexpr int SizeOf(Players players) { return std::popcount(players); }
// All players there can be of a team.
constexpr Players AllOf(Side team) { return team == Side::kRed ? 0x0000FFFFU : 0xFFFF0000U; }
// The lowest; there must be one.
constexpr PlayerId FirstOf(Players players) { return static_cast<PlayerId>(std::countr_zero(players)); }

// Calls visit(id) for each, lowest first.
template <typename Visitor>
void ForEach(Players players, Visitor visit) {
  for (; players != 0; players &= players - 1) visit(FirstOf(players));
}

// A point of the field, or a vector; in millimetres.
struct Point {
  std::int32_t x = 0;
  std::int32_t y = 0;

  friend bool operator==(const Point&, const Point&) = default;
};

// Where a team's base and flag stand.
struct Ground {
  Point base;
  Point flag;

  friend bool operator==(const Ground&, const Ground&) = default;
};

// Each team stands at its own end of the field in rounds with odd numbers and at the other's in the others (R8.12): the
// team whose end, as R8.1 has it, `team` has in that round.
constexpr Side EndOf(Side team, std::uint32_t round) { return round % 2 == 1 ? team : OpponentOf(team); }

// The length of the lines on which they may be placed, from y = 0, and how far apart they are at least; in millimetres.
inline constexpr std::int32_t kLineMax = 3000;
inline constexpr std::int32_t kApartMin = 1500;

// Of a team at its own end.
constexpr std::int32_t LineOf(Side team) { return team == Side::kRed ? 0 : 8000; }
constexpr Point BaseOf(Side team) { return team == Side::kRed ? Point{0, 500} : Point{8000, 2500}; }
constexpr Point FlagOf(Side team) { return team == Side::kRed ? Point{0, 2500} : Point{8000, 500}; }
// Where R8.1 has them.
constexpr Ground GroundOf(Side team) { return {.base = BaseOf(team), .flag = FlagOf(team)}; }

// Of points within kCoordinateMax.
constexpr std::int64_t SquaredDistance(Point a, Point b) {
  const std::int64_t dx = std::int64_t{a.x} - b.x;
  const std::int64_t dy = std::int64_t{a.y} - b.y;
  return dx * dx + dy * dy;
}

// Whether the points are `length` apart at most. Of any points at all: those that are far apart in x or y alone, whose
// squares might not fit, are ruled out before.
constexpr bool IsWithin(Point a, Point b, std::int32_t length) {
  const std::int64_t dx = std::int64_t{a.x} - b.x;
  const std::int64_t dy = std::int64_t{a.y} - b.y;
  if (dx > length || -dx > length || dy > length || -dy > length) return false;
  return dx * dx + dy * dy <= std::int64_t{length} * length;
}

constexpr bool IsCoordinate(std::int64_t value) { return value >= -kCoordinateMax && value <= kCoordinateMax; }

}  // namespace flagfall::gogo

#endif  // REFEREE_RULES_GOGO_FIELD_H_
