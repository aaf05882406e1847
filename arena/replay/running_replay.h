#ifndef ARENA_REPLAY_RUNNING_REPLAY_H_
#define ARENA_REPLAY_RUNNING_REPLAY_H_

#include <array>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/replay/replay_writer.h"
#include "flagfall/v1/web.pb.h"
#include "referee/rules/ruleset.h"
#include "referee/spectator/spectator_recorder.h"

namespace flagfall::arena::replay {

// The replay of a running game, made of nothing but what anybody may know of it (R9.3): the header and entries that the
// referee hands to spectators. It has no other source, and so it holds nothing hidden. Not thread-safe.
class RunningReplay {
 public:
  // `tournament_id` is as in GameSummary. UNIMPLEMENTED for a ruleset that no kind of replay fits, and any error of
  // NewGame.
  static absl::StatusOr<RunningReplay> Create(const SpectatorHeader& header, std::uint32_t tournament_id);

  // Adds the next entry. INVALID_ARGUMENT for an entry that no game could have after those before; nothing may be added
  // after that.
  absl::Status Add(const SpectatorEntry& entry);

  std::uint32_t steps() const { return writer_.replay().steps(); }

  // Returns the part of the replay after `step`, with the clocks as they stand at `at`, a time since the match began.
  // For step 0, and for a step that the game does not have, that is the whole replay.
  v1::Replay From(std::uint32_t step, Micros at) const;

 private:
  // A clock as the last entry about it had it.
  struct Clock {
    // What it showed, and when.
    Micros shown{};
    Micros since{};
    bool is_running = false;

    Micros ShownAt(Micros at) const;
  };

  RunningReplay(ReplayWriter writer, const RulesetDefinition& ruleset, v1::View view, v1::TimeControl time_control);

  absl::Status AddEvents(const SpectatorEntry& entry);
  void SetClocks(Micros shown);
  Clock& ClockOf(v1::Side side) { return clocks_[side == v1::SIDE_BLUE ? 1 : 0]; }

  ReplayWriter writer_;
  const RulesetDefinition* ruleset_;
  // The spectator's view, kept up to date until play begins.
  v1::View view_;
  v1::TimeControl time_control_;
  // Red's and Blue's.
  std::array<Clock, 2> clocks_;
};

}  // namespace flagfall::arena::replay

#endif  // ARENA_REPLAY_RUNNING_REPLAY_H_
