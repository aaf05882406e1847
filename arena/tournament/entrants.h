#ifndef ARENA_TOURNAMENT_ENTRANTS_H_
#define ARENA_TOURNAMENT_ENTRANTS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::tournament {

// Who enters a tournament, as a host lists it: names of bots, and selectors, each of which stands for all bots of a
// kind that are ready and play the ruleset.
//
//   all          every one
//   @tag:NAME    those with this tag
//   @owner:NAME  those of this owner
//   @NAME        the one of both that there is
//
// Example: `sergeant,@course` with the tag `course` on ann@3 and scout gives sergeant, ann@3, scout. A selector gives
// its bots in the order in which an arena lists them, without those that are in the list before it or by their names.

using EntrantList = google::protobuf::RepeatedPtrField<std::string>;
using BotList = google::protobuf::RepeatedPtrField<v1::Bot>;

// Whether the word is a selector, well written or not.
bool IsSelector(absl::string_view entrant);
bool HasSelector(const EntrantList& entrants);

// The list with each `@NAME` written out as `@tag:NAME` or `@owner:NAME`. INVALID_ARGUMENT for a selector that is none,
// and where there is neither a tag nor an owner of that name among the bots of the arena, `known`, or both.
absl::StatusOr<EntrantList> WriteOutSelectors(const EntrantList& entrants, const BotList& known);

struct Entrant {
  // A bot's name as it was listed, or that of an entry that was selected.
  std::string name;
  // Why it cannot enter, for people; empty when it can. Only of bots that were listed by their names.
  std::string problem;
};
// Everybody whom the list stands for. Errors as WriteOutSelectors.
absl::StatusOr<std::vector<Entrant>> ResolveEntrants(const EntrantList& entrants, const BotList& known,
                                                     absl::string_view ruleset_id);

// Puts in the place of selectors among `spec.bots` the bots that they stand for; bots that are listed by name stay, fit
// or not. Does nothing where there is no selector. INVALID_ARGUMENT as WriteOutSelectors, and when the spec names no
// ruleset; FAILED_PRECONDITION when fewer than two bots remain.
absl::Status NameSelected(const BotList& known, v1::TournamentSpec& spec);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_ENTRANTS_H_
