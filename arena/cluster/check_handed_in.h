#ifndef ARENA_CLUSTER_CHECK_HANDED_IN_H_
#define ARENA_CLUSTER_CHECK_HANDED_IN_H_

#include "absl/status/status.h"
#include "flagfall/v1/record.pb.h"
#include "referee/match/match_spec.h"

namespace flagfall::arena::cluster {

// Whether a record that a worker hands in is one of this match: it begins as the match does, whatever the worker's
// clock said then, and comes out the same when it is refereed again. INVALID_ARGUMENT says what differs. That the times
// in it are those that passed, and the actions those of the bots, cannot be told from a record. Takes as long as
// RefereeAgain.
absl::Status CheckHandedIn(const MatchSpec& match, const v1::GameRecord& record);

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_CHECK_HANDED_IN_H_
