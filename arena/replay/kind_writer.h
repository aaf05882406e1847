#ifndef ARENA_REPLAY_KIND_WRITER_H_
#define ARENA_REPLAY_KIND_WRITER_H_

#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/web.pb.h"
#include "referee/rules/game.h"

namespace flagfall::arena {

// Writes what one kind of game has in a Replay, its field `kind`, from one observer's view and events: those of the
// spectator, or those of an observer to whom all is known. What an event does not tell is not written, so that what is
// written tells no more than the events did.
class KindWriter {
 public:
  virtual ~KindWriter() = default;

  // What the ruleset says before anything has happened.
  virtual void WriteHeader(v1::Replay& replay) const = 0;

  // The game stands at position 0, as `view` has it. INVALID_ARGUMENT for a view that no game could have.
  virtual absl::Status Begin(const v1::View& view, v1::Replay& replay) = 0;

  // The step numbered replay.steps() was made, which told these events. After Begin. INVALID_ARGUMENT for events that
  // cannot follow those before them.
  virtual absl::Status Step(absl::Span<const v1::Event> events, v1::Replay& replay) = 0;

  // Whether step n is ply n throughout.
  virtual bool StepsArePlies() const { return false; }
};

// UNIMPLEMENTED for a ruleset that no kind of replay fits. `ruleset` is complete (CompleteRuleset).
absl::StatusOr<std::unique_ptr<KindWriter>> NewKindWriter(const v1::Ruleset& ruleset);

// Whether the game, which has not begun, begins with set-ups; else it stands at position 0 already.
bool HasSetUp(const Game& beginning);

}  // namespace flagfall::arena

#endif  // ARENA_REPLAY_KIND_WRITER_H_
