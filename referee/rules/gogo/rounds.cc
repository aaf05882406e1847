#include "referee/rules/gogo/rounds.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "referee/rules/side_messages.h"

namespace flagfall::gogo {
namespace {

World NewRound(const FieldRules& rules, std::uint32_t round) {
  World world;
  world.rules = rules;
  world.round = round;
  for (const Side team : kSides) world.StateOf(team).ground = GroundOf(world.EndOf(team));
  if (rules.chooses_bases) world.part = Part::kBases;
  return world;
}

bool HasCaptured(const World& world, Side team) { return (world.captors & AllOf(team)) != 0; }

std::string RoundsText(std::uint32_t rounds) { return absl::StrCat(rounds, rounds == 1 ? " round" : " rounds"); }

std::string DetailOfRound(const World& world) {
  if (world.captors == 0) return absl::StrCat("no flag was captured in ", world.rules.max_ticks, " ticks (R8.1)");
  if (HasCaptured(world, Side::kRed) && HasCaptured(world, Side::kBlue)) {
    return "both flags were captured in the same tick (R8.9)";
  }
  return absl::StrCat(HasCaptured(world, Side::kRed) ? "Blue" : "Red", "'s flag was captured (R8.9)");
}

std::string DetailOfMatch(const World& world) {
  const auto [red, blue] = world.rounds_won;
  if (red == blue) return absl::StrCat("each team won ", RoundsText(red), " (R8.12)");
  return absl::StrCat("Red won ", RoundsText(red), " and Blue ", blue, " (R8.12)");
}

}  // namespace

World FirstRound(const FieldRules& rules) { return NewRound(rules, 1); }

void CountRound(World& world, PublicEvents& public_events) {
  const bool red = HasCaptured(world, Side::kRed);
  const bool blue = HasCaptured(world, Side::kBlue);
  world.was_flag_captured = world.was_flag_captured || red || blue;
  const Side winner = red ? Side::kRed : Side::kBlue;
  if (red != blue) ++world.rounds_won[IndexOf(winner)];
  if (world.rules.rounds == 1) return;
  public_events.push_back(
      {.kind = PublicEvent::Kind::kRoundOver, .team = winner, .round = world.round, .is_drawn = red == blue});
}

bool IsDecided(const World& world) {
  const std::uint32_t left = static_cast<std::uint32_t>(world.rules.rounds) - world.round;
  const auto [red, blue] = world.rounds_won;
  return left == 0 || (red > blue ? red - blue : blue - red) > left;
}

World NextRound(const World& world) {
  World next = NewRound(world.rules, world.round + 1);
  next.rounds_won = world.rounds_won;
  next.was_flag_captured = world.was_flag_captured;
  next.ticks_before = world.ticks_before + world.tick;
  return next;
}

v1::Outcome OutcomeOf(const World& world) {
  v1::Outcome outcome;
  const auto [red, blue] = world.rounds_won;
  outcome.set_result(red == blue ? v1::RESULT_DRAW : WinFor(red > blue ? v1::SIDE_RED : v1::SIDE_BLUE));
  outcome.set_reason(world.was_flag_captured ? v1::REASON_FLAG_CAPTURED : v1::REASON_MAX_TICKS);
  outcome.set_detail(world.rules.rounds == 1 ? DetailOfRound(world) : DetailOfMatch(world));
  return outcome;
}

Progress ProgressOf(const World& world) {
  const std::uint32_t ticks = world.IsOver() ? world.tick : world.tick - 1;
  return {.plies = world.ticks_before + ticks,
          .plies_since_capture = ticks > world.last_beaten_tick ? ticks - world.last_beaten_tick : 0};
}

}  // namespace flagfall::gogo
