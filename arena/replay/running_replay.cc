#include "arena/replay/running_replay.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/escaping.h"
#include "arena/replay/replay_part.h"
#include "referee/base/status_macros.h"
#include "referee/match/match_limits.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena::replay {
namespace {

absl::StatusOr<v1::Replay> HeaderOf(const SpectatorHeader& header, std::uint32_t tournament_id) {
  v1::Replay replay;
  FLAGFALL_ASSIGN_OR_RETURN(*replay.mutable_ruleset(), CompleteRuleset(header.ruleset));
  v1::GameSummary& game = *replay.mutable_game();
  game.set_game_id(header.game_id);
  game.set_tournament_id(tournament_id);
  game.set_red(header.red.name());
  game.set_blue(header.blue.name());
  game.set_ruleset_id(header.ruleset.id());
  game.mutable_start_time()->set_seconds(header.start_time.count() / 1'000'000);
  game.mutable_start_time()->set_nanos(static_cast<std::int32_t>(header.start_time.count() % 1'000'000 * 1000));
  *replay.mutable_red() = header.red;
  *replay.mutable_blue() = header.blue;
  *replay.mutable_time_control() = header.time_control;
  if (header.time_control_scale.has_value()) *replay.mutable_time_control_scale() = *header.time_control_scale;
  *replay.mutable_policy() = header.policy;
  replay.set_seed_sha256(absl::BytesToHexString(header.seed_sha256));
  return replay;
}

// Returns what both clocks show before the first ply.
Micros FirstClock(const v1::TimeControl& control) {
  return Micros(control.per_ply_micros() > 0 ? control.per_ply_micros() : control.base_micros());
}

}  // namespace

RunningReplay::RunningReplay(ReplayWriter writer, const RulesetDefinition& ruleset, v1::View view,
                             v1::TimeControl time_control)
    : writer_(std::move(writer)), ruleset_(&ruleset), view_(std::move(view)), time_control_(std::move(time_control)) {}

absl::StatusOr<RunningReplay> RunningReplay::Create(const SpectatorHeader& header, std::uint32_t tournament_id) {
  FLAGFALL_ASSIGN_OR_RETURN(v1::Replay document, HeaderOf(header, tournament_id));
  FLAGFALL_ASSIGN_OR_RETURN(const RulesetDefinition* const ruleset, FindRuleset(header.ruleset.id()));
  *document.mutable_pieces() = ruleset->Pieces(document.ruleset());
  FLAGFALL_ASSIGN_OR_RETURN(ReplayWriter writer, ReplayWriter::Create(std::move(document)));
  // The seed is not known here, and before the game begins a spectator sees nothing that comes of it (R9.2).
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Game> beginning,
                            NewGame(header.ruleset, std::string(kSeedBytes, '\0')));
  RunningReplay replay(std::move(writer), *ruleset, beginning->ViewFor(v1::OBSERVER_SPECTATOR), header.time_control);
  if (HasSetUp(*beginning)) {
    replay.SetClocks(Micros(header.time_control.set_up_micros()));
  } else {
    FLAGFALL_RETURN_IF_ERROR(replay.writer_.Begin(replay.view_));
    replay.SetClocks(FirstClock(header.time_control));
  }
  return replay;
}

absl::Status RunningReplay::Add(const SpectatorEntry& entry) {
  switch (entry.kind) {
    case SpectatorEntry::Kind::kAsked:
      ClockOf(entry.side) = {.shown = entry.clock, .since = entry.at, .is_running = true};
      return absl::OkStatus();
    case SpectatorEntry::Kind::kActed:
      ClockOf(entry.side) = {.shown = entry.clock};
      writer_.AddAct({.side = entry.side, .at = entry.at, .used = entry.used, .clock = entry.clock});
      return AddEvents(entry);
    case SpectatorEntry::Kind::kGiven:
      return AddEvents(entry);
    case SpectatorEntry::Kind::kOver:
      for (Clock& clock : clocks_) clock = {.shown = clock.ShownAt(entry.at)};
      return absl::OkStatus();
  }
  return absl::OkStatus();
}

absl::Status RunningReplay::AddEvents(const SpectatorEntry& entry) {
  if (entry.events.empty()) return absl::OkStatus();
  if (writer_.has_begun()) return writer_.AddStep(entry.events, entry.plies);
  for (const v1::Event& event : entry.events) FLAGFALL_RETURN_IF_ERROR(ruleset_->Follow(event, view_));
  SetClocks(FirstClock(time_control_));
  return writer_.Begin(view_);
}

v1::Replay RunningReplay::From(std::uint32_t step, Micros at) const {
  v1::Replay replay = step == 0 || step > steps() ? writer_.replay() : ReplayAfter(writer_.replay(), step);
  v1::ReplayClocks& clocks = *replay.mutable_clocks();
  clocks.set_red_ms(ReplayMillis(clocks_[0].ShownAt(at)));
  clocks.set_blue_ms(ReplayMillis(clocks_[1].ShownAt(at)));
  clocks.set_is_red_running(clocks_[0].is_running);
  clocks.set_is_blue_running(clocks_[1].is_running);
  return replay;
}

Micros RunningReplay::Clock::ShownAt(Micros at) const {
  return is_running ? std::max(shown - std::max(at - since, Micros(0)), Micros(0)) : shown;
}

void RunningReplay::SetClocks(Micros shown) { clocks_.fill({.shown = shown}); }

}  // namespace flagfall::arena::replay
