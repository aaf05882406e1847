#ifndef REFEREE_MATCH_MATCH_SPEC_H_
#define REFEREE_MATCH_MATCH_SPEC_H_

#include "absl/status/status.h"
#include "flagfall/v1/record.pb.h"
#include "referee/match/match.h"
#include "referee/spectator/spectator_recorder.h"

namespace flagfall {

// INVALID_ARGUMENT, naming the field and what would be right, when a limit of a match's policy is passed.
absl::Status CheckMatchPolicy(const v1::MatchPolicy& policy);

// INVALID_ARGUMENT, saying what would be right, when no match can be played by the spec: a seed of another length than
// 32 bytes, no game id, a time control or policy outside the limits. Says nothing of the ruleset.
absl::Status CheckMatchSpec(const MatchSpec& spec);

// All of the spec's record that is known before the match begins.
v1::GameRecord RecordHeader(const MatchSpec& spec);

// What anybody may know of the match before it begins.
SpectatorHeader SpectatorHeaderOf(const MatchSpec& spec);

}  // namespace flagfall

#endif  // REFEREE_MATCH_MATCH_SPEC_H_
