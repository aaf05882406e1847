#ifndef ARENA_REPLAY_NOTES_H_
#define ARENA_REPLAY_NOTES_H_

#include <array>
#include <optional>

#include "flagfall/v1/web.pb.h"
#include "referee/rules/record.h"
#include "referee/rules/ruleset.h"

namespace flagfall::arena {

// Finds what happened beside a recorded game (ReplayNote).
class NoteTaker {
 public:
  explicit NoteTaker(const RulesetDefinition& ruleset) : ruleset_(ruleset) {}

  // To be shown every entry of the record, in order. Absent for one that is nothing to note. Without its step.
  std::optional<v1::ReplayNote> NoteOf(const PlayedEntry& played);

 private:
  void FillRefusal(const PlayedEntry& played, v1::ReplayNote& note) const;

  const RulesetDefinition& ruleset_;
  // By side, Red's first: whether its bot has come once.
  std::array<bool, 2> has_come_{};
};

}  // namespace flagfall::arena

#endif  // ARENA_REPLAY_NOTES_H_
