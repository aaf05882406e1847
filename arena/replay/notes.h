#ifndef ARENA_REPLAY_NOTES_H_
#define ARENA_REPLAY_NOTES_H_

#include <array>
#include <optional>

#include "flagfall/v1/web.pb.h"
#include "referee/rules/record.h"
#include "referee/rules/ruleset.h"

namespace flagfall::arena::replay {

// Finds what happened in a recorded match beside its steps (ReplayNote). Not thread-safe. Keeps a reference to the
// ruleset.
class NoteFinder {
 public:
  explicit NoteFinder(const RulesetDefinition& ruleset) : ruleset_(ruleset) {}

  // Returns the note for an entry, without its step, or nothing where there is nothing to note. To be called once for
  // each entry of the record, in their order.
  std::optional<v1::ReplayNote> NoteOf(const PlayedEntry& played);

 private:
  void FillRefusal(const PlayedEntry& played, v1::ReplayNote& note) const;

  const RulesetDefinition& ruleset_;
  // Whether Red's and Blue's bot has connected before.
  std::array<bool, 2> has_connected_{};
};

}  // namespace flagfall::arena::replay

#endif  // ARENA_REPLAY_NOTES_H_
