#ifndef ARENA_CLUSTER_CHECK_HANDED_IN_H_
#define ARENA_CLUSTER_CHECK_HANDED_IN_H_

#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/record.pb.h"
#include "referee/match/match_spec.h"

namespace flagfall::arena::cluster {

// What a record that is handed in may have. No game comes near: a match has 100,000 plies at most, and an entry one
// action with what was said of it.
inline constexpr std::size_t kRecordEntriesMax = 1'000'000;
inline constexpr std::size_t kRecordEntryBytesMax = 16 << 10;
inline constexpr std::size_t kRecordHeaderBytesMax = 256 << 10;

// Whether the bytes of a record are within these, found without making anything of them: parsed, a record of small
// entries takes many times its bytes. INVALID_ARGUMENT says what is too much.
absl::Status CheckRecordBounds(absl::string_view bytes);

// Whether a record that a worker hands in is one of this match: it begins as the match does, whatever the worker's
// clock said then, and comes out the same when it is refereed again. INVALID_ARGUMENT says what differs. That the times
// in it are those that passed, and the actions those of the bots, cannot be told from a record. Takes as long as
// RefereeAgain.
absl::Status CheckHandedIn(const MatchSpec& match, const v1::GameRecord& record);

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_CHECK_HANDED_IN_H_
