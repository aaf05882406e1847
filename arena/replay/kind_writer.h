#ifndef ARENA_REPLAY_KIND_WRITER_H_
#define ARENA_REPLAY_KIND_WRITER_H_

#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/web.pb.h"
#include "referee/rules/game.h"

namespace flagfall::arena::replay {

// Writes the part of a Replay that one kind of game has of its own: a field of the oneof `kind`. It is made of one
// observer's view and events, those of the spectator or of an observer who knows everything, and tells no more than
// those do. Not thread-safe; the ReplayWriter that owns it calls it on one thread.
class KindWriter {
 public:
  virtual ~KindWriter() = default;

  // Writes what is known from the ruleset alone. To be called first.
  virtual void WriteHeader(v1::Replay& replay) const = 0;

  // Writes position 0, which `view` shows. INVALID_ARGUMENT for a view that no game could have.
  virtual absl::Status Begin(const v1::View& view, v1::Replay& replay) = 0;

  // Writes the step whose number is replay.steps() and whose events these are. To be called after Begin, once for each
  // step. INVALID_ARGUMENT for events that cannot follow those before them; what is written after that has no meaning.
  virtual absl::Status Step(absl::Span<const v1::Event> events, v1::Replay& replay) = 0;

  // Whether step n is ply n in every game of this kind.
  virtual bool StepsArePlies() const { return false; }
};

// Returns the writer for games of `ruleset`, which must be complete (CompleteRuleset). UNIMPLEMENTED for a ruleset that
// no kind of replay fits.
absl::StatusOr<std::unique_ptr<KindWriter>> NewKindWriter(const v1::Ruleset& ruleset);

// Whether games of the ruleset are played on a board, so that there are pictures of their positions.
bool IsOnBoard(absl::string_view ruleset_id);

// Whether the game, in which nothing has happened yet, begins with set-ups. A game without them is at position 0
// already.
bool HasSetUp(const Game& beginning);

}  // namespace flagfall::arena::replay

#endif  // ARENA_REPLAY_KIND_WRITER_H_
