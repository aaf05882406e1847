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

namespace flagfall::arena {

// The replay of a game that is on, made of nothing but what anybody may know of it (R9.3): the header and the entries
// of its public course. It has no other source, and so nothing hidden to tell.
class RunningReplay {
 public:
  // `tournament_id`: as in GameSummary. UNIMPLEMENTED for a ruleset that no kind of replay fits; otherwise errors as
  // NewGame's.
  static absl::StatusOr<RunningReplay> Create(const SpectatorHeader& header, std::uint32_t tournament_id);

  // The next entry. INVALID_ARGUMENT for one that no game could have after those before; nothing may be added then.
  absl::Status Add(const SpectatorEntry& entry);

  std::uint32_t steps() const { return writer_.replay().steps(); }

  // What comes behind that step, with the clocks as they stand `at`, a time since the match began: a part. From 0, and
  // from a step that there is not, the whole.
  v1::Replay From(std::uint32_t step, Micros at) const;

 private:
  // A clock as it was last heard of.
  struct Clock {
    Micros shown{};
    Micros heard_at{};
    bool is_running = false;

    Micros ShownAt(Micros at) const;
  };

  RunningReplay(ReplayWriter writer, const RulesetDefinition& ruleset, v1::View view, v1::TimeControl time_control);

  absl::Status Learn(const SpectatorEntry& entry);
  void SetClocks(Micros shown);
  Clock& ClockOf(v1::Side side) { return clocks_[side == v1::SIDE_BLUE ? 1 : 0]; }

  ReplayWriter writer_;
  const RulesetDefinition* ruleset_;
  // The spectator's, until play begins.
  v1::View view_;
  v1::TimeControl time_control_;
  // Red's, Blue's.
  std::array<Clock, 2> clocks_;
};

}  // namespace flagfall::arena

#endif  // ARENA_REPLAY_RUNNING_REPLAY_H_
