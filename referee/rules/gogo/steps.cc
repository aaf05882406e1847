#include "referee/rules/gogo/steps.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/clause_error.h"

namespace flagfall::gogo {
namespace {

// Checks that the number is one of the team's, named for the first time and in play or not as it should be.
absl::Status CheckNumber(const World& world, Side team, std::uint32_t number, bool in_play, Players& named) {
  if (number < 1 || number > static_cast<std::uint32_t>(world.rules.team_size)) {
    return ClauseError("R8.1", absl::StrCat("there is no player ", number, "; expected 1 to ", world.rules.team_size));
  }
  const PlayerId id = PlayerOf(team, number);
  if (Contains(named, id)) {
    return ClauseError("R8.4", absl::StrCat("player ", number, " is named twice; expected it once"));
  }
  named |= BitOf(id);
  if (Contains(world.in_play, id) == in_play) return absl::OkStatus();
  return ClauseError("R8.4", in_play ? absl::StrCat("player ", number, " is not in play; only who is in play steps")
                                     : absl::StrCat("player ", number, " is in play already and cannot enter"));
}

absl::Status ReadStep(const World& world, Side team, const v1::GogoStep& step, Players& named, Steps& steps) {
  FLAGFALL_RETURN_IF_ERROR(CheckNumber(world, team, step.number(), true, named));
  const Point vector{step.dx(), step.dy()};
  if (!IsWithin(vector, {}, world.rules.pace)) {
    // It is moved back when the steps are made, so it does not matter where it would lead.
    steps.steps[step.number() - 1] = vector;
    if (world.rules.moves_back) return absl::OkStatus();
    return ClauseError("R8.4", absl::StrCat("player ", step.number(), " would step by ", step.dx(), ",", step.dy(),
                                            "; expected no more than a pace, ", world.rules.pace));
  }
  const Point place = world.players[PlayerOf(team, step.number())].place;
  if (!IsCoordinate(std::int64_t{place.x} + vector.x) || !IsCoordinate(std::int64_t{place.y} + vector.y)) {
    return ClauseError("R8.1", absl::StrCat("player ", step.number(), " would step out of the coordinates, ",
                                            -kCoordinateMax, " to ", kCoordinateMax));
  }
  steps.steps[step.number() - 1] = vector;
  return absl::OkStatus();
}

absl::Status ReadEntry(const World& world, Side team, const v1::GogoEntry& entry, Players& named, Deck& deck,
                       Steps& steps) {
  FLAGFALL_RETURN_IF_ERROR(CheckNumber(world, team, entry.number(), false, named));
  if (entry.role() <= v1::ROLE_UNSPECIFIED || entry.role() > v1::ROLE_TRAP) {
    return ClauseError("R8.2", absl::StrCat("player ", entry.number(), " would enter with no role; expected 1 to 10"));
  }
  const auto role = static_cast<Role>(entry.role());
  if (deck[IndexOf(role)] == 0) {
    return ClauseError("R8.4",
                       absl::StrCat("there is no ", RoleName(role), " left in the deck for player ", entry.number()));
  }
  --deck[IndexOf(role)];
  const Point place{entry.x(), entry.y()};
  const Point base = world.BaseOf(team);
  if (!IsWithin(place, base, world.rules.pace)) {
    return ClauseError("R8.4", absl::StrCat("player ", entry.number(), " would enter at ", place.x, ",", place.y,
                                            "; expected a point within a pace, ", world.rules.pace, ", of the base at ",
                                            base.x, ",", base.y));
  }
  steps.entries[entry.number() - 1] = {.role = role, .place = place};
  return absl::OkStatus();
}

// Anywhere no further from zero than a pace, all points equally likely.
Point DrawVector(std::int32_t pace, Random& random) {
  const auto draw = [&] {
    return static_cast<std::int32_t>(Below(2 * static_cast<std::uint64_t>(pace) + 1, random)) - pace;
  };
  for (;;) {
    const Point vector{draw(), draw()};
    if (IsWithin(vector, {}, pace)) return vector;
  }
}

Point DrawStep(const World& world, PlayerId id, Random& random) {
  const Point place = world.players[id].place;
  // Some step too far where that costs no more than the step.
  if (world.rules.moves_back && Below(16, random) == 0) return {world.rules.pace, 1};
  switch (Below(8, random)) {
    case 0:
      return {};
    case 1:
    case 2:
    case 3: {
      const Point vector = DrawVector(world.rules.pace, random);
      // At the end of all coordinates a player may find that it cannot go on.
      return IsCoordinate(place.x + vector.x) && IsCoordinate(place.y + vector.y) ? vector : Point{};
    }
    default:
      return VectorTowards(place, world.FlagOf(OpponentOf(TeamOf(id))), world.rules.pace);
  }
}

Role DrawCard(Deck& deck, int cards, Random& random) {
  std::size_t role = 0;
  for (auto left = static_cast<int>(Below(cards, random)); left >= deck[role]; ++role) left -= deck[role];
  --deck[role];
  return static_cast<Role>(role);
}

int CardsIn(const Deck& deck) {
  int cards = 0;
  for (const std::uint8_t count : deck) cards += count;
  return cards;
}

void MakeStepsOf(Side team, World& world, PublicEvents& public_events) {
  TeamState& state = world.StateOf(team);
  for (int number = 1; number <= world.rules.team_size; ++number) {
    const PlayerId id = PlayerOf(team, number);
    Player& player = world.players[id];
    Point step = state.steps->steps[number - 1];
    const Steps::Entry& entry = state.steps->entries[number - 1];
    player.was_moved_back = !IsWithin(step, {}, world.rules.pace);
    if (player.was_moved_back) {
      step = {};
      public_events.push_back({.kind = PublicEvent::Kind::kMovedBack, .team = team, .player = id});
    }
    player.place = {player.place.x + step.x, player.place.y + step.y};
    if (entry.role == Role::kNone) continue;
    player = {.place = entry.place, .role = entry.role};
    --state.deck[IndexOf(entry.role)];
    world.in_play |= BitOf(id);
  }
  state.steps.reset();
}

}  // namespace

Point VectorTowards(Point from, Point to, std::int32_t pace) {
  const std::int64_t dx = std::int64_t{to.x} - from.x;
  const std::int64_t dy = std::int64_t{to.y} - from.y;
  if (IsWithin(from, to, pace)) return {static_cast<std::int32_t>(dx), static_cast<std::int32_t>(dy)};
  // Rounded up, so that the vector is no longer than a pace.
  const std::int64_t distance = static_cast<std::int64_t>(std::sqrt(static_cast<double>(dx * dx + dy * dy))) + 1;
  return {static_cast<std::int32_t>(dx * pace / distance), static_cast<std::int32_t>(dy * pace / distance)};
}

absl::StatusOr<Steps> ReadSteps(const World& world, Side team, const v1::GogoSteps& message) {
  Steps steps;
  Players named = 0;
  Deck deck = world.StateOf(team).deck;
  for (const v1::GogoStep& step : message.steps()) {
    FLAGFALL_RETURN_IF_ERROR(ReadStep(world, team, step, named, steps));
  }
  for (const v1::GogoEntry& entry : message.entries()) {
    FLAGFALL_RETURN_IF_ERROR(ReadEntry(world, team, entry, named, deck, steps));
  }
  const int in_play = SizeOf(world.InPlay(team)) + message.entries_size();
  if (in_play <= kInPlayMax) return steps;
  return ClauseError("R8.4", absl::StrCat(in_play, " players would be in play; expected ", kInPlayMax, " at most"));
}

Steps DrawSteps(const World& world, Side team, Random& random) {
  Steps steps;
  Deck deck = world.StateOf(team).deck;
  int cards = CardsIn(deck);
  int free = kInPlayMax - SizeOf(world.InPlay(team));
  for (int number = 1; number <= world.rules.team_size; ++number) {
    const PlayerId id = PlayerOf(team, number);
    if (Contains(world.in_play, id)) {
      steps.steps[number - 1] = DrawStep(world, id, random);
      continue;
    }
    if (free == 0 || cards == 0 || Below(4, random) == 0) continue;
    const Point vector = DrawVector(world.rules.pace, random);
    const Point base = world.BaseOf(team);
    steps.entries[number - 1] = {.role = DrawCard(deck, cards, random),
                                 .place = {base.x + vector.x, base.y + vector.y}};
    --free;
    --cards;
  }
  return steps;
}

void MakeSteps(World& world, PublicEvents& public_events) {
  for (const Side team : kSides) MakeStepsOf(team, world, public_events);
}

}  // namespace flagfall::gogo
